import type {
  JsonText,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  StatusChange,
  StoredOutput,
} from '@solano/domain';
import type { PostgresDatabase, Run } from './database.ts';
import * as sql from './purchase-statements.ts';
import { isUuid, LEAST_ID } from './values.ts';

/** Outputs that go into the database in one statement. */
const CHUNK = 100;

export class PostgresPurchaseStore implements PurchaseStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(purchase: Purchase, series: JsonText): Promise<void> {
    const { id, customerId, user, retailer, status, error, rows } = purchase;
    const { requestId, createdAt, updatedAt } = purchase;
    const owned = [id, customerId, user, retailer, status, error, rows];
    await this.#database.run(sql.ADD, [...owned, requestId, createdAt, updatedAt, series]);
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

  async inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseCursor[]> {
    const cursor = after ? [after.createdAt, after.id] : [-Infinity, LEAST_ID];
    const values = [statuses, createdBefore, ...cursor, limit];
    return this.#database.run<PurchaseCursor>(sql.IN_STATUS, values);
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
  const { status, error, updatedAt, source, outputs } = change;
  const isNew = status !== purchase.status;
  const replaces = outputs !== undefined;
  const values = [purchase.id, status, error, updatedAt, source, isNew, replaces];
  const [changed] = await run<Purchase>(sql.CHANGE, values);
  for (let from = 0; from < (outputs?.length ?? 0); from += CHUNK) {
    const chunk = outputs?.slice(from, from + CHUNK) ?? [];
    const columns = chunk.flatMap(({ idmodel, json }, i) => [from + i, idmodel, json]);
    await run(sql.addOutputs(chunk.length), [purchase.id, ...columns]);
  }
  return changed ?? purchase;
}
