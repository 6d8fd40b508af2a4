import type { JsonText, Purchase } from '@solano/domain';
import { GroupCommit, isSolanoError } from '@solano/domain';
import type { PostgresDatabase, Value } from '../database/database.ts';
import { timestamp } from '../database/values.ts';
import { ADD, ADD_ALL } from './purchase-statements.ts';

/** Purchases that are added in one statement. */
const MOST_AT_ONCE = 50;
/** A longer series goes alone: as an element of an array it would be copied and escaped. */
const SMALL_SERIES = 16 * 1024;

interface Addition {
  readonly purchase: Purchase;
  readonly series: JsonText;
  /** Why this one could not be added, while others of its group were. */
  error?: Error;
}

/** Adds purchases; small ones that come at the same time in one statement. */
export class PurchaseAdditions {
  readonly #database: PostgresDatabase;
  readonly #group = new GroupCommit<Addition>((all) => this.#addAll(all), MOST_AT_ONCE);

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(purchase: Purchase, series: JsonText): Promise<void> {
    const addition: Addition = { purchase, series };
    if (series.length > SMALL_SERIES) return this.#addOne(addition);
    await this.#group.add([addition]);
    if (addition.error) throw addition.error;
  }

  async #addAll(all: readonly Addition[]): Promise<void> {
    const [first] = all;
    if (first && all.length === 1) return this.#addOne(first);
    try {
      await this.#database.run(ADD_ALL, columns(all));
    } catch (error) {
      const isOfAll =
        isSolanoError(error, 'store_unavailable') || isSolanoError(error, 'overloaded');
      if (isOfAll) throw error;
      // One of them cannot be added: each is to hear of its own fate.
      for (const each of all) await this.#addOrNote(each);
    }
  }

  async #addOrNote(addition: Addition): Promise<void> {
    try {
      await this.#addOne(addition);
    } catch (error) {
      addition.error = error as Error;
    }
  }

  async #addOne({ purchase, series }: Addition): Promise<void> {
    await this.#database.run(ADD, additionValues(purchase, series));
  }
}

/** The values of a purchase in the order of the statements that add one. */
export function additionValues(purchase: Purchase, series: JsonText): Value[] {
  const { id, customerId, user, retailer, status, error, rows } = purchase;
  const { requestId, createdAt, updatedAt } = purchase;
  const owned = [id, customerId, user, retailer, status, error, rows];
  return [...owned, requestId, createdAt, updatedAt, series];
}

/** The same, an array for each of them. */
function columns(all: readonly Addition[]): Value[] {
  return [
    all.map(({ purchase }) => purchase.id),
    all.map(({ purchase }) => purchase.customerId),
    all.map(({ purchase }) => purchase.user),
    all.map(({ purchase }) => purchase.retailer),
    all.map(({ purchase }) => purchase.status),
    all.map(({ purchase }) => purchase.error),
    all.map(({ purchase }) => purchase.rows),
    all.map(({ purchase }) => purchase.requestId),
    all.map(({ purchase }) => timestamp(purchase.createdAt)),
    all.map(({ purchase }) => timestamp(purchase.updatedAt)),
    all.map(({ series }) => series),
  ];
}
