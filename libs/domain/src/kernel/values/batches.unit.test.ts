import { expect, test } from 'vitest';
import { batchesOf, batchesOfRows, mapInSlices, NO_PAUSE } from './batches.ts';

test.each([
  { count: 0, sizes: [] },
  { count: 2, sizes: [2] },
  { count: 3, sizes: [3] },
  { count: 7, sizes: [3, 3, 1] },
])(
  'batches of three of $count values are in order, and none is empty',
  async ({ count, sizes }) => {
    const values = Array.from({ length: count }, (_, i) => i);
    async function* rows() {
      yield* values;
    }
    const batches = [...batchesOf(values, 3)];
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(values);
    const read: number[][] = [];
    for await (const batch of batchesOfRows(rows(), 3)) read.push(batch);
    expect(read).toEqual(batches);
  },
);

test('values are mapped in their order, with a pause after each two thousand', async () => {
  const values = Array.from({ length: 4_001 }, (_, i) => i);
  const mapped: number[] = [];
  const pausedAfter: number[] = [];
  const result = await mapInSlices(
    values,
    (value, index) => {
      mapped.push(index);
      return 2 * value;
    },
    async () => void pausedAfter.push(mapped.length),
  );
  expect(result).toEqual(values.map((value) => 2 * value));
  expect(pausedAfter).toEqual([2_000, 4_000]);
  expect(await mapInSlices([], String, NO_PAUSE)).toEqual([]);
});
