import { isSolanoError } from '@solano/domain/kernel';
import { GroupCommit } from '../database/group-commit.ts';
import type { Statement, Value } from '../database/statement.ts';
import type { StatementDatabase } from '../database/statement-store.ts';
import { arraysOf, type PurchaseAddition, valuesOf } from './addition-input.ts';
import { ADD, ADD_ALL } from './addition-statements.ts';

/** Purchases that are added in one statement. */
const BATCH_SIZE = 50;
/** Errors that none of the additions in a statement has caused. */
const OF_ALL = ['store_unavailable', 'store_full', 'overloaded'] as const;
/** A longer series goes alone: as an element of an array it would be copied and escaped. */
const SMALL_SERIES = 16 * 1024;

interface PendingAddition {
  readonly addition: PurchaseAddition;
  /** Whether it was added; false: too many wait. */
  isAdded: boolean;
  /** Why this one could not be added, while others of its group were. */
  error?: Error;
}

/** Adds purchases; small ones that come at the same time in one statement. */
export class PurchaseAdditions {
  readonly #database: StatementDatabase;
  readonly #group = new GroupCommit<PendingAddition>((all) => this.#addAll(all), BATCH_SIZE);

  constructor(database: StatementDatabase) {
    this.#database = database;
  }

  /** Returns whether it was added; false: too many of its customer wait. */
  async add(addition: PurchaseAddition): Promise<boolean> {
    const pending: PendingAddition = { addition, isAdded: false };
    if (addition.series.length > SMALL_SERIES) await this.#addOne(pending);
    else await this.#group.add([pending]);
    if (pending.error) throw pending.error;
    return pending.isAdded;
  }

  async #addAll(all: readonly PendingAddition[]): Promise<void> {
    const [first] = all;
    if (first && all.length === 1) return this.#addOne(first);
    try {
      await this.#run(ADD_ALL, all, arraysOf(all.map(({ addition }) => addition)));
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
    await this.#run(ADD, [pending], valuesOf(pending.addition));
  }

  async #run(
    statement: Statement<{ readonly id: string }>,
    all: readonly PendingAddition[],
    values: readonly Value[],
  ): Promise<void> {
    const rows = await this.#database.run(statement, values);
    const ids = new Set(rows.map(({ id }) => id));
    for (const each of all) each.isAdded = ids.has(each.addition.purchase.id);
  }
}
