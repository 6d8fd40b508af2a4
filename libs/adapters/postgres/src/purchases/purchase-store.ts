import type {
  Addition,
  EarlierSubmission,
  JsonText,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseInStatus,
  PurchaseQuery,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  PurchaseWithSeries,
  StatusChange,
  SubmissionKey,
} from '@solano/domain';
import { SolanoError } from '@solano/domain';
import type { PostgresDatabase, Value } from '../database/database.ts';
import { isStorable, isUuid, MIN_ID } from '../database/values.ts';
import type { Purchase as PurchaseRow } from '../generated/prisma/client.ts';
import * as changes from './change-statements.ts';
import { additionValues, PurchaseAdditions } from './purchase-additions.ts';
import * as sql from './purchase-statements.ts';

/** How often an update begins again as others come between: each of them has changed the purchase. */
const MAX_ATTEMPTS = 200;

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
    const [row] = await this.#database.run(sql.PURGE_KEYS, [before, limit]);
    return row?.count ?? 0;
  }

  async get(id: string): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    const where = { id };
    const found = await this.#database.prisma(({ purchase }) => purchase.findUnique({ where }));
    return found ? toPurchase(found) : undefined;
  }

  async series(id: string): Promise<JsonText | undefined> {
    return (await this.readWithSeries(id))?.series;
  }

  async read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.#database.run(sql.READ, [id, idmodel ?? null]);
    const [first] = rows;
    if (!first) return undefined;
    const { idmodel: _, json: __, ...purchase } = first;
    const outputs = rows.flatMap(({ idmodel, json }) => {
      return idmodel === null || json === null ? [] : [{ idmodel, json }];
    });
    return { purchase, outputs };
  }

  async readWithSeries(id: string): Promise<PurchaseWithSeries | undefined> {
    if (!isUuid(id)) return undefined;
    const [found] = await this.#database.run(sql.WITH_SERIES, [id]);
    if (!found) return undefined;
    const { json: series, ...purchase } = found;
    return { purchase, series };
  }

  async update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
  ): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const [seen] = await this.#database.run(sql.SEE, [id]);
      if (!seen) return undefined;
      const { version: _, ...found } = seen;
      const wanted = change(structuredClone(found));
      if (!wanted) return found;
      const changed = await this.#write(seen, wanted);
      if (changed) return changed;
    }
    throw new SolanoError('overloaded', 'The purchase is being changed. Try again soon.');
  }

  async history(id: string): Promise<StatusChange[]> {
    if (!isUuid(id)) return [];
    const select = { status: true, at: true, source: true };
    const where = { purchaseId: id };
    const found = await this.#database.prisma(({ purchaseStatusChange }) =>
      purchaseStatusChange.findMany({ where, select, orderBy: { sequence: 'asc' } }),
    );
    return found as StatusChange[];
  }

  async list(query: PurchaseQuery): Promise<Purchase[]> {
    const { customerId, user, retailer = '' } = query;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return [];
    if (query.statuses?.length === 0) return [];
    return this.#database.run(...sql.list(query));
  }

  async count(status: PurchaseStatus): Promise<number> {
    return this.#database.prisma(({ purchase }) => purchase.count({ where: { status } }));
  }

  async inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseInStatus[]> {
    const cursor = after ? [after.createdAt, after.id] : [-Infinity, MIN_ID];
    const values = [statuses, createdBefore, ...cursor, limit];
    return this.#database.run(sql.IN_STATUS, values);
  }

  async #addKeyed(
    values: readonly Value[],
    customerId: string,
    { key, fingerprint, since }: SubmissionKey,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    // Once more, as a key that was used may be purged before it is read.
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
    const where = { customerId_key: { customerId, key } };
    const found = await this.#database.prisma(({ submissionKey }) =>
      submissionKey.findUnique({ where, include: { purchase: true } }),
    );
    if (!found || found.usedAt < since) return undefined;
    return { purchase: toPurchase(found.purchase), fingerprint: found.fingerprint };
  }

  /** Undefined if it is no longer as it was seen; nothing is changed then. */
  async #write(seen: sql.SeenPurchase, made: PurchaseChange): Promise<Purchase | undefined> {
    const { outputs = [] } = made;
    const statement = changes.change(seen, made);
    if (outputs.length <= changes.MAX_OUTPUTS) {
      const [changed] = await this.#database.run(...statement);
      return changed;
    }
    return this.#database.transaction(async (run) => {
      const [changed] = await run(...statement);
      for (let from = changes.MAX_OUTPUTS; changed && from < outputs.length; ) {
        const chunk = outputs.slice(from, from + changes.MAX_OUTPUTS);
        await run(...changes.addOutputs(seen.id, from, chunk));
        from += chunk.length;
      }
      return changed;
    });
  }
}

function toPurchase(row: PurchaseRow): Purchase {
  return { ...row, status: row.status as PurchaseStatus };
}
