import { describe, expect, test } from 'vitest';
import { splitFrom, tailProgram } from './tail-program.ts';

const RULE = { confidence: 0.5, tail_weight: 0.5 };
const zeros = Float64Array.of(0, 0, 0);
const slots = [
  { costs: [zeros, Float64Array.of(2e6, -1, 3), zeros], caps: [10_000, 4_000, 3_000] },
  { costs: [zeros], caps: [10_000] },
  { costs: [zeros, Float64Array.of(2e-3, 0, -4)], caps: [2_500, 10_000] },
];

describe('the programme of three slots and three days', () => {
  const program = tailProgram(slots, RULE);

  test('the programme has no variable for references: three shares, the threshold, three excesses', () => {
    expect(program.numCols).toBe(3 + 1 + 3);
    expect(program.colUpper.slice(0, 3)).toEqual([0.4, 0.3, 1]);
    expect(program.colCost.slice(3)).toEqual([0.5, 1 / 3, 1 / 3, 1 / 3]);
  });

  test('the programme has a row for each day, and one for the rest of each reference', () => {
    expect(program.numRows).toBe(3 + 3);
    expect(program.rowLower).toEqual([0, 0, 0, 0, 0, 0.75]);
    expect(program.rowUpper.slice(3)).toEqual([1, 1, 1]);
  });

  test('the programme counts the largest cost, and treats less than a millionth of it as none', () => {
    const { values } = program.matrix;
    expect(Array.from(values.slice(0, 4))).toEqual([-1, 0, -1.5e-6, 1]);
    expect(Array.from(values.slice(8, 12))).toEqual([0, 0, 2e-6, 1]);
  });
});

test('a solution is read back slot by slot; the reference has what is left', () => {
  const optimum = Float64Array.of(0.4, 0.12344, 0.75, 99, 99, 99, 99);
  expect(splitFrom(optimum, slots)).toEqual([[4_766, 4_000, 1_234], [10_000], [2_500, 7_500]]);
});
