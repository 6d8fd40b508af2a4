import type { Config } from '@solano/config';
import type { ObjectStore } from '@solano/domain/kernel';
import {
  endAccess,
  exportCustomer,
  hasAccess,
  type RemovedRecords,
  removeCustomer,
} from '@solano/domain/operations';
import { type Customer, requireCustomer } from '@solano/domain/service';
import { openObjects } from '@solano/runtime';
import { evaluationJson } from '@solano/schemas';
import type { Opened } from '../compose.ts';
import type { Progress } from '../progress.ts';
import { type Context, type Outcome, UsageError } from '../run.ts';
import { ExportFolder, exportedCustomer } from './export-folder.ts';
import { recordText } from './record-text.ts';

/**
 * Exports a customer's data and removes them.
 *
 * @param folder of the export; false: none is made.
 * @throws UsageError if it was not said whether to export: nothing is done then.
 */
export async function exportAndRemove(
  { config, progress, open }: Context,
  name: string,
  folder: string | false | undefined,
): Promise<Outcome> {
  if (folder === undefined || folder === '') {
    throw new UsageError('--export <folder> or --no-export is required: nothing was removed.');
  }
  await using opened = await open();
  const customer = await requireCustomer(opened.customers, name);
  await using objects = await openObjects(config);
  const deps = { ...opened, objects };
  if (folder !== false) await exportOnce(deps, progress, customer, folder);
  progress.on('removing the customer');
  const removed = await removeCustomer(deps, opened.source, customer);
  const stays = staysOf(config, folder);
  const { id } = customer;
  return {
    json: { id, name: customer.name, export: folder || null, removed, stays },
    text: textOf(customer, removed, stays),
  };
}

/**
 * Revokes the customer's keys and exports its data. The complete export of an earlier interrupted
 * run is reused: no key has been valid since.
 */
async function exportOnce(
  deps: Opened & { readonly objects: ObjectStore },
  progress: Progress,
  customer: Customer,
  folder: string,
): Promise<void> {
  const isExported = (await exportedCustomer(folder)) === customer.id;
  if (isExported && !(await hasAccess(deps, customer))) return;
  await using target = await ExportFolder.make(folder);
  await endAccess(deps, deps.source, customer);
  progress.on('exporting the data of the customer');
  await exportCustomer({ ...deps, recordText, evaluationJson, target }, customer);
  await target.complete();
}

function staysOf({ workflow }: Config, folder: string | false): string[] {
  return [
    'entries of the audit log, until `solano audit purge`',
    'backups, until they are pruned',
    'logs of the processes',
    ...(workflow.kind === 'temporal'
      ? ["histories of workflows in Temporal, until its namespace's retention ends"]
      : []),
    ...(folder === false ? [] : [`the export in ${folder}`]),
  ];
}

function textOf({ name, id }: Customer, removed: RemovedRecords, stays: string[]): string {
  const counts = Object.entries(removed)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`);
  return [
    `Removed customer ${name} (${id}): ${counts.join(', ') || 'it had nothing'}.`,
    'What stays:',
    ...stays.map((line) => `  ${line}`),
  ].join('\n');
}
