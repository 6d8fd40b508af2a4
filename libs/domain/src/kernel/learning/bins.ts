/** Bins of a feature besides the one of missing values. */
const MAX_BINS = 64;

/** The values of a feature by row, NaN where missing. */
export type Column = Float32Array | Float64Array;

/** Where each feature is cut: ascending upper bounds of its bins but the last. */
export type BinEdges = readonly Float64Array[];

/** Rows of features as bin numbers: one column a feature. Bin 0 holds missing values. */
export interface BinnedRows {
  readonly rows: number;
  readonly columns: readonly Uint8Array[];
}

/** Edges at equal shares of each column's values; as many as there are distinct values, at most 63. */
export function findEdges(columns: readonly Column[]): BinEdges {
  const room = new Float64Array(columns[0]?.length ?? 0);
  return columns.map((column) => {
    const values = knownOf(column, room).sort();
    const edges: number[] = [];
    for (let bin = 1; bin < MAX_BINS; bin += 1) {
      const at = Math.floor((bin * values.length) / MAX_BINS);
      if (at < 1) continue;
      const edge = Math.fround(((values[at - 1] as number) + (values[at] as number)) / 2);
      const last = edges.at(-1);
      if (edge < (values.at(-1) as number) && (last === undefined || edge > last)) edges.push(edge);
    }
    return Float64Array.from(edges);
  });
}

/** The values that are not missing, written into the room that is given. */
function knownOf(column: Column, room: Float64Array): Float64Array {
  let known = 0;
  for (const value of column) {
    if (!Number.isNaN(value)) room[known++] = value;
  }
  return room.subarray(0, known);
}

/** Puts the values of rows, by default all, of each column into the bins of its edges. */
export function binRows(
  columns: readonly Column[],
  edges: BinEdges,
  rows = allRows(columns[0]?.length ?? 0),
): BinnedRows {
  const binned = columns.map((column, f) => binColumn(column, edges[f] as Float64Array, rows));
  return { rows: rows.length, columns: binned };
}

/** The numbers of so many rows. */
export function allRows(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => row);
}

function binColumn(column: Column, edges: Float64Array, rows: Int32Array): Uint8Array {
  const bins = new Uint8Array(rows.length);
  for (let row = 0; row < rows.length; row += 1) {
    const value = column[rows[row] as number] as number;
    bins[row] = Number.isNaN(value) ? 0 : 1 + countBelow(edges, value);
  }
  return bins;
}

/** How many edges lie below a value. */
function countBelow(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
