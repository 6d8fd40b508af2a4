import type { LinearProgram } from './linear-solver.ts';
import type { Share } from './shares.ts';
import { roundToShares, WHOLE } from './shares.ts';
import type { SlotCosts, TailRule } from './tail-cost.ts';
import { daysOf, meanOf } from './tail-cost.ts';

/**
 * Costs below this part of the largest count as none. That changes less than the rounding of shares
 * does, and the solver may stall on programmes that reach over more orders of magnitude.
 */
const NEGLIGIBLE = 1e-6;

type Bounds = readonly [lower: number, upper: number];

interface Column {
  readonly cost: number;
  readonly bounds: Bounds;
  /** The rows in which it has a coefficient, and those coefficients. */
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

/**
 * The linear programme of Rockafellar & Uryasev (Journal of Risk 2(3), 2000) that minimises the
 * rule over the shares n. With c the cost of each of the K days, t the threshold of the tail and z
 * what days cost above it: min (1−β)·mean(c) + β·(t + Σz / ((1−α)K)), z ≥ c − t, z ≥ 0. The n come
 * first, as {@link splitFrom} reads them; a slot's reference has none: its share is what the others
 * leave.
 */
export function tailProgram(slots: readonly SlotCosts[], rule: TailRule): LinearProgram {
  const { confidence, tail_weight: weight } = rule;
  const days = Array.from({ length: daysOf(slots) }, (_, k) => k);
  const threshold: Column = {
    cost: weight,
    bounds: [-Infinity, Infinity],
    rows: days,
    values: days.map(() => 1),
  };
  const excesses = days.map(
    (k): Column => ({
      cost: weight / ((1 - confidence) * days.length),
      bounds: [0, Infinity],
      rows: [k],
      values: [1],
    }),
  );
  const aboveThreshold = days.map((): Bounds => [0, Infinity]);
  const others = slots.map(({ caps }): Bounds => [1 - (caps[0] as Share) / WHOLE, 1]);
  const columns = [...shareColumns(slots, days, weight), threshold, ...excesses];
  return programOf(columns, [...aboveThreshold, ...others]);
}

function shareColumns(slots: readonly SlotCosts[], days: readonly number[], weight: number) {
  const largest = largestCost(slots);
  const scaled = (cost: number) => {
    return Math.abs(cost) < NEGLIGIBLE * largest ? 0 : cost / largest;
  };
  return slots.flatMap(({ costs, caps }, s) => {
    const rows = [...days, days.length + s];
    return costs.slice(1).map(
      (own, i): Column => ({
        cost: (1 - weight) * scaled(meanOf(own)),
        bounds: [0, (caps[i + 1] as Share) / WHOLE],
        rows,
        values: [...own.map((cost) => scaled(-cost)), 1],
      }),
    );
  });
}

/** The unit of the programme, as the tolerances of the solver are absolute. */
function largestCost(slots: readonly SlotCosts[]): number {
  let largest = 0;
  for (const { costs } of slots) {
    for (const cost of costs.flatMap((own) => [...own])) {
      if (Math.abs(cost) > largest) largest = Math.abs(cost);
    }
  }
  return largest === 0 ? 1 : largest;
}

function programOf(columns: readonly Column[], rows: readonly Bounds[]): LinearProgram {
  const starts = [0];
  for (const column of columns) starts.push((starts.at(-1) as number) + column.rows.length);
  return {
    numCols: columns.length,
    numRows: rows.length,
    colCost: columns.map(({ cost }) => cost),
    colLower: columns.map(({ bounds }) => bounds[0]),
    colUpper: columns.map(({ bounds }) => bounds[1]),
    rowLower: rows.map(([lower]) => lower),
    rowUpper: rows.map(([, upper]) => upper),
    matrix: {
      starts,
      indices: columns.flatMap((column) => column.rows),
      values: columns.flatMap((column) => column.values),
    },
  };
}

/** The shares of each slot in an optimum of its {@link tailProgram}. */
export function splitFrom(optimum: Float64Array, slots: readonly SlotCosts[]): Share[][] {
  let next = 0;
  return slots.map(({ caps }) => {
    const others = optimum.subarray(next, next + caps.length - 1);
    next += others.length;
    const left = others.reduce((rest, fraction) => rest - fraction, 1);
    return roundToShares([left, ...others]);
  });
}
