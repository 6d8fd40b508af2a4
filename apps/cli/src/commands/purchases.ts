import type { PurchaseStatus } from '@solano/domain';
import { rerunFailed, resubmitPurchases } from '@solano/domain';
import type { Command } from 'commander';
import { Option } from 'commander';
import { operatorSource } from '../audit.ts';
import { open } from '../compose.ts';
import { runs } from '../run.ts';

export function addPurchaseCommands(program: Command): void {
  const purchases = program.command('purchases').description('purchases of all customers');
  const resubmit = purchases
    .command('resubmit')
    .description('hand pending purchases to the workflow engine again')
    .addOption(new Option('--all', 'those in progress too').conflicts('failed'))
    .option('--failed', 'instead, run failed ones again');
  runs<{ all?: boolean; failed?: boolean }>(
    resubmit,
    async ({ config, progress }, _args, { all, failed }) => {
      await using opened = await open(config, progress);
      const statuses: PurchaseStatus[] = all ? ['pending', 'in_progress'] : ['pending'];
      progress.on('handing purchases over');
      const count = failed
        ? await rerunFailed({ ...opened, author: operatorSource() })
        : await resubmitPurchases(opened, statuses, new Date());
      await opened.record('purchases.resubmit', `${count} purchases`);
      const text = `Handed ${count} purchases to the workflow engine.`;
      return { json: { resubmitted: count }, text };
    },
  );
}
