import type { Session } from '../market/sessions.ts';
import type { PastDaysOfSlots } from '../models/slots.ts';
import type { DayErrors } from '../prices/past-errors.ts';
import { minutesWithin, quartersOf } from '../prices/prices.ts';
import type { SeriesItem } from '../strategies/split-inputs.ts';
import { clockQuarter } from '../time/madrid-day.ts';
import type { ExactTrades } from './cost.ts';
import type { Fraction } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/** The clock has 96 quarters, and 4 for the second pass of autumn's repeated hour. */
const CLOCK_QUARTERS = 100;

/**
 * What a purchase would cost if predictions were off as they were on past days, each as likely: the
 * scenarios of model 5, the delivery days of a purchase all off as on the same past day.
 */
export class Scenarios {
  readonly #items: readonly SeriesItem[];
  readonly #past: PastDaysOfSlots;
  readonly #clock = new Map<number, number>();

  constructor(items: readonly SeriesItem[], past: PastDaysOfSlots) {
    this.#items = items;
    this.#past = past;
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
    const costs = Array.from({ length: count }, () => cost);
    for (const [days, byClock] of exposures) {
      byClock.forEach((exposure, clock) => {
        if (exposure === 0n) return;
        days.forEach((errors, k) => {
          costs[k] = (costs[k] as bigint) + exposure * BigInt(errors[clock] as number);
        });
      });
    }
    const dearest = costs.sort((a, b) => (a < b ? 1 : -1)).slice(0, Math.ceil(count / 10));
    const { num, den } = exact.euros(dearest.reduce((sum, each) => sum + each, 0n));
    return { num, den: den * BigInt(dearest.length) };
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
