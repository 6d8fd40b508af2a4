import type { Page } from '@solano/domain';

/** Rows that one statement fetches at most, so that a list of any length takes little memory. */
const SIZE = 1_000;

/**
 * The rows of a page, fetched as they are asked for; no connection is held in between.
 *
 * @param fetch gives the rows after the last one that it gave before: `limit` of them from `offset`
 * on, fewer only when there are no more.
 */
export async function* pages<Row>(
  { offset, limit = Infinity }: Page,
  fetch: (last: Row | undefined, limit: number, offset: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  let left = limit;
  let skipped = offset;
  while (left > 0) {
    const size = Math.min(left, SIZE);
    const rows = await fetch(last, size, skipped);
    // The cursor is a copy: the rows are the caller's own.
    last = structuredClone(rows.at(-1));
    yield* rows;
    if (rows.length < size) return;
    left -= size;
    skipped = 0;
  }
}
