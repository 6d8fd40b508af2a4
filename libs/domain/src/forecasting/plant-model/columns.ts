/** The values of each item, item by item, as columns. */
export function columnsOf<Item>(
  items: readonly Item[],
  valuesOf: (item: Item, row: number) => readonly number[],
): Float64Array[] {
  const columns: Float64Array[] = [];
  items.forEach((item, row) => {
    valuesOf(item, row).forEach((value, i) => {
      columns[i] ??= new Float64Array(items.length);
      columns[i][row] = value;
    });
  });
  return columns;
}
