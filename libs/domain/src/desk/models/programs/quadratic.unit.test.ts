import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minPoint, objectiveAt, type QuadraticProgram } from './quadratic.ts';

const none = [0, 0, 0];
const flat = [none, none, none];

describe('the optimum worked by hand', () => {
  test.each<[string, Partial<QuadraticProgram>, number[]]>([
    // -4a + ½·40a², the rest in the first: a = 0.1.
    [
      'a balance',
      {
        costs: [0, -4],
        risk: [
          [0, 0],
          [0, 40],
        ],
        caps: [1, 1],
      },
      [0.9, 0.1],
    ],
    [
      'stopped by a cap',
      {
        costs: [0, -4],
        risk: [
          [0, 0],
          [0, 2],
        ],
        caps: [1, 1],
      },
      [0, 1],
    ],
    [
      'no gain',
      {
        costs: [0, 4],
        risk: [
          [0, 0],
          [0, 2],
        ],
        caps: [1, 1],
      },
      [1, 0],
    ],
    // Two alike and independent share the risk: 1² + 1² is less than 2².
    [
      'spread out',
      { costs: none, risk: [none, [0, 1, 0], [0, 0, 1]], caps: [0, 1, 1] },
      [0, 0.5, 0.5],
    ],
    // Opposite: half of each has none left.
    [
      'hedged',
      { costs: none, risk: [none, [0, 1, -1], [0, -1, 1]], caps: [0, 1, 1] },
      [0, 0.5, 0.5],
    ],
    ['no risk: the cheapest', { costs: [3, 1, 2], risk: flat, caps: [1, 1, 1] }, [0, 1, 0]],
    ['no risk, all alike: the first', { costs: none, risk: flat, caps: [1, 1, 1] }, [1, 0, 0]],
    ['only one', { costs: [7], risk: [[0]], caps: [1] }, [1]],
  ])('the optimum worked by hand is found for %s', (_, program, expected) => {
    const point = minPoint({ ...(program as QuadraticProgram), total: 1 });
    expect(point).toEqual(expected.map((each): unknown => expect.closeTo(each, 12)));
  });
});

const WHOLE = 10_000;

/** Programmes whose Q is BᵀB, some of it nearly or wholly flat, in units far apart. */
const programs = fc
  .record({
    costs: fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 4 }),
    factors: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), {
      minLength: 16,
      maxLength: 16,
    }),
    alike: fc.boolean(),
    unit: fc.constantFrom(1e-9, 1e-4, 1, 1e4),
    caps: fc.array(fc.oneof(fc.constantFrom(0, 3000, WHOLE), fc.integer({ min: 0, max: WHOLE })), {
      minLength: 4,
      maxLength: 4,
    }),
  })
  .map(({ costs, factors, alike, unit, caps }): QuadraticProgram => {
    const size = costs.length;
    const b = (row: number, i: number) => factors[row * 4 + (alike ? i % 2 : i)] as number;
    const q = (i: number, j: number) => {
      return [0, 1, 2, 3].reduce((sum, row) => sum + b(row, i) * b(row, j), 0) * unit;
    };
    const own = caps.slice(0, size);
    if (own.reduce((sum, cap) => sum + cap, 0) < WHOLE) own[0] = WHOLE;
    const risk = costs.map((_, i) => costs.map((__, j) => q(i, j)));
    return { costs, risk, caps: own, total: WHOLE };
  });

/** How large the slopes of the objective can be. */
function sizeOf({ costs, risk }: QuadraticProgram): number {
  return Math.max(...costs.map(Math.abs), ...risk.flat().map((q) => Math.abs(q) * WHOLE));
}

test('no exchange between two variables lowers the objective (Karush, Kuhn and Tucker)', () => {
  fc.assert(
    fc.property(programs, (program) => {
      const { costs, risk, caps } = program;
      const point = minPoint(program);
      expect(point.length).toBe(caps.length);
      expect(point.reduce((sum, n) => sum + n, 0)).toBeCloseTo(WHOLE, 6);
      const slopes = risk.map((row, i) => {
        return row.reduce((sum, q, j) => sum + q * (point[j] as number), costs[i] as number);
      });
      const size = sizeOf(program);
      point.forEach((n, i) => {
        expect(n >= 0 && n <= (caps[i] as number)).toBe(true);
        if (n === 0) return;
        const takers = slopes.filter((_, j) => (point[j] as number) < (caps[j] as number));
        const min = Math.min(...takers);
        expect(slopes[i]).toBeLessThanOrEqual(min + 1e-7 * size);
      });
    }),
    { numRuns: times(500) },
  );
});

test('no point of a grid is better', () => {
  const unit = WHOLE / 10;
  fc.assert(
    fc.property(programs, (program) => {
      const min = objectiveAt(program, minPoint(program));
      const noise = 1e-11 * WHOLE * sizeOf(program);
      const caps = program.caps.map((cap) => Math.floor(cap / unit));
      for (const steps of compositions(10, caps)) {
        const value = objectiveAt(
          program,
          steps.map((step) => step * unit),
        );
        expect(min).toBeLessThanOrEqual(value + noise);
      }
    }),
    { numRuns: times(100) },
  );
});

/** All ways of making up a sum from whole numbers up to the given caps. */
function compositions(sum: number, [cap, ...others]: readonly number[]): number[][] {
  if (cap === undefined) return sum === 0 ? [[]] : [];
  return Array.from({ length: Math.min(cap, sum) + 1 }, (_, n) => n).flatMap((n) => {
    return compositions(sum - n, others).map((rest) => [n, ...rest]);
  });
}
