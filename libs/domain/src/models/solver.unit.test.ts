import { describe, expect, test } from 'vitest';
import type { LinearProgram } from './solver.ts';
import { loadHighs, Solver } from './solver.ts';

type Highs = Awaited<ReturnType<typeof loadHighs>>;

/** max 30x + 50y, x + 2y ≤ 40, 2x + y ≤ 50, as a minimum: at x = 20, y = 10. */
const workshop: LinearProgram = {
  numCols: 2,
  numRows: 2,
  colCost: [-30, -50],
  colLower: [0, 0],
  colUpper: [Infinity, Infinity],
  rowLower: [-Infinity, -Infinity],
  rowUpper: [40, 50],
  matrix: {
    format: 'csc',
    numRows: 2,
    numCols: 2,
    starts: [0, 2, 4],
    indices: [0, 1, 0, 1],
    values: [1, 2, 2, 1],
  },
};
const infeasible: LinearProgram = { ...workshop, rowUpper: [-1, 50] };
const unbounded: LinearProgram = { ...workshop, colLower: [-Infinity, 0], colCost: [1, 0] };
const malformed: LinearProgram = { ...workshop, colCost: [Number.NaN, -50] };

const failed = { code: 'computation_failed', cause: expect.any(Error) };

describe('an optimum', () => {
  test('is found', async () => {
    expect([...(await new Solver().optimum(workshop))]).toEqual([20, 10]);
  });

  test.each([
    ['no feasible point', infeasible],
    ['no least value', unbounded],
    ['no programme', malformed],
  ])('%s', async (_, program) => {
    const solver = new Solver();
    await expect(solver.optimum(program)).rejects.toMatchObject(failed);
    expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
  });
});

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
      format: 'csc',
      numRows: size,
      numCols: size + 1,
      starts: [...places, size, size + 1].map((column) => column * size),
      indices: [...places, size].flatMap(() => places),
      values: [...a, ...places.map(() => -1)],
    },
  };
}

test('one on which the simplex method stalls is found all the same', async () => {
  const optimum = await new Solver().optimum(badlyScaled());
  // x = 0 is one.
  expect(optimum.at(-1)).toBeCloseTo(0, 6);
});

describe('loading', () => {
  test('waits until there is something to solve, and happens once', async () => {
    let loads = 0;
    const solver = new Solver(() => {
      loads += 1;
      return loadHighs();
    });
    expect(loads).toBe(0);
    await Promise.all([solver.optimum(workshop), solver.optimum(workshop)]);
    await solver.optimum(workshop);
    expect(loads).toBe(1);
  });

  test('that failed is tried again', async () => {
    let loads = 0;
    const solver = new Solver(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no such file');
      return loadHighs();
    });
    await expect(solver.optimum(workshop)).rejects.toMatchObject(failed);
    expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
  });
});

describe('an instance that aborts', () => {
  /** What answers nothing but that it was aborted. */
  const dead = new Proxy({} as Highs, {
    get(_, name) {
      // Asked for by whoever awaits it.
      if (name === 'then') return undefined;
      throw new Error('Aborted().');
    },
  });

  function aborting() {
    let loads = 0;
    return new Solver(async () => {
      loads += 1;
      return loads === 1 ? dead : loadHighs();
    });
  }

  test('is replaced for the next call', async () => {
    const solver = aborting();
    await expect(solver.optimum(workshop)).rejects.toMatchObject(failed);
    expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
  });

  test('takes no other call with it', async () => {
    const solver = aborting();
    const [first, second] = await Promise.allSettled([
      solver.optimum(workshop),
      solver.optimum(workshop),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: failed });
    expect(second).toMatchObject({ status: 'fulfilled', value: Float64Array.of(20, 10) });
  });
});

test('the memory of many solutions does not add up, and each is the same', async () => {
  let highs: Highs | undefined;
  const solver = new Solver(async () => {
    highs = await loadHighs();
    return highs;
  });
  const first = await solver.optimum(workshop);
  const before = highs?.memoryBytes;
  for (let i = 0; i < 300; i += 1) expect(await solver.optimum(workshop)).toEqual(first);
  expect(highs?.memoryBytes).toBe(before);
});
