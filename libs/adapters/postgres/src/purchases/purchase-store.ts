import type {
  Addition,
  EarlierSubmission,
  JsonText,
  NewDelivery,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseInStatus,
  PurchaseQuery,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  StatusChange,
  StoredOutput,
  SubmissionKey,
} from '@solano/domain';
import { entryValues } from '../audit/write-audit.ts';
import type { PostgresDatabase, Run, Value } from '../database/database.ts';
import { isStorable, isUuid, MIN_ID, timestamp } from '../database/values.ts';
import { additionValues, PurchaseAdditions } from './purchase-additions.ts';
import * as sql from './purchase-statements.ts';

/** Outputs that go into the database in one statement. */
const CHUNK = 100;

export class PostgresPurchaseStore implements PurchaseStore {
  readonly #database: PostgresDatabase;
  readonly #additions: PurchaseAdditions;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#additions = new PurchaseAdditions(database);
  }

  async add(
    purchase: Purchase,
    series: JsonText,
    addition: Addition,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    const { key } = addition;
    if (!key) return (await this.#additions.add(purchase, series, addition)) ? undefined : 'full';
    const values = additionValues(purchase, series, addition);
    return this.#addKeyed(values, purchase.customerId, key);
  }

  async purgeSubmissionKeys(before: Date, limit: number): Promise<number> {
    const [row] = await this.#database.run<{ count: number }>(sql.FORGET_KEYS, [before, limit]);
    return row?.count ?? 0;
  }

  async get(id: string): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    const [purchase] = await this.#database.run<Purchase>(sql.GET, [id]);
    return purchase;
  }

  async series(id: string): Promise<JsonText | undefined> {
    if (!isUuid(id)) return undefined;
    const [found] = await this.#database.run<{ json: JsonText }>(sql.SERIES, [id]);
    return found?.json;
  }

  async read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.#database.run<OutputRow>(sql.READ, [id, idmodel ?? null]);
    const [first] = rows;
    if (!first) return undefined;
    const { idmodel: _, json: __, ...purchase } = first;
    return { purchase, outputs: rows.filter(hasOutput).map(toOutput) };
  }

  async update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
  ): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#database.transaction(async (run) => {
      const [found] = await run<Purchase>(sql.LOCK, [id]);
      if (!found) return undefined;
      const wanted = change(structuredClone(found));
      return wanted ? write(run, found, wanted) : found;
    });
  }

  async history(id: string): Promise<StatusChange[]> {
    return isUuid(id) ? this.#database.run<StatusChange>(sql.HISTORY, [id]) : [];
  }

  async list(query: PurchaseQuery): Promise<Purchase[]> {
    const { customerId, user, retailer = '' } = query;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return [];
    if (query.statuses?.length === 0) return [];
    return this.#database.run<Purchase>(...sql.list(query));
  }

  async count(status: PurchaseStatus): Promise<number> {
    const [row] = await this.#database.run<{ count: number }>(sql.COUNT, [status]);
    return row?.count ?? 0;
  }

  async inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseInStatus[]> {
    const cursor = after ? [after.createdAt, after.id] : [-Infinity, MIN_ID];
    const values = [statuses, createdBefore, ...cursor, limit];
    return this.#database.run<PurchaseInStatus>(sql.IN_STATUS, values);
  }

  async #addKeyed(
    values: readonly Value[],
    customerId: string,
    { key, fingerprint, since }: SubmissionKey,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    // Once more, as a key that was used may be forgotten before it is read.
    for (let tries = 0; tries < 2; tries += 1) {
      const added = await this.#database.run(sql.ADD_KEYED, [...values, key, fingerprint, since]);
      if (added.length > 0) return undefined;
      const earlier = await this.#earlier(customerId, key, since);
      if (earlier) return earlier;
    }
    return 'full';
  }

  async #earlier(
    customerId: string,
    key: string,
    since: Date,
  ): Promise<EarlierSubmission | undefined> {
    type Row = Purchase & { fingerprint: string; usedAt: Date };
    const [found] = await this.#database.run<Row>(sql.EARLIER, [customerId, key]);
    if (!found || found.usedAt < since) return undefined;
    const { fingerprint, usedAt: _, ...purchase } = found;
    return { purchase, fingerprint };
  }
}

type OutputRow = Purchase & { idmodel: number | null; json: JsonText | null };

function hasOutput(row: OutputRow): row is Purchase & StoredOutput {
  return row.idmodel !== null;
}

function toOutput({ idmodel, json }: StoredOutput): StoredOutput {
  return { idmodel, json };
}

/** Under the purchase's lock. */
async function write(run: Run, purchase: Purchase, change: PurchaseChange): Promise<Purchase> {
  const { status, error, updatedAt, source, outputs, deliveries = [], entry, queues } = change;
  const isNew = status !== purchase.status;
  const replaces = outputs !== undefined;
  const values = [purchase.id, status, error, updatedAt, source, isNew, replaces];
  const [changed] = await run<Purchase>(sql.CHANGE, [...values, ...entryValues(entry)]);
  for (let from = 0; from < (outputs?.length ?? 0); from += CHUNK) {
    const chunk = outputs?.slice(from, from + CHUNK) ?? [];
    const columns = chunk.flatMap(({ idmodel, json }, i) => [from + i, idmodel, json]);
    await run(sql.addOutputs(chunk.length), [purchase.id, ...columns]);
  }
  if (deliveries.length > 0) {
    await run(sql.ADD_DELIVERIES, [purchase.id, ...deliveryColumns(deliveries)]);
  }
  if (queues) await run(sql.QUEUE, [purchase.id, purchase.customerId]);
  return changed ?? purchase;
}

function deliveryColumns(deliveries: readonly NewDelivery[]): string[][] {
  return [
    deliveries.map(({ id }) => id),
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ event }) => event),
    deliveries.map(({ body }) => body),
    deliveries.map(({ createdAt }) => timestamp(createdAt)),
  ];
}
