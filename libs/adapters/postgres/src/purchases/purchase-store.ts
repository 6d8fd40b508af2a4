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
import type { JsonText } from '@solano/domain/kernel';
import { contendedChange } from '../database/contended-change.ts';
import { countRows, selectRows } from '../database/row-statements.ts';
import type { Value } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isStorable, isUuid, MIN_ID } from '../database/values.ts';
import { keyedValuesOf, type PurchaseAddition } from './addition-input.ts';
import { ADD_KEYED } from './addition-statements.ts';
import * as changes from './change-statements.ts';
import { deliveredPurchase } from './delivered-purchase.ts';
import * as delivery from './delivery-statements.ts';
import { PurchaseAdditions } from './purchase-additions.ts';
import * as sql from './purchase-statements.ts';

/** Purchases with their series and output that one statement reads. */
const DELIVERED_PAGE = 100;
/** Before any purchase. */
const FIRST: PurchaseCursor = { createdAt: new Date(0), id: MIN_ID };

export class PostgresPurchaseStore extends StatementStore implements PurchaseStore {
  readonly #additions = new PurchaseAdditions(this.database);
  /** Purchases that were read, and which version of each was. */
  readonly #versions = new WeakMap<KnownPurchase, string>();

  async add(
    purchase: Purchase,
    series: JsonText,
    { key, ...addition }: Addition,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    const added = { purchase, series, ...addition };
    if (key) return this.#addKeyed(added, key);
    return (await this.#additions.add(added)) ? undefined : 'full';
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
    const updated = await contendedChange('purchase', async () => {
      const [current] = await this.database.run(sql.READ_VERSION, [id]);
      if (!current) return null;
      const { version: _, ...found } = current;
      const update = change(structuredClone(found));
      return update ? this.#write(current, update) : found;
    });
    return updated ?? undefined;
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

  async #addKeyed(
    addition: PurchaseAddition,
    key: SubmissionKey,
  ): Promise<EarlierSubmission | 'full' | undefined> {
    // Once more, as a key that was used may be purged before it is read.
    for (let tries = 0; tries < 2; tries += 1) {
      const added = await this.database.run(ADD_KEYED, keyedValuesOf(addition, key));
      if (added.length > 0) return undefined;
      const earlier = await this.submitted(addition.purchase.customerId, key);
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
