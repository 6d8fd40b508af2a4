import type { Addition, JsonText, Purchase } from '@solano/domain';
import { isSolanoError } from '@solano/domain';
import { entryValues } from '../audit/write-audit.ts';
import type { PostgresDatabase, Value } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
import type { Statement } from '../database/statement.ts';
import { timestamp } from '../database/values.ts';
import { ADD, ADD_ALL } from './purchase-statements.ts';

/** Purchases that are added in one statement. */
const BATCH_SIZE = 50;
/** A longer series goes alone: as an element of an array it would be copied and escaped. */
const SMALL_SERIES = 16 * 1024;

interface PendingAddition {
  readonly purchase: Purchase;
  readonly series: JsonText;
  readonly values: readonly Value[];
  /** Whether it was added; false: too many wait. */
  isAdded: boolean;
  /** Why this one could not be added, while others of its group were. */
  error?: Error;
}

/** Adds purchases; small ones that come at the same time in one statement. */
export class PurchaseAdditions {
  readonly #database: PostgresDatabase;
  readonly #group = new GroupCommit<PendingAddition>((all) => this.#addAll(all), BATCH_SIZE);

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** False where too many purchases of the customer wait. */
  async add(purchase: Purchase, series: JsonText, addition: Addition): Promise<boolean> {
    const values = additionValues(purchase, series, addition);
    const pending: PendingAddition = { purchase, series, values, isAdded: false };
    if (series.length > SMALL_SERIES) await this.#addOne(pending);
    else await this.#group.add([pending]);
    if (pending.error) throw pending.error;
    return pending.isAdded;
  }

  async #addAll(all: readonly PendingAddition[]): Promise<void> {
    const [first] = all;
    if (first && all.length === 1) return this.#addOne(first);
    try {
      await this.#run(ADD_ALL, all, columns(all));
    } catch (error) {
      const isOfAll =
        isSolanoError(error, 'store_unavailable') || isSolanoError(error, 'overloaded');
      if (isOfAll) throw error;
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
    await this.#run(ADD, [pending], pending.values);
  }

  async #run(
    statement: Statement<{ readonly id: string }>,
    all: readonly PendingAddition[],
    values: readonly Value[],
  ): Promise<void> {
    const rows = await this.#database.run(statement, values);
    const ids = new Set(rows.map(({ id }) => id));
    for (const each of all) each.isAdded = ids.has(each.purchase.id);
  }
}

/** The values of a purchase in the order of the statements that add one. */
export function additionValues(
  purchase: Purchase,
  series: JsonText,
  { entry, maxWaiting }: Addition,
): Value[] {
  const { id, customerId, user, retailer, status, error, rows } = purchase;
  const { requestId, createdAt, updatedAt } = purchase;
  const owned = [id, customerId, user, retailer, status, error, rows];
  const times = [createdAt, updatedAt];
  return [...owned, requestId, ...times, series, ...entryValues(entry), maxWaiting ?? null];
}

/** The same, an array for each of them. */
function columns(all: readonly PendingAddition[]): Value[] {
  const [first] = all;
  return (first?.values ?? []).map((_, column) =>
    all.map(({ values }) => {
      const value = values[column];
      return value instanceof Date ? timestamp(value) : (value as string | number | null);
    }),
  );
}
