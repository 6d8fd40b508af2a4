import { expect, test } from 'vitest';
import { batchesOf, batchesOfRows } from './batches.ts';

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
