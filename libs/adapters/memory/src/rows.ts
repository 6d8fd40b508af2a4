import type { ListPosition, Page, Rows } from '@solano/domain/kernel';
import { copied } from './copied.ts';

/** How a list is ordered. */
interface Order<Row> {
  /** Negative if the row is before the position. */
  readonly compare: (row: Row, position: ListPosition) => number;
  readonly position: (row: Row) => ListPosition;
}

/** The rows of a page of a list, as it is when the first of them is read. */
export function rowsOf<Row>(
  page: Page,
  { compare, position }: Order<Row>,
  all: () => readonly Row[],
): Rows<Row> {
  const { offset, limit = Infinity, after } = page;
  let found: readonly Row[] | undefined;
  const read = () => {
    found ??= copied(all().toSorted((a, b) => compare(a, position(b)))).filter(
      (row) => !after || compare(row, after) > 0,
    );
    return found;
  };
  return {
    async last() {
      const [last, next] = limit > 0 ? read().slice(offset + limit - 1, offset + limit + 1) : [];
      return last && next && position(last);
    },
    async *[Symbol.asyncIterator]() {
      yield* read().slice(offset, offset + limit);
    },
  };
}

/** Uploads, newest first. */
export const NEWEST_FIRST: Order<{ readonly id: string; readonly uploadedAt: Date }> = {
  compare({ id, uploadedAt }, position) {
    const byTime = Date.parse(position.key) - uploadedAt.getTime();
    return byTime || compareIds(position.id, id);
  },
  position: ({ id, uploadedAt }) => ({ key: uploadedAt.toISOString(), id }),
};

export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
