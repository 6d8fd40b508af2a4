import { daysBetween, type HourWeights, memberWeights } from '@solano/domain/kernel';
import type { ConsumptionHistory } from './clock-days.ts';
import type { Lead } from './deviation-regression.ts';
import { type Expected, MEMBERS, Members, REFERENCE } from './members.ts';
import { type TrainingDays, trainingDays } from './training-days.ts';

/** The days of which past forecasts are made again to learn from their errors: refits, days of each. */
const REFITS = 2;
const REFIT_DAYS = 84;
/** Days from which on there is something to forecast from. */
const FIRST_DAY = 7;

/** Members that are much the same share; their errors are alike over months. */
const WEIGHTS = { days: 168, halfLifeDays: 90, power: 3 };

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
  const cutoffs = cutoffsOf(origin);
  const members = new Members(days, cutoffs);
  return dates.map((date, i) => {
    const lead = { days: leads[i] as number, hours: days.hoursOfLast, isNearest: i === 0 };
    return expectedDay(days, members, { date, cutoffs, origin, lead });
  });
}

/** The days up to which is learned for the past days and, last, for those to come. */
function cutoffsOf(origin: number): number[] {
  const cutoffs = new Set([origin]);
  for (let i = 1; i <= REFITS; i += 1) {
    const cutoff = Math.max(FIRST_DAY, origin - i * REFIT_DAYS);
    if (cutoff < origin) cutoffs.add(cutoff);
  }
  return [...cutoffs].reverse();
}

interface Asked {
  readonly date: string;
  /** Days up to which is learned, ascending; the last is the origin. */
  readonly cutoffs: readonly number[];
  readonly origin: number;
  readonly lead: Lead;
}

function expectedDay(days: TrainingDays, members: Members, asked: Asked): ExpectedDay {
  const { origin, lead } = asked;
  const past = pastExpected(members, asked);
  const whole = past.filter(({ place }) => days.isWhole[place]);
  const present = members.expected(origin, origin, lead);
  const names = MEMBERS.filter((name) => present.has(name));
  const weights = memberWeights(
    names,
    REFERENCE,
    whole.map(({ expected, place }) => ({
      predicted: expected,
      realised: days.known[place] as Float64Array,
    })),
    WEIGHTS,
  );
  const megawatts = (values: Float64Array) => values.map((value) => Math.exp(value) - days.offset);
  return {
    date: asked.date,
    workShare: days.calendar(origin + lead.days).workShare,
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
function pastExpected(members: Members, { cutoffs, origin, lead }: Asked): PastExpected[] {
  const past: PastExpected[] = [];
  for (let made = cutoffs[0] as number; made + lead.days < origin; made += 1) {
    const cutoff = lead.isNearest ? cutoffs.findLast((each) => each <= made) : cutoffs[0];
    const expected = members.expected(cutoff as number, made, lead);
    if (expected.size > 0) past.push({ place: made + lead.days, expected });
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
