import { expect, test } from 'vitest';
import { mapInSlices, NO_PAUSE } from './slices.ts';

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
