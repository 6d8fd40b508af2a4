/** The values in their order, so many at a time; the last batch may have fewer, and none is empty. */
export function* batchesOf<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** {@link batchesOf} of rows that are still being read. */
export async function* batchesOfRows<Row>(
  rows: AsyncIterable<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Lets others that wait for this thread have their turn. */
export type Pause = () => Promise<void>;

/** Does not pause: nobody else waits. */
export const NO_PAUSE: Pause = async () => {};

/** Values that are mapped in one piece: they take a few milliseconds. */
const SLICE = 2_000;

/** As `Array.map`, with a pause after each slice. */
export async function mapInSlices<Value, Result>(
  values: readonly Value[],
  map: (value: Value, index: number) => Result,
  pause: Pause,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % SLICE === 0) await pause();
    results.push(map(value, index));
  }
  return results;
}
