import { clockQuarter } from '@solano/domain/kernel';
import { type DayErrors, minutesWithin, quartersOf, type Session } from '@solano/domain/market';
import type { PastDaysOfSlots } from '../models/slots/slots.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExactTrades } from './cost.ts';
import type { Fraction } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/** Rows that are kept for a history: the quarter hours and hours of a day, those of clock changes too. */
const MAX_ROWS = 200;

/** The quarters of the clock that an item lies in, and its minutes in each. */
interface ClockParts {
  readonly name: string;
  readonly quarters: readonly { readonly clock: number; readonly minutes: number }[];
}

/** Whole numbers, one for each past day. */
interface Row {
  readonly values: Float64Array;
  /** The greatest of their sizes. */
  readonly largest: number;
}

/**
 * Costs of a purchase if predictions were off as on past days, each as likely: the scenarios of
 * model 5, with all delivery days of a purchase off as on the same past day.
 */
export class Scenarios {
  readonly #past: PastDaysOfSlots;
  /** Items at the same time of day share their parts. */
  readonly #parts: readonly ClockParts[];

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
  ): ReadonlyMap<Row, bigint> | undefined {
    const exposures = new Map<Row, bigint>();
    for (const trade of trades) {
      const days = this.#past.of(trade.item, trade.session as Session);
      const row = days && errorsOf(days, this.#parts[trade.item] as ClockParts);
      if (!row) return undefined;
      exposures.set(row, (exposures.get(row) ?? 0n) + exact.traded(trade).net);
    }
    return exposures;
  }
}

function partsOf(items: readonly SeriesItem[]): ClockParts[] {
  const known = new Map<string, ClockParts>();
  const clocks = new Map<number, number>();
  return items.map(({ period }) => {
    const quarters = Array.from(quartersOf(period), (quarter) => {
      const clock = clocks.get(quarter) ?? clockQuarter(quarter);
      clocks.set(quarter, clock);
      return { clock, minutes: minutesWithin(quarter, period) };
    });
    const name = quarters.map(({ clock, minutes }) => `${clock} ${minutes}`).join();
    const own = known.get(name) ?? { name, quarters };
    known.set(name, own);
    return own;
  });
}

/** Kept for as long as a history is, which many purchases share. */
const rowsOf = new WeakMap<readonly DayErrors[], Map<string, Row | undefined>>();

/** Minutes × errors of an item on each day; undefined where a quarter has no errors. */
function errorsOf(days: readonly DayErrors[], parts: ClockParts): Row | undefined {
  const rows = rowsOf.get(days) ?? new Map<string, Row | undefined>();
  rowsOf.set(days, rows);
  if (rows.has(parts.name)) return rows.get(parts.name);
  if (rows.size >= MAX_ROWS) rows.clear();
  const values = rowOf(days, parts);
  const row = values && { values, largest: largest(values) };
  rows.set(parts.name, row);
  return row;
}

function rowOf(days: readonly DayErrors[], { quarters }: ClockParts): Float64Array | undefined {
  const row = new Float64Array(days.length);
  for (const { clock, minutes } of quarters) {
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
 * @param rows one for each exposure, of `count` days.
 * @param taken how many sums are the greatest.
 */
export function dearestSum(
  exposures: readonly bigint[],
  rows: readonly Row[],
  count: number,
  taken: number,
): bigint {
  const room = rows.reduce((sum, row) => sum + row.largest, 1) * Math.max(1, taken);
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
  rows: readonly Row[],
  count: number,
  taken: number,
): bigint {
  const sums = Array.from({ length: count }, (_, k) => {
    return exposures.reduce(
      (sum, each, i) => sum + each * BigInt(rows[i]?.values[k] as number),
      0n,
    );
  });
  sums.sort((a, b) => (a < b ? 1 : -1));
  return sums.slice(0, taken).reduce((sum, each) => sum + each, 0n);
}

function weighedSum(weights: readonly number[], rows: readonly Row[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let i = 0; i < rows.length; i += 1) {
    const weight = weights[i] as number;
    const row = (rows[i] as Row).values;
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
