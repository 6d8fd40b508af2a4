import {
  type DayKind,
  dateAfter,
  dayKind,
  daysBetween,
  ORDINARY_QUARTERS,
  ratioHalfAway,
} from '@solano/domain/kernel';
import type { MilliEuro } from '../prices/milli-euro.ts';
import type { ClockDay } from '../prices/realised-days.ts';

/** How many of the last days of a kind are averaged: about the last three or four weeks. */
const RECENT_DAYS: Readonly<Record<DayKind, number>> = { workday: 15, saturday: 4, sunday: 4 };
/** The same quarter a week before has the weight 1/10; the average has the rest. */
const WEEK_WEIGHT = 10;
/** How much of the last day's deviation is left from one day to the next. */
const DECAY = 0.7;
const SPREAD_DAYS = 30;
/** Days without a spread that are added to the average, so that few days have little effect. */
const SPREAD_PRIOR_DAYS = 30;

/**
 * Expected prices of the day-ahead market on a day, by `clockQuarter`, from the known days, at
 * least one. Days are of three kinds: workdays, Saturdays, Sundays with holidays. With w = 1/10 and
 * days counted among those of the day's kind (of any kind where none is known):
 *
 *  price = w × the same quarter a week before, or else on the last day
 *         + (1 − w) × the mean of that quarter over the last days (15 workdays, or 4 of the others)
 *         + 0.7^d × deviation
 *
 * where deviation is by how much the last known day, d days away, lay above what the first two
 * lines expected of it: half the whole day's mean, half the quarter's own. It is 0 where no earlier
 * day of that day's kind is known. Rounded half up, away from zero.
 *
 * @param known newest first.
 */
export function baselineDay(known: readonly ClockDay[], date: string): MilliEuro[] {
  const last = known[0];
  if (!last) throw new RangeError('A baseline needs a day that is known');
  const deviations = deviationsOf(last, known.slice(1));
  const left = DECAY ** Math.abs(daysBetween(last.date, date));
  return expectedDay(known, date).map((price, i) => {
    return price + ratioHalfAway((deviations[i] ?? 0) * left, 1);
  });
}

/**
 * By how much an intraday session's prices lie above the day-ahead market's, by `clockQuarter`: the
 * sum over the last 30 days that are known of both, divided by 30 more than there are. Empty where
 * there are none.
 *
 * @param own the session's days, newest first.
 * @param dayAhead the day-ahead market's.
 */
export function meanSpread(own: readonly ClockDay[], dayAhead: readonly ClockDay[]): MilliEuro[] {
  const spreads = spreadsOf(own, dayAhead).slice(0, SPREAD_DAYS);
  return sumOf(spreads).map((sum) => ratioHalfAway(sum, spreads.length + SPREAD_PRIOR_DAYS));
}

/** By how much a session's prices lay above the day-ahead market's on each day that has both. */
export function spreadsOf(own: readonly ClockDay[], dayAhead: readonly ClockDay[]): MilliEuro[][] {
  const byDate = new Map(dayAhead.map((day) => [day.date, day.prices]));
  return own.flatMap(({ date, prices }) => {
    const others = byDate.get(date);
    return others ? [prices.map((price, i) => price - (others[i] as number))] : [];
  });
}

function deviationsOf(last: ClockDay, earlier: readonly ClockDay[]): number[] {
  if (!earlier.some(({ kind }) => kind === last.kind)) return [];
  const expected = expectedDay(earlier, last.date);
  const own = last.prices.map((price, i) => price - (expected[i] as number));
  const total = own.slice(0, ORDINARY_QUARTERS).reduce((sum, each) => sum + each, 0);
  return own.map((each) => (each + total / ORDINARY_QUARTERS) / 2);
}

function expectedDay(known: readonly ClockDay[], date: string): MilliEuro[] {
  const kind = dayKind(date);
  const alike = known.filter((day) => day.kind === kind);
  const pool = alike.length > 0 ? alike : known;
  const recent = pool.slice(0, RECENT_DAYS[kind]);
  const weekBefore = dateAfter(date, -7);
  const week = (pool.find((day) => day.date === weekBefore) ?? pool[0]) as ClockDay;
  return sumOf(recent.map(({ prices }) => prices)).map((sum, i) => {
    const weighed = recent.length * (week.prices[i] as number) + (WEEK_WEIGHT - 1) * sum;
    return ratioHalfAway(weighed, recent.length * WEEK_WEIGHT);
  });
}

function sumOf(days: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = days;
  return first.map((value, i) => others.reduce((sum, day) => sum + (day[i] as number), value));
}
