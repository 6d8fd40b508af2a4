import { daysBetween, type HourWeights, memberWeights } from '@solano/domain/kernel';
import type { ConsumptionHistory } from './clock-days.ts';
import { type Expected, MEMBERS, Members, REFERENCE } from './members.ts';
import { type TrainingDays, trainingDays } from './training-days.ts';

/** The days of which past forecasts are made again to learn from their errors: refits, days of each. */
const REFITS = 4;
const REFIT_DAYS = 42;
/** Days from which on there is something to forecast from. */
const FIRST_DAY = 7;

/** A past day as it would have been forecast, and as it was; MW of 24 clock hours. */
export interface PastDay {
  readonly date: string;
  readonly workShare: number;
  readonly expected: Float64Array;
  /** NaN where unknown. */
  readonly measured: Float64Array;
}

/** What one group of consumption is expected to do on a day. */
export interface ExpectedDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly workShare: number;
  /** MW of 24 clock hours. */
  readonly expected: Float64Array;
  /** What is added to MW where errors are compared by their share of it. */
  readonly offset: number;
  /** The same forecast of past days, oldest first. */
  readonly past: readonly PastDay[];
}

/**
 * What is expected of days to come: members weighed by their errors of the last weeks. Undefined where
 * no whole day is known.
 *
 * @param dates days after the last known one, ascending (`YYYY-MM-DD`).
 */
export function forecastGroup(
  history: ConsumptionHistory,
  dates: readonly string[],
): ExpectedDay[] | undefined {
  const days = trainingDays(history);
  if (!days) return undefined;
  const origin = days.known.length - 1;
  const firstDate = days.dateAt(0);
  const leads = dates.map((date) => daysBetween(firstDate, date) - origin);
  const models = refits(days, origin);
  return dates.map((date, i) => {
    const ahead = leads[i] as number;
    return expectedDay(days, models, { date, origin, ahead, withProfile: i === 0 });
  });
}

/** Members with the day from which on they forecast, newest first. */
interface Refit {
  readonly from: number;
  readonly members: Members;
}

function refits(days: TrainingDays, origin: number): Refit[] {
  const starts = new Set([origin]);
  for (let i = 1; i <= REFITS; i += 1) {
    const from = Math.max(FIRST_DAY, origin - i * REFIT_DAYS);
    if (from < origin) starts.add(from);
  }
  return [...starts].map((from) => ({ from, members: new Members(days, from) }));
}

interface Asked {
  readonly date: string;
  readonly origin: number;
  readonly ahead: number;
  readonly withProfile: boolean;
}

function expectedDay(days: TrainingDays, models: readonly Refit[], asked: Asked): ExpectedDay {
  const { origin, ahead, withProfile } = asked;
  const [now] = models as [Refit];
  const past = pastExpected(models, asked);
  const whole = past.filter(({ place }) => days.isWhole[place]);
  const present = now.members.expected(origin, ahead, withProfile);
  const names = MEMBERS.filter((name) => present.has(name));
  const weights = memberWeights(
    names,
    REFERENCE,
    whole.map(({ expected, place }) => ({
      predicted: expected,
      realised: days.known[place] as Float64Array,
    })),
  );
  const megawatts = (values: Float64Array) => values.map((value) => Math.exp(value) - days.offset);
  return {
    date: asked.date,
    workShare: days.calendar(origin + ahead).workShare,
    expected: megawatts(combined(weights, present)),
    offset: days.offset,
    past: past.map(({ expected, place }) => ({
      date: days.dateAt(place),
      workShare: days.calendar(place).workShare,
      expected: megawatts(combined(weights, expected)),
      measured: megawatts(days.known[place] as Float64Array),
    })),
  };
}

interface PastExpected {
  readonly place: number;
  readonly expected: Expected;
}

/** What the members expected of past days, so many days ahead, from what had been learned before; oldest first. */
function pastExpected(
  models: readonly Refit[],
  { origin, ahead, withProfile }: Asked,
): PastExpected[] {
  const past: PastExpected[] = [];
  const first = models.at(-1)?.from ?? origin;
  for (let made = first; made + ahead < origin; made += 1) {
    const refit = models.find(({ from }) => from <= made) as Refit;
    const expected = refit.members.expected(made, ahead, withProfile);
    if (expected.size > 0) past.push({ place: made + ahead, expected });
  }
  return past;
}

/** The weighted mean of the members that there are; all alike where none of them has a weight. */
function combined(weights: HourWeights, expected: Expected): Float64Array {
  const [any] = expected.values();
  return (any as Float64Array).map((_, hour) => {
    let [sum, total, plain] = [0, 0, 0];
    for (const [name, values] of expected) {
      const weight = weights.get(name)?.[hour] ?? 0;
      const value = values[hour] as number;
      sum += weight * value;
      total += weight;
      plain += value / expected.size;
    }
    return total > 0 ? sum / total : plain;
  });
}
