import { roundToShares, type Share, WHOLE } from '../shares.ts';
import type { LinearProgram, SparseColumns } from './linear-solver.ts';
import { daysOf, meanOf, type SlotCosts, type TailRule } from './tail-cost.ts';

/**
 * Costs below this part of the largest count as none. That changes less than the rounding of shares
 * does, and the solver may stall on programmes that reach over more orders of magnitude.
 */
const NEGLIGIBLE = 1e-6;

type Bounds = readonly [lower: number, upper: number];

/**
 * The linear programme of Rockafellar & Uryasev (Journal of Risk 2(3), 2000) that minimises the
 * rule over the shares n. With c the cost of each of the K days, t the threshold of the tail and z
 * what days cost above it: min (1−β)·mean(c) + β·(t + Σz / ((1−α)K)), z ≥ c − t, z ≥ 0. The n come
 * first, as {@link splitFrom} reads them; a slot's reference has none: its share is what the others
 * leave.
 */
export function tailProgram(slots: readonly SlotCosts[], rule: TailRule): LinearProgram {
  const { confidence, tail_weight: weight } = rule;
  const days = daysOf(slots);
  const matrix = new Columns(slots, days);
  const colCost: number[] = [];
  const colLower: number[] = [];
  const colUpper: number[] = [];
  const add = (cost: number, [lower, upper]: Bounds) => {
    colCost.push(cost);
    colLower.push(lower);
    colUpper.push(upper);
  };
  const largest = largestCost(slots);
  slots.forEach(({ costs, caps }, s) => {
    for (let i = 1; i < costs.length; i += 1) {
      const own = costs[i] as Float64Array;
      add((1 - weight) * scaled(meanOf(own), largest), [0, (caps[i] as Share) / WHOLE]);
      for (let k = 0; k < days; k += 1) matrix.put(k, scaled(-(own[k] as number), largest));
      matrix.put(days + s, 1);
      matrix.end();
    }
  });
  add(weight, [-Infinity, Infinity]);
  for (let k = 0; k < days; k += 1) matrix.put(k, 1);
  matrix.end();
  for (let k = 0; k < days; k += 1) {
    add(weight / ((1 - confidence) * days), [0, Infinity]);
    matrix.put(k, 1);
    matrix.end();
  }
  // First how far each day is above the threshold, then what the other sessions of a slot take.
  const lowers = slots.map(({ caps }) => 1 - (caps[0] as Share) / WHOLE);
  return {
    numCols: colCost.length,
    numRows: days + slots.length,
    colCost,
    colLower,
    colUpper,
    rowLower: [...Array.from({ length: days }, () => 0), ...lowers],
    rowUpper: [...Array.from({ length: days }, () => Infinity), ...slots.map(() => 1)],
    matrix,
  };
}

/** The matrix of a programme, built column by column in arrays of their final size. */
class Columns implements SparseColumns {
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
  #columns = 0;
  #entries = 0;

  constructor(slots: readonly SlotCosts[], days: number) {
    const shares = slots.reduce((sum, { costs }) => sum + costs.length - 1, 0);
    this.starts = new Int32Array(shares + 1 + days + 1);
    const entries = shares * (days + 1) + 2 * days;
    this.indices = new Int32Array(entries);
    this.values = new Float64Array(entries);
  }

  put(row: number, value: number): void {
    this.indices[this.#entries] = row;
    this.values[this.#entries] = value;
    this.#entries += 1;
  }

  end(): void {
    this.#columns += 1;
    this.starts[this.#columns] = this.#entries;
  }
}

/** A cost in the unit of the programme. */
function scaled(cost: number, largest: number): number {
  return Math.abs(cost) < NEGLIGIBLE * largest ? 0 : cost / largest;
}

/** The unit of the programme, as the tolerances of the solver are absolute. */
function largestCost(slots: readonly SlotCosts[]): number {
  let largest = 0;
  for (const { costs } of slots) {
    for (const own of costs) {
      for (let k = 0; k < own.length; k += 1) {
        const size = Math.abs(own[k] as number);
        if (size > largest) largest = size;
      }
    }
  }
  return largest === 0 ? 1 : largest;
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
