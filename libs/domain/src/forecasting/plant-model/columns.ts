type ValuesOf<Item> = (item: Item, row: number) => readonly number[];

/** The values of each item, item by item, as columns. */
export function columnsOf<Item>(items: readonly Item[], valuesOf: ValuesOf<Item>): Float64Array[] {
  return fill(items, valuesOf, (length) => new Float64Array(length));
}

/** As {@link columnsOf}, in single precision: weather and power are known to fewer digits. */
export function featuresOf<Item>(items: readonly Item[], valuesOf: ValuesOf<Item>): Float32Array[] {
  return fill(items, valuesOf, (length) => new Float32Array(length));
}

function fill<Item, Column extends Float32Array | Float64Array>(
  items: readonly Item[],
  valuesOf: ValuesOf<Item>,
  make: (length: number) => Column,
): Column[] {
  const columns: Column[] = [];
  items.forEach((item, row) => {
    valuesOf(item, row).forEach((value, i) => {
      columns[i] ??= make(items.length);
      columns[i][row] = value;
    });
  });
  return columns;
}
