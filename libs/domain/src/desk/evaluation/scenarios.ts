import { clockQuarter } from '@solano/domain/kernel';
import { type DayErrors, minutesWithin, quartersOf, type Session } from '@solano/domain/market';
import type { PastDaysOfSlots } from '../models/slots/slots.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExactTrades } from './cost.ts';
import type { Fraction } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/** The quarters of the clock that an item lies in, and its minutes in each. */
type ClockParts = readonly { readonly clock: number; readonly minutes: number }[];

/**
 * Costs of a purchase if predictions were off as on past days, each as likely: the scenarios of
 * model 5, with all delivery days of a purchase off as on the same past day.
 */
export class Scenarios {
  readonly #past: PastDaysOfSlots;
  /** Items at the same time of day share their parts. */
  readonly #parts: readonly ClockParts[];
  /** Minutes × errors of the parts on each day; undefined where a quarter has no errors. */
  readonly #rows = new Map<readonly DayErrors[], Map<ClockParts, Float64Array | undefined>>();

  constructor(items: readonly SeriesItem[], past: PastDaysOfSlots) {
    this.#past = past;
    this.#parts = partsOf(items);
  }

  /**
   * The mean of the dearest tenth of the scenarios, the number of these rounded up. Null where a
   * trade's session has no history.
   *
   * @param cost at predicted prices, in the units of `exact`.
   */
  dearestTenth(exact: ExactTrades, trades: readonly ItemTrade[], cost: bigint): Fraction | null {
    const { count } = this.#past;
    const exposures = count > 0 && this.#exposures(exact, trades);
    if (!exposures) return null;
    const tenth = Math.ceil(count / 10);
    const extra = dearestSum([...exposures.values()], [...exposures.keys()], count, tenth);
    const { num, den } = exact.euros(BigInt(tenth) * cost + extra);
    return { num, den: den * BigInt(tenth) };
  }

  /** Traded MW × percent by the errors that they are exposed to. */
  #exposures(
    exact: ExactTrades,
    trades: readonly ItemTrade[],
  ): ReadonlyMap<Float64Array, bigint> | undefined {
    const exposures = new Map<Float64Array, bigint>();
    for (const trade of trades) {
      const days = this.#past.of(trade.item, trade.session as Session);
      const row = days && this.#row(days, this.#parts[trade.item] as ClockParts);
      if (!row) return undefined;
      exposures.set(row, (exposures.get(row) ?? 0n) + exact.traded(trade).net);
    }
    return exposures;
  }

  #row(days: readonly DayErrors[], parts: ClockParts): Float64Array | undefined {
    const rows = this.#rows.get(days) ?? new Map<ClockParts, Float64Array | undefined>();
    this.#rows.set(days, rows);
    if (!rows.has(parts)) rows.set(parts, rowOf(days, parts));
    return rows.get(parts);
  }
}

function partsOf(items: readonly SeriesItem[]): ClockParts[] {
  const known = new Map<string, ClockParts>();
  const clocks = new Map<number, number>();
  return items.map(({ period }) => {
    const parts = Array.from(quartersOf(period), (quarter) => {
      const clock = clocks.get(quarter) ?? clockQuarter(quarter);
      clocks.set(quarter, clock);
      return { clock, minutes: minutesWithin(quarter, period) };
    });
    const name = parts.map(({ clock, minutes }) => `${clock} ${minutes}`).join();
    const own = known.get(name) ?? parts;
    known.set(name, own);
    return own;
  });
}

function rowOf(days: readonly DayErrors[], parts: ClockParts): Float64Array | undefined {
  const row = new Float64Array(days.length);
  for (const { clock, minutes } of parts) {
    // A session that does not cover the quarter has no errors in it.
    if (Number.isNaN(days[0]?.[clock])) return undefined;
    for (let k = 0; k < row.length; k += 1) {
      row[k] = (row[k] as number) + minutes * ((days[k] as DayErrors)[clock] as number);
    }
  }
  return row;
}

/** Bits of the whole numbers that a number holds exactly. */
const EXACT_BITS = 53;

/**
 * Of the sums of exposure × row on each day, the sum of the greatest, exactly. In numbers, which
 * are fifty times faster than big integers: exposures are split into digits so small that no
 * sum goes beyond what a number holds exactly.
 *
 * @param rows whole numbers, one for each of `count` days; a row for each exposure.
 * @param taken how many sums are the greatest.
 */
export function dearestSum(
  exposures: readonly bigint[],
  rows: readonly Float64Array[],
  count: number,
  taken: number,
): bigint {
  const room = rows.reduce((sum, row) => sum + largest(row), 1) * Math.max(1, taken);
  const bits = EXACT_BITS - 2 - Math.ceil(Math.log2(room));
  if (bits < 2) return dearestOf(exposures, rows, count, taken);
  const digits: Float64Array[] = [];
  for (let left = exposures; left.some((each) => each !== 0n); ) {
    const low = left.map((each) => Number(BigInt.asIntN(bits, each)));
    left = left.map((each, i) => (each - BigInt(low[i] as number)) >> BigInt(bits));
    digits.push(weighedSum(low, rows, count));
  }
  carry(digits, 2 ** bits);
  const order = Array.from({ length: count }, (_, k) => k).sort((a, b) => {
    for (let d = digits.length - 1; d >= 0; d -= 1) {
      const own = digits[d] as Float64Array;
      if (own[a] !== own[b]) return (own[b] as number) - (own[a] as number);
    }
    return 0;
  });
  const dearest = order.slice(0, taken);
  return digits.reduceRight((total, own) => {
    const sum = dearest.reduce((part, k) => part + (own[k] as number), 0);
    return (total << BigInt(bits)) + BigInt(sum);
  }, 0n);
}

/** {@link dearestSum} of numbers of any size. */
function dearestOf(
  exposures: readonly bigint[],
  rows: readonly Float64Array[],
  count: number,
  taken: number,
): bigint {
  const sums = Array.from({ length: count }, (_, k) => {
    return exposures.reduce((sum, each, i) => sum + each * BigInt(rows[i]?.[k] as number), 0n);
  });
  sums.sort((a, b) => (a < b ? 1 : -1));
  return sums.slice(0, taken).reduce((sum, each) => sum + each, 0n);
}

function weighedSum(
  weights: readonly number[],
  rows: readonly Float64Array[],
  count: number,
): Float64Array {
  const sums = new Float64Array(count);
  for (let i = 0; i < rows.length; i += 1) {
    const weight = weights[i] as number;
    const row = rows[i] as Float64Array;
    for (let k = 0; k < count; k += 1) sums[k] = (sums[k] as number) + weight * (row[k] as number);
  }
  return sums;
}

/** Moves what a digit is beyond 0 to `base` to the next: numbers compare by their digits then. */
function carry(digits: readonly Float64Array[], base: number): void {
  for (let d = 0; d + 1 < digits.length; d += 1) {
    const [low, high] = [digits[d] as Float64Array, digits[d + 1] as Float64Array];
    for (let k = 0; k < low.length; k += 1) {
      const over = Math.floor((low[k] as number) / base);
      low[k] = (low[k] as number) - over * base;
      high[k] = (high[k] as number) + over;
    }
  }
}

function largest(row: Float64Array): number {
  let max = 0;
  for (let k = 0; k < row.length; k += 1) max = Math.max(max, Math.abs(row[k] as number));
  return max;
}
