import {
  type Clock,
  CustomerFolders,
  type Digest,
  type ObjectStore,
  SolanoError,
} from '@solano/domain/kernel';
import {
  type AuditEntry,
  type AuditSource,
  type Customer,
  isValidKey,
  type KeyStore,
  revokeKey,
} from '@solano/domain/service';
import { walk } from '../backup/objects.ts';
import { CUSTOMER_RECORDS, type CustomerRecord, type CustomerRecords } from './records.ts';

/** Records that are removed in one transaction. Some of them have many rows of their own. */
const BATCH_SIZE = 5_000;
const SMALLER_BATCHES: Partial<Record<CustomerRecord, number>> = {
  purchases: 200,
  outage_uploads: 10,
  measured_series: 20,
  traded_days: 500,
  delivered_forecasts: 20,
};

export interface RemovalDeps {
  readonly customerRecords: CustomerRecords;
  readonly objects: ObjectStore;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** How many of each went; `files` are objects. */
export type RemovedRecords = Readonly<Record<CustomerRecord | 'files', number>>;

/** Whether one of a customer's keys is valid. Errors: `store_unavailable`. */
export async function hasAccess(
  { keys, clock }: { readonly keys: Pick<KeyStore, 'list'>; readonly clock: Clock },
  { id }: Pick<Customer, 'id'>,
): Promise<boolean> {
  const now = clock();
  return (await keys.list(id)).some((key) => isValidKey(key, now));
}

/**
 * Revokes all keys of a customer, so that its data do not change while they are exported. Errors:
 * `store_unavailable`.
 */
export async function endAccess(
  deps: { readonly keys: KeyStore; readonly clock: Clock },
  source: AuditSource,
  { id }: Pick<Customer, 'id'>,
): Promise<void> {
  for (const key of await deps.keys.list(id)) {
    if (isValidKey(key, deps.clock())) await revokeKey(deps, source, key.id);
  }
}

/**
 * Removes a customer and all that is its own, some at a time, each along with its audit entry. The customer goes last: after a crash
 * it is removed by a repetition. Errors: `not_found` where another has removed it
 * meanwhile, `store_unavailable`, `objects_unavailable`.
 */
export async function removeCustomer(
  deps: RemovalDeps,
  source: AuditSource,
  customer: Customer,
): Promise<RemovedRecords> {
  const { id, name } = customer;
  const removed = { ...NONE };
  const entryOf = (subject: string): AuditEntry => {
    return { ...source, at: deps.clock(), action: 'customer.remove', customerId: id, subject };
  };
  for (const kind of CUSTOMER_RECORDS) {
    const entry = (count: number) => entryOf(`${name}: ${count} ${kind}`);
    removed[kind] = await removeAll(deps, id, kind, entry);
  }
  removed.files = await removeFiles(deps, customer);
  if (await deps.customerRecords.remove(id, entryOf(name))) return removed;
  throw new SolanoError('not_found', `There is no customer ${name}.`);
}

const NONE: RemovedRecords = {
  keys: 0,
  messages: 0,
  webhooks: 0,
  purchases: 0,
  outage_uploads: 0,
  unavailabilities: 0,
  measurement_uploads: 0,
  measured_series: 0,
  traded_days: 0,
  deviations: 0,
  portfolio_settings: 0,
  delivered_forecasts: 0,
  plants: 0,
  strategy_versions: 0,
  backtests: 0,
  predictions: 0,
  realised_prices: 0,
  imbalance_prices: 0,
  files: 0,
};

async function removeAll(
  { customerRecords }: RemovalDeps,
  id: string,
  kind: CustomerRecord,
  entry: (count: number) => AuditEntry,
): Promise<number> {
  const limit = SMALLER_BATCHES[kind] ?? BATCH_SIZE;
  let count = 0;
  for (let some = limit; some > 0; count += some) {
    some = await customerRecords.removeSome(id, kind, limit, entry);
  }
  return count;
}

async function removeFiles(
  { objects, digest }: RemovalDeps,
  { folder }: Customer,
): Promise<number> {
  if (folder === null) return 0;
  let count = 0;
  for (const prefix of new CustomerFolders(folder, digest).own()) {
    for await (const { key } of walk(objects, prefix)) {
      await objects.delete(key);
      count += 1;
    }
  }
  return count;
}
