import { dateAfter, dayKind, type Pause } from '@solano/domain/kernel';
import type { SessionRules } from '../markets/sessions.ts';
import type { MilliEuro } from '../prices/milli-euro.ts';
import type { PriceReader } from '../prices/prices.ts';
import type { ClockDay } from '../prices/realised-days.ts';
import { type RealisedDay, realisedDays } from '../prices/realised-days.ts';
import type { Reference } from './scored-day.ts';

/** Days before the first that is scored, of which the last one known may be the newest. */
const EARLIER_DAYS = 30;
const WEEK = 7;
const MONDAY = 1;

/** The prices that came, of one session or of the difference of two, and what was known of them. */
export class RealisedSeries {
  readonly #byDate: ReadonlyMap<string, RealisedDay>;
  /** Whole days, newest first. */
  readonly #whole: readonly RealisedDay[];

  constructor(days: readonly RealisedDay[]) {
    this.#byDate = new Map(days.map((day) => [day.date, day]));
    this.#whole = days.filter(({ whole }) => whole).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  }

  /** The days `from` to `to` of the first session, less the second one's prices if there is one. */
  static async read(
    prices: PriceReader,
    sessions: readonly SessionRules[],
    from: string,
    to: string,
    pause: Pause,
  ): Promise<RealisedSeries> {
    const first = dateAfter(from, -EARLIER_DAYS);
    const [own = [], other] = await Promise.all(
      sessions.map((rules) => daysFrom(prices, rules, first, to, pause)),
    );
    return new RealisedSeries(other ? differences(own, other) : own);
  }

  dayOf(date: string): RealisedDay | undefined {
    return this.#byDate.get(date);
  }

  /** The day that a simple rule repeats, of those known at an instant (ms). */
  reference(name: Reference, date: string, at: number): ClockDay | undefined {
    if (name === 'persistence' || (name === 'naive' && !repeatsWeek(date))) {
      return this.#whole.find((day) => day.date < date && day.knownFrom <= at)?.whole;
    }
    const week = this.#byDate.get(dateAfter(date, -WEEK));
    return week && week.knownFrom <= at ? week.whole : undefined;
  }
}

/** Mondays, Saturdays, Sundays and holidays are more like those of the week before. */
function repeatsWeek(date: string): boolean {
  const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY;
  return isMonday || dayKind(date) !== 'workday';
}

async function daysFrom(
  prices: PriceReader,
  rules: SessionRules,
  first: string,
  last: string,
  pause: Pause,
): Promise<RealisedDay[]> {
  const days: RealisedDay[] = [];
  for await (const day of realisedDays(prices, rules, last, first)) {
    days.push(day);
    await pause();
  }
  return days;
}

/** Days that both have, each with the first's price minus the second's. */
function differences(own: readonly RealisedDay[], others: readonly RealisedDay[]): RealisedDay[] {
  const byDate = new Map(others.map((day) => [day.date, day]));
  return own.flatMap((day) => {
    const other = byDate.get(day.date);
    if (!other) return [];
    const curve = new Map<number, MilliEuro>();
    for (const [end, price] of day.curve) {
      const base = other.curve.get(end);
      if (base !== undefined) curve.set(end, price - base);
    }
    const whole = day.whole && other.whole && clockDifference(day.whole, other.whole);
    const knownFrom = Math.max(day.knownFrom, other.knownFrom);
    return { ...day, knownFrom, curve, whole };
  });
}

function clockDifference(own: ClockDay, other: ClockDay): ClockDay {
  return { ...own, prices: own.prices.map((price, i) => price - (other.prices[i] as MilliEuro)) };
}
