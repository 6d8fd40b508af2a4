interface Group<T> {
  readonly items: T[];
  readonly written: Promise<void>;
}

/**
 * While a write runs, collects further items and writes them together when it ends: many callers
 * then share one statement or transaction. An item that finds no write running is written at once.
 */
export class GroupCommit<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  readonly #max: number;
  #open: Group<T> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param write writes all or none; its error is that of every caller in the group.
   * @param max items of a group, of the last caller's some more.
   */
  constructor(write: (items: readonly T[]) => Promise<void>, max: number) {
    this.#write = write;
    this.#max = max;
  }

  /** Resolves when the items are written, all of them in one group. */
  add(items: readonly T[]): Promise<void> {
    if (!this.#open || this.#open.items.length >= this.#max) this.#open = this.#next();
    this.#open.items.push(...items);
    return this.#open.written;
  }

  #next(): Group<T> {
    const items: T[] = [];
    const written = this.#last.then(() => {
      if (this.#open?.items === items) this.#open = undefined;
      return this.#write(items);
    });
    // The callers of the group get the error.
    this.#last = written.catch(() => undefined);
    return { items, written };
  }
}
