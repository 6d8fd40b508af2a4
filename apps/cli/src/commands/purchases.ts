import type { PurchaseStatus } from '@solano/domain';
import { handOver, rerunFailed } from '@solano/domain';
import type { Command } from 'commander';
import { Option } from 'commander';
import { open, openWorkflow } from '../compose.ts';
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
    async ({ config, progress }, _args, given) => {
      await using opened = await open(config, progress);
      const { databaseUrl, purchases: store } = opened;
      await using workflow = await openWorkflow(config, databaseUrl);
      const statuses: PurchaseStatus[] = given.all ? ['pending', 'in_progress'] : ['pending'];
      progress.on('handing purchases over');
      const deps = { purchases: store, workflow, clock: () => new Date() };
      const handed = given.failed
        ? await rerunFailed(deps).catch((error: Error) => {
            throw new Error(explained(error), { cause: error });
          })
        : await handOver(deps, statuses, new Date());
      await opened.record('purchases.resubmit', `${handed.count} purchases`);
      if (handed.stopped) throw new Error(explained(handed.stopped), { cause: handed.stopped });
      const json = { resubmitted: handed.count };
      return { json, text: `Handed ${handed.count} purchases to the workflow engine.` };
    },
  );
}

/** What an operator can mend is in the first line of the innermost cause: an address, a name, a key. */
function explained({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  let innermost = cause;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return `${message} ${innermost.message.split('\n', 1)[0]}`.trimEnd();
}
