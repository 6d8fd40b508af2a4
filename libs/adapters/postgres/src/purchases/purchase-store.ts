import type {
  Addition,
  DeliveredPurchase,
  EarlierSubmission,
  KnownPurchase,
  PastPurchase,
  Purchase,
  PurchaseChange,
  PurchaseCursor,
  PurchaseInStatus,
  PurchaseParties,
  PurchaseQuery,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  PurchaseWithSeries,
  StatusChange,
  SubmissionKey,
} from '@solano/domain/desk';
import { isSolanoError, type JsonText, SolanoError } from '@solano/domain/kernel';
import { entryValues } from '../audit/write-audit.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { countRows, selectRows } from '../database/row-statements.ts';
import type { Statement, Value } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isStorable, isUuid, MIN_ID, timestamp } from '../database/values.ts';
import * as changes from './change-statements.ts';
import { deliveredPurchase } from './delivered-purchase.ts';
import * as delivery from './delivery-statements.ts';
import * as sql from './purchase-statements.ts';

/** How often an update begins again as others come between: each of them has changed the purchase. */
const MAX_ATTEMPTS = 200;

/** Purchases that are added in one statement. */
const BATCH_SIZE = 50;
/** Errors that none of the additions in a statement has caused. */
const OF_ALL = ['store_unavailable', 'store_full', 'overloaded'] as const;
/** A longer series goes alone: as an element of an array it would be copied and escaped. */
const SMALL_SERIES = 16 * 1024;

/** Purchases with their series and output that one statement reads. */
const DELIVERED_PAGE = 100;
/** Before any purchase. */
const FIRST: PurchaseCursor = { createdAt: new Date(0), id: MIN_ID };

interface PendingAddition {
  readonly id: string;
  readonly values: readonly Value[];
  /** Whether it was added; false: too many wait. */
  isAdded: boolean;
  /** Why this one could not be added, while others of its group were. */
  error?: Error;
}

export class PostgresPurchaseStore extends StatementStore implements PurchaseStore {
  /** Small purchases that come at the same time are added in one statement. */
  readonly #group = new GroupCommit<PendingAddition>((all) => this.#addAll(all), BATCH_SIZE);
  /** Purchases that were read, and which version of each was. */
  readonly #versions = new WeakMap<KnownPurchase, string>();

  async add(
    purchase: Purchase,
    series: JsonText,
    addition: Addition,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    const { id, customerId } = purchase;
    const values = additionValues(purchase, series, addition);
    if (addition.key) return this.#addKeyed(values, customerId, addition.key);
    const pending: PendingAddition = { id, values, isAdded: false };
    if (series.length > SMALL_SERIES) await this.#addOne(pending);
    else await this.#group.add([pending]);
    if (pending.error) throw pending.error;
    return pending.isAdded ? undefined : 'full';
  }

  async addPast(past: readonly PastPurchase[]): Promise<void> {
    // Only a demonstration has any.
    const { insertPast } = await import('./past-purchases.ts');
    await this.database.transaction((run) => insertPast(run, past));
  }

  async submitted(
    customerId: string,
    { key, since }: Pick<SubmissionKey, 'key' | 'since'>,
  ): Promise<EarlierSubmission | undefined> {
    if (!isUuid(customerId)) return undefined;
    const [found] = await this.database.run(sql.EARLIER, [customerId, key, since]);
    if (!found) return undefined;
    const { fingerprint, ...purchase } = found;
    return { purchase, fingerprint };
  }

  async purgeSubmissionKeys(before: Date, limit: number): Promise<number> {
    const [row] = await this.database.run(sql.PURGE_KEYS, [before, limit]);
    return row?.count ?? 0;
  }

