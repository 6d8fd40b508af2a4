/** Bins of a feature besides the one of missing values. */
const MAX_BINS = 64;

/** Where each feature is cut: ascending upper bounds of its bins but the last. */
export type BinEdges = readonly Float64Array[];

/** Rows of features as bin numbers: one column a feature. Bin 0 holds missing values. */
export interface BinnedRows {
  readonly rows: number;
  readonly columns: readonly Uint8Array[];
}

/** Edges at equal shares of each column's values; as many as there are distinct values, at most 63. */
export function findEdges(columns: readonly Float64Array[]): BinEdges {
  return columns.map((column) => {
    const values = column.filter((value) => !Number.isNaN(value)).sort();
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

/** Puts the values of each column into the bins of its edges. */
export function binRows(columns: readonly Float64Array[], edges: BinEdges): BinnedRows {
  const rows = columns[0]?.length ?? 0;
  return { rows, columns: columns.map((column, f) => binColumn(column, edges[f] as Float64Array)) };
}

function binColumn(column: Float64Array, edges: Float64Array): Uint8Array {
  const bins = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row += 1) {
    const value = column[row] as number;
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
