import type { SeriesItem } from '../models/split-inputs.ts';

/**
 * Rows of a session with the items that they are about, matched by label and occurrence; a row of a
 * label that was not submitted, or not as often, is left out.
 */
export function* matchedRows<Row extends { readonly datetime: string }>(
  rows: readonly Row[],
  items: readonly SeriesItem[],
): Generator<{ readonly row: Row; readonly item: number }> {
  const positions = positionsOf(items);
  // How many rows of a label there were, by its first position.
  const seen = new Uint32Array(items.length);
  for (const row of rows) {
    const own = positions.get(row.datetime);
    if (!own) continue;
    const first = own[0] as number;
    const item = own[seen[first] as number];
    seen[first] = (seen[first] as number) + 1;
    if (item !== undefined) yield { row, item };
  }
}

/** Cached for as long as the items are: each session of each output asks for them. */
const cached = new WeakMap<readonly SeriesItem[], ReadonlyMap<string, readonly number[]>>();

/** Positions of each label in the series, first occurrence first. */
function positionsOf(items: readonly SeriesItem[]): ReadonlyMap<string, readonly number[]> {
  const known = cached.get(items);
  if (known) return known;
  const positions = new Map<string, number[]>();
  items.forEach(({ label }, i) => {
    const own = positions.get(label);
    if (own) own.push(i);
    else positions.set(label, [i]);
  });
  cached.set(items, positions);
  return positions;
}
