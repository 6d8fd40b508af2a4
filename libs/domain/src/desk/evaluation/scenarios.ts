import { CLOCK_QUARTERS, clockQuarter } from '@solano/domain/kernel';
import { type DayErrors, minutesWithin, quartersOf, type Session } from '@solano/domain/market';
import type { PastDaysOfSlots } from '../models/slots/slots.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExactTrades } from './cost.ts';
import type { Fraction } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/**
 * Costs of a purchase if predictions were off as on past days, each as likely: the scenarios of
 * model 5, with all delivery days of a purchase off as on the same past day.
 */
export class Scenarios {
  readonly #items: readonly SeriesItem[];
  readonly #past: PastDaysOfSlots;
  readonly #clock = new Map<number, number>();

  constructor(items: readonly SeriesItem[], past: PastDaysOfSlots) {
    this.#items = items;
    this.#past = past;
  }

  get count(): number {
    return this.#past.count;
  }

  /**
   * The cost in each scenario, in the units of `exact`. Undefined where there are none, or a trade's
   * session has no history.
   *
   * @param cost at predicted prices, in the same units.
   */
  costs(exact: ExactTrades, trades: readonly ItemTrade[], cost: bigint): bigint[] | undefined {
    const exposures = this.count > 0 && this.#exposures(exact, trades);
    if (!exposures) return undefined;
    const costs = Array.from({ length: this.count }, () => cost);
    for (const [days, byClock] of exposures) {
      productsOf(byClock, days).forEach((sum, k) => {
        costs[k] = (costs[k] as bigint) + sum;
      });
    }
    return costs;
  }

  /** What an item's price in a session is off by in each scenario; see {@link PastDaysOfSlots.errors}. */
  errors(item: number, session: Session): Float64Array | undefined {
    return this.#past.errors(item, session);
  }

  /** Traded MW × percent × minutes by the quarter of the clock, for each history of errors. */
  #exposures(
    exact: ExactTrades,
    trades: readonly ItemTrade[],
  ): ReadonlyMap<readonly DayErrors[], readonly bigint[]> | undefined {
    const exposures = new Map<readonly DayErrors[], bigint[]>();
    for (const trade of trades) {
      const days = this.#past.of(trade.item, trade.session as Session);
      if (!days) return undefined;
      const byClock = exposures.get(days) ?? Array.from({ length: CLOCK_QUARTERS }, () => 0n);
      exposures.set(days, byClock);
      const { net } = exact.traded(trade);
      const { period } = this.#items[trade.item] as SeriesItem;
      for (const quarter of quartersOf(period)) {
        const clock = this.#clockQuarter(quarter);
        // A session that does not cover the quarter has no errors in it.
        if (Number.isNaN(days[0]?.[clock])) return undefined;
        const minutes = BigInt(minutesWithin(quarter, period));
        byClock[clock] = (byClock[clock] as bigint) + net * minutes;
      }
    }
    return exposures;
  }

  #clockQuarter(end: number): number {
    const known = this.#clock.get(end);
    if (known !== undefined) return known;
    const clock = clockQuarter(end);
    this.#clock.set(end, clock);
    return clock;
  }
}

/**
 * The mean of the dearest tenth of the scenarios, the number of these rounded up.
 *
 * @param costs in 1 / `den` EUR, one for each scenario.
 */
export function dearestTenth(costs: readonly bigint[], den: bigint): Fraction {
  const dearest = costs.toSorted((a, b) => (a < b ? 1 : -1)).slice(0, Math.ceil(costs.length / 10));
  const num = dearest.reduce((sum, each) => sum + each, 0n);
  return { num, den: den * BigInt(dearest.length) };
}

/**
 * For each day the sum of exposure × error over the quarters of the clock, exactly. In numbers, which
 * are fifty times faster than big integers: exposures are split into digits so small that no
 * sum goes beyond what a number holds exactly.
 */
export function productsOf(
  byClock: readonly bigint[],
  days: readonly DayErrors[],
): readonly bigint[] {
  const bits = BigInt(Math.max(2, 51 - Math.ceil(Math.log2(largestError(days) * byClock.length))));
  const sums = days.map(() => 0n);
  let left = byClock;
  for (let shift = 0n; left.some((exposure) => exposure !== 0n); shift += bits) {
    const digits = left.map((exposure) => Number(BigInt.asIntN(Number(bits), exposure)));
    left = left.map((exposure, clock) => (exposure - BigInt(digits[clock] as number)) >> bits);
    const used = digits.flatMap((digit, clock) => (digit === 0 ? [] : [{ digit, clock }]));
    days.forEach((errors, k) => {
      let sum = 0;
      for (const { digit, clock } of used) sum += digit * (errors[clock] as number);
      sums[k] = (sums[k] as bigint) + (BigInt(sum) << shift);
    });
  }
  return sums;
}

/** Kept for as long as a history is, which many purchases share. */
const largest = new WeakMap<readonly DayErrors[], number>();

function largestError(days: readonly DayErrors[]): number {
  const known = largest.get(days);
  if (known !== undefined) return known;
  let max = 1;
  for (const errors of days) {
    // What a session does not cover is not traded in it.
    for (const error of errors) if (Math.abs(error) > max) max = Math.abs(error);
  }
  largest.set(days, max);
  return max;
}
