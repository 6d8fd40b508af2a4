import { expect, test } from 'vitest';
import { isPlausible } from './plausible.ts';

test.each([
  [160_800_000, 134, true],
  [160_800_001, 134, false],
  [-1_530_000, 30.6, true],
  [-1_530_001, 30.6, false],
  [0, 0, true],
  [1, 0, false],
])('%i micro-MW of a plant of %f MW is plausible: %s', (microMw, installed, expected) => {
  expect(isPlausible(microMw, installed)).toBe(expected);
});