  async get(id: string): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    const [current] = await this.database.run(sql.READ_VERSION, [id]);
    if (!current) return undefined;
    const { version: _, ...purchase } = current;
    return purchase;
  }

  async series(id: string): Promise<JsonText | undefined> {
    return (await this.readWithSeries(id))?.series;
  }

  async read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.database.run(sql.READ, [id, idmodel ?? null]);
    const [first] = rows;
    if (!first) return undefined;
    const { idmodel: _, json: __, version, ...purchase } = first;
    this.#versions.set(purchase, version);
    const outputs = rows.flatMap(({ idmodel, json }) => {
      return idmodel === null || json === null ? [] : [{ idmodel, json }];
    });
    return { purchase, outputs };
  }

  async readWithSeries(id: string): Promise<PurchaseWithSeries | undefined> {
    if (!isUuid(id)) return undefined;
    const [found] = await this.database.run(sql.WITH_SERIES, [id]);
    if (!found) return undefined;
    const { json: series, forecast, version, ...purchase } = found;
    this.#versions.set(purchase, version);
    return { purchase, series, ...(forecast !== null && { forecast }) };
  }

  async update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
    known?: KnownPurchase,
  ): Promise<Purchase | undefined> {
    if (!isUuid(id)) return undefined;
    const version = known && this.#versions.get(known);
    if (version !== undefined) {
      const seen = known as Purchase;
      const update = change(structuredClone(seen));
      const changed = update && (await this.#write({ ...seen, version }, update));
      if (changed) return changed;
    }
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const [current] = await this.database.run(sql.READ_VERSION, [id]);
      if (!current) return undefined;
      const { version: _, ...found } = current;
      const update = change(structuredClone(found));
      if (!update) return found;
      const changed = await this.#write(current, update);
      if (changed) return changed;
    }
    throw new SolanoError('overloaded', 'The purchase is being changed. Try again soon.');
  }

  async history(id: string): Promise<StatusChange[]> {
    if (!isUuid(id)) return [];
    const rows = await this.database.run(
      ...selectRows(sql.CHANGES, { purchaseId: id }, { orderBy: 'sequence' }),
    );
    return rows.map(({ status, at, source }) => ({ status, at, source }));
  }

  async list(query: PurchaseQuery): Promise<Purchase[]> {
    const { customerId, user, retailer = '' } = query;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return [];
    if (query.statuses?.length === 0) return [];
    return this.database.run(...sql.list(query));
  }

  async *delivered(
    customerId: string,
    { user, retailer }: PurchaseParties,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): AsyncGenerator<DeliveredPurchase> {
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return;
    let after: PurchaseCursor | undefined = FIRST;
    while (after) {
      const page: Value[] = [after.createdAt, after.id, DELIVERED_PAGE];
      const parties = [customerId, user, retailer, from, to];
      const rows = await this.database.run(delivery.DELIVERED, [...parties, ...page]);
      for (const row of rows) yield deliveredPurchase(row);
      after = rows.length < DELIVERED_PAGE ? undefined : rows.at(-1);
    }
  }

  async parties(customerId: string, limit: number): Promise<PurchaseParties[]> {
    if (!isUuid(customerId)) return [];
    return this.database.run(sql.PARTIES, [customerId, limit]);
  }

  async count(status: PurchaseStatus): Promise<number> {
    const [row] = await this.database.run(...countRows(sql.PURCHASES, { status }));
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
    return this.database.run(sql.IN_STATUS, values);
  }

  async #addAll(all: readonly PendingAddition[]): Promise<void> {
    const [first] = all;
    if (first && all.length === 1) return this.#addOne(first);
    try {
      await this.#run(sql.ADD_ALL, all, columnsOf(all.map(({ values }) => values)));
    } catch (error) {
      if (OF_ALL.some((code) => isSolanoError(error, code))) throw error;
      // One of them cannot be added: each is to get its own outcome.
      for (const each of all) await this.#addOrNote(each);
    }
  }

  async #addOrNote(pending: PendingAddition): Promise<void> {
    try {
      await this.#addOne(pending);
    } catch (error) {
      pending.error = error as Error;
    }
  }

  async #addOne(pending: PendingAddition): Promise<void> {
    await this.#run(sql.ADD, [pending], pending.values);
  }

  async #run(
    statement: Statement<{ readonly id: string }>,
    all: readonly PendingAddition[],
    values: readonly Value[],
  ): Promise<void> {
    const rows = await this.database.run(statement, values);
    const ids = new Set(rows.map(({ id }) => id));
    for (const each of all) each.isAdded = ids.has(each.id);
  }

  async #addKeyed(
    values: readonly Value[],
    customerId: string,
    { key, fingerprint, since }: SubmissionKey,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    // Once more, as a key that was used may be purged before it is read.
    for (let tries = 0; tries < 2; tries += 1) {
      const added = await this.database.run(sql.ADD_KEYED, [...values, key, fingerprint, since]);
      if (added.length > 0) return undefined;
      const earlier = await this.submitted(customerId, { key, since });
      if (earlier) return earlier;
    }
    return 'full';
  }

  /** Undefined if it is no longer as it was seen; nothing is changed then. */
  async #write(
    current: sql.VersionedPurchase,
    made: PurchaseChange,
  ): Promise<Purchase | undefined> {
    const { outputs = [] } = made;
    const statement = changes.change(current, made);
    if (outputs.length <= changes.MAX_OUTPUTS) {
      const [changed] = await this.database.run(...statement);
      return changed;
    }
    return this.database.transaction(async (run) => {
      const [changed] = await run(...statement);
      for (let from = changes.MAX_OUTPUTS; changed && from < outputs.length; ) {
        const chunk = outputs.slice(from, from + changes.MAX_OUTPUTS);
        await run(...changes.addOutputs(current.id, from, chunk));
        from += chunk.length;
      }
      return changed;
    });
  }
}

/** The values of a purchase in the order of the statements that add one. */
function additionValues(
  purchase: Purchase,
  series: JsonText,
  { entry, maxWaiting, forecast }: Addition,
): Value[] {
  const { id, customerId, user, retailer, status, error, rows } = purchase;
  const { requestId, createdAt, updatedAt, deliversFrom, deliversTo } = purchase;
  const owned = [id, customerId, user, retailer, status, error, rows];
  const times = [createdAt, updatedAt, deliversFrom, deliversTo];
  const more = [maxWaiting ?? null, forecast ?? null];
  return [...owned, requestId, ...times, series, ...entryValues(entry), ...more];
}

/** The values of several, an array for each column. */
function columnsOf(all: readonly (readonly Value[])[]): Value[] {
  const [first = []] = all;
  return first.map((_, column) =>
    all.map((values) => {
      const value = values[column];
      return value instanceof Date ? timestamp(value) : (value as string | number | null);
    }),
  );
}
