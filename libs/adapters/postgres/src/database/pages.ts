import type { ListPosition, Page, Rows } from '@solano/domain/kernel';
import { type ListCount, Prisma } from '../generated/prisma/browser.ts';
import { selectRows } from './row-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { Run } from './statement.ts';
import { tableOf } from './table.ts';

/** Rows that one statement fetches at most, so that a list of any length takes little memory. */
const SLICE = 1_000;

/** The rows that a statement fetches: those from `offset` on, counted from behind a position where one is given. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  readonly after: ListPosition | undefined;
  /** Only rows up to this position, it included. */
  readonly upTo?: ListPosition | undefined;
}

/** The statement of a list. */
export interface Listing<Row> {
  /** In the order of the list; in a snapshot, where one is given, with what it runs. */
  rows(slice: Slice, run?: Run): Promise<Row[]>;
  position(row: Row): ListPosition;
}

/** The position of an upload in a list of them, newest first. */
export function uploadPosition({
  uploadedAt,
  id,
}: {
  readonly uploadedAt: Date;
  readonly id: string;
}): ListPosition {
  return { key: uploadedAt.toISOString(), id };
}

/** The statement of a list that has no rows. */
export const NO_ROWS: Listing<never> = {
  rows: async () => [],
  position: () => ({ key: '', id: '' }),
};

/**
 * The rows of a page, fetched as they are read. One whose end was asked for ends there: where rows were added or
 * removed since, it has more or fewer of them than its limit, and no row is left out or repeated at the next.
 *
 * @param open opens the snapshot that a list is read from which is longer than one statement's rows;
 *   without it each statement sees what is there then: for rows that are added and removed but
 *   never changed.
 */
export function pages<Row>(
  page: Page,
  listing: Listing<Row>,
  open?: () => Pick<Snapshot, 'read' | 'end'>,
): Rows<Row> {
  return new PageRows(page, listing, open?.());
}

class PageRows<Row> implements Rows<Row> {
  readonly #page: Page;
  readonly #listing: Listing<Row>;
  readonly #snapshot: Pick<Snapshot, 'read' | 'end'> | undefined;
  #first: Promise<Row[]> | undefined;
  /** Where the page ends, once that was asked for: the next one begins there, whatever came between. */
  #end: { readonly upTo: ListPosition | undefined } | undefined;

  constructor(
    page: Page,
    listing: Listing<Row>,
    snapshot: Pick<Snapshot, 'read' | 'end'> | undefined,
  ) {
    this.#page = page;
    this.#listing = listing;
    this.#snapshot = snapshot;
  }

  async last(): Promise<ListPosition | undefined> {
    const { offset, limit, after } = this.#page;
    const first = await this.#begin();
    if (limit === undefined || limit === 0 || first.length <= Math.min(limit, SLICE))
      return undefined;
    if (limit <= SLICE) return this.#listing.position(first[limit - 1] as Row);
    const [last, next] = await this.#fetch({ offset: offset + limit - 1, limit: 2, after });
    const upTo = last && next && this.#listing.position(last);
    this.#end = { upTo };
    return upTo;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    const { offset, limit = Infinity, after } = this.#page;
    try {
      const first = await this.#begin();
      if (limit <= SLICE || first.length <= SLICE) {
        // `yield*` would take half as long again.
        for (const row of first.slice(0, limit)) yield row;
        return;
      }
      let slice: Slice = { offset, limit: SLICE, after, ...this.#end };
      for (let left = this.#end ? Infinity : limit; left > 0; left -= SLICE) {
        const rows = await this.#fetch({ ...slice, limit: Math.min(left, SLICE) });
        const last = rows.at(-1);
        // Whoever reads the rows may change them.
        if (last) slice = { ...slice, offset: 0, after: this.#listing.position(last) };
        for (const row of rows) yield row;
        if (rows.length < SLICE) return;
      }
    } finally {
      await this.#snapshot?.end();
    }
  }

  /** The rows that come first, and one more than a page or a statement has. */
  #begin(): Promise<Row[]> {
    const { offset, limit = Infinity, after } = this.#page;
    const slice = { offset, limit: Math.min(limit, SLICE) + 1, after };
    this.#first ??= limit === 0 ? Promise.resolve([]) : this.#listing.rows(slice);
    return this.#first;
  }

  #fetch(slice: Slice): Promise<Row[]> {
    if (!this.#snapshot) return this.#listing.rows(slice);
    return this.#snapshot.read((run) => this.#listing.rows(slice, run));
  }
}

const COUNTS = tableOf<ListCount>('list_count', Prisma.ListCountScalarFieldEnum);

/** How many rows of a list a customer or a plant has: as many as are committed. */
export async function countOf(
  run: Run,
  ownerId: string,
  list: 'plants' | 'outage_uploads' | 'unavailabilities',
): Promise<number> {
  const [found] = await run(...selectRows(COUNTS, { ownerId, list }));
  return found?.rows ?? 0;
}
