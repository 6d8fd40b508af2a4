import type { LinearProgram, LinearSolver } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';

/** max 30x + 50y, x + 2y ≤ 40, 2x + y ≤ 50, as a minimum: at x = 20, y = 10. */
export const workshop: LinearProgram = {
  numCols: 2,
  numRows: 2,
  colCost: [-30, -50],
  colLower: [0, 0],
  colUpper: [Infinity, Infinity],
  rowLower: [-Infinity, -Infinity],
  rowUpper: [40, 50],
  matrix: {
    starts: [0, 2, 4],
    indices: [0, 1, 0, 1],
    values: [1, 2, 2, 1],
  },
};
const infeasible: LinearProgram = { ...workshop, rowUpper: [-1, 50] };
const unbounded: LinearProgram = { ...workshop, colLower: [-Infinity, 0], colCost: [1, 0] };
const malformed: LinearProgram = { ...workshop, colCost: [Number.NaN, -50] };

/** What every LinearSolver does. */
export function linearSolverContract(name: string, open: () => LinearSolver): void {
  describe(`LinearSolver: ${name}`, () => {
    test('the solver finds an optimum', async () => {
      expect([...(await open().optimum(workshop))]).toEqual([20, 10]);
    });

    test.each([
      ['a programme without a feasible point', infeasible],
      ['a programme without a least value', unbounded],
      ['a programme that holds what is not a number', malformed],
    ])('the solver rejects %s, and solves the next one', async (_, program) => {
      const solver = open();
      await expect(solver.optimum(program)).rejects.toMatchObject({ code: 'computation_failed' });
      expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
    });

    test('the solver finds the optimum of a badly scaled programme', async () => {
      const optimum = await open().optimum(badlyScaled());
      // x = 0 is one.
      expect(optimum.at(-1)).toBeCloseTo(0, 6);
    });

    test('the solver finds the same optimum for the same programme, also several at once', async () => {
      const solver = open();
      const first = await solver.optimum(badlyScaled());
      const others = await Promise.all([1, 2, 3].map(() => solver.optimum(badlyScaled())));
      expect(others).toEqual([first, first, first]);
    });
  });
}

/** min t, t ≥ every row of Ax, 0 ≤ x ≤ 1: A 40 × 40, of columns up to nine orders of magnitude apart. */
function badlyScaled(): LinearProgram {
  const size = 40;
  const places = Array.from({ length: size }, (_, i) => i);
  let state = 6_762_840;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const scales = places.map(() => 10 ** (-9 * random()));
  const a = scales.flatMap((scale) => places.map(() => scale * (random() - 0.5)));
  return {
    numCols: size + 1,
    numRows: size,
    colCost: [...places.map(() => 0), 1],
    colLower: [...places.map(() => 0), -Infinity],
    colUpper: [...places.map(() => 1), Infinity],
    rowLower: places.map(() => -Infinity),
    rowUpper: places.map(() => 0),
    matrix: {
      starts: [...places, size, size + 1].map((column) => column * size),
      indices: [...places, size].flatMap(() => places),
      values: [...a, ...places.map(() => -1)],
    },
  };
}
