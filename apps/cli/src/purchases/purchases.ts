import type { PurchaseStatus } from '@solano/domain/desk';
import { rerunFailed, resubmitPurchases } from '@solano/domain/desk/jobs';
import { type Command, Option } from 'commander';
import { operatorSource } from '../command-entry.ts';
import { addAction } from '../run.ts';

export function addCommands(purchases: Command): void {
  const resubmit = purchases
    .command('resubmit')
    .description('hand pending purchases to the workflow engine again')
    .addOption(new Option('--all', 'those in progress too').conflicts('failed'))
    .option('--failed', 'instead, run failed ones again');
  addAction<{ all?: boolean; failed?: boolean }>(
    resubmit,
    async ({ open, progress }, _args, { all, failed }) => {
      await using opened = await open();
      const statuses: PurchaseStatus[] = all ? ['pending', 'in_progress'] : ['pending'];
      progress.on('handing purchases over');
      const deps = { ...opened, author: operatorSource() };
      const count = failed
        ? await rerunFailed(deps)
        : await resubmitPurchases(deps, statuses, new Date());
      const text = `Handed ${count} purchases to the workflow engine.`;
      return { json: { resubmitted: count }, text };
    },
  );
}
