import { linearSolverContract, workshop } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import { HighsInstance } from '../src/highs-instance.ts';
import { HighsLinearSolver } from '../src/linear-solver.ts';

const failed = { code: 'computation_failed', cause: expect.any(Error) };

linearSolverContract('HiGHS', () => new HighsLinearSolver());

describe('loading the solver', () => {
  test('loading the solver waits for the first programme, and happens once', async () => {
    let loads = 0;
    const solver = new HighsLinearSolver(() => {
      loads += 1;
      return HighsInstance.load();
    });
    expect(loads).toBe(0);
    await Promise.all([solver.optimum(workshop), solver.optimum(workshop)]);
    await solver.optimum(workshop);
    expect(loads).toBe(1);
  });

  test('loading the solver is retried after it failed', async () => {
    let loads = 0;
    const solver = new HighsLinearSolver(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no such file');
      return HighsInstance.load();
    });
    await expect(solver.optimum(workshop)).rejects.toMatchObject(failed);
    expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
  });
});

describe('an instance that aborts', () => {
  /** A solver that always reports that it was aborted. */
  const dead = new Proxy({} as HighsInstance, {
    get(_, name) {
      // Read when it is awaited.
      if (name === 'then') return undefined;
      throw new Error('Aborted().');
    },
  });

  function aborting() {
    let loads = 0;
    return new HighsLinearSolver(async () => {
      loads += 1;
      return loads === 1 ? dead : HighsInstance.load();
    });
  }

  test('an instance that aborts is replaced for the next call', async () => {
    const solver = aborting();
    await expect(solver.optimum(workshop)).rejects.toMatchObject(failed);
    expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
  });

  test('an instance that aborts does not affect other calls', async () => {
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
  let highs: HighsInstance | undefined;
  const solver = new HighsLinearSolver(async () => {
    highs = await HighsInstance.load();
    return highs;
  });
  const first = await solver.optimum(workshop);
  const before = highs?.memoryBytes;
  for (let i = 0; i < 300; i += 1) expect(await solver.optimum(workshop)).toEqual(first);
  expect(highs?.memoryBytes).toBe(before);
});

test('a programme for which HiGHS has no memory is rejected, and the next one is solved', async () => {
  const solver = new HighsLinearSolver();
  // Two and a half thousand million bytes, none of which is touched.
  const colCost = new Float64Array(312_500_000) as unknown as readonly number[];
  const cause = expect.objectContaining({ message: expect.stringMatching(/^HiGHS has no memory/) });
  await expect(solver.optimum({ ...workshop, colCost })).rejects.toMatchObject({
    ...failed,
    cause,
  });
  expect([...(await solver.optimum(workshop))]).toEqual([20, 10]);
});
