import type { Page } from '@solano/domain/kernel';

/** Rows that one statement fetches at most, so that a list of any length takes little memory. */
export const SLICE = 1_000;

/** The statements of a list. */
export interface Listing<Row> {
  /** The rows from `offset` on, `limit` of them at most. */
  rows(limit: number, offset: number): Promise<Row[]>;
  /** The ids of the same, in their order; all of them where there is no limit. Many in a row, with commas between them. */
  ids(limit: number | null, offset: number): Promise<readonly { readonly ids: string }[]>;
  /** The rows of these ids that are still there, in any order. */
  byIds(ids: readonly string[]): Promise<Row[]>;
}

/** The statements of a list that has no rows. */
export const NOTHING: Listing<never> = {
  rows: async () => [],
  ids: async () => [],
  byIds: async () => [],
};

/**
 * The rows of a page, fetched as they are read; no connection is held in between. A list longer
 * than one statement's rows is fixed by its ids first: whatever changes meanwhile, no row comes
 * twice, and none is missing that is there throughout.
 */
export async function* pages<Row extends { readonly id: string }>(
  { offset, limit = Infinity }: Page,
  listing: Listing<Row>,
): AsyncGenerator<Row> {
  if (limit === 0) return;
  const first = await listing.rows(Math.min(limit, SLICE), offset);
  if (limit <= SLICE || first.length < SLICE) {
    // `yield*` would take half as long again.
    for (const row of first) yield row;
    return;
  }
  for (const slice of await listing.ids(limit === Infinity ? null : limit, offset)) {
    const ids = slice.ids.split(',');
    const rows = new Map((await listing.byIds(ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      if (row) yield row;
    }
  }
}
