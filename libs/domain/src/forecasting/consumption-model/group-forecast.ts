import { daysBetween, startOfDate } from '@solano/domain/kernel';
import { type HourWeights, memberWeights } from '@solano/domain/kernel/statistics';
import type { ConsumptionHistory } from './clock-days.ts';
import type { Lead } from './lead.ts';
import { type Expected, MEMBERS, Members, REFERENCE } from './members.ts';
import { type TrainingDays, trainingDays } from './training-days.ts';

/** The days of which past forecasts are made again to learn from their errors: refits, days of each. */
const REFITS = 2;
const REFIT_DAYS = 84;
/** Days from which on there is something to forecast from. */
const FIRST_DAY = 7;
const WEEK = 7;

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
  /** Whether the temperature of the day is a part of what is expected. */
  readonly isByTemperature: boolean;
}

/** A history of which days are learned, from the first known one on. */
interface Learned {
  readonly days: TrainingDays;
  readonly members: Members;
  /** Days up to which is learned, ascending. */
  readonly cutoffs: readonly number[];
}

/**
 * What is expected of days to come: members weighed by their errors of the last months. Undefined where
 * no hour is known, or too few for any member.
 *
 * @param dates days after the last known one, ascending (`YYYY-MM-DD`).
 */
export function forecastGroup(
  history: ConsumptionHistory,
  dates: readonly string[],
): { readonly knownDays: number; readonly days: readonly ExpectedDay[] } | undefined {
  const days = trainingDays(history);
  if (!days) return undefined;
  const knownDays = days.isWhole.filter(Boolean).length;
  const origin = days.known.length - 1;
  const cutoffs = [...refitsBefore(origin), origin];
  const learned = { days, cutoffs, members: new Members(days, cutoffs) };
  const madeAfter = history.at - startOfDate(days.dateAt(origin));
  const own = dates.map((date, i) => {
    const ahead = daysBetween(days.dateAt(origin), date);
    const lead = { days: ahead, hours: days.hoursOfLast, isNearest: i === 0, madeAfter };
    const expected = learned.members.expected(origin, origin, lead);
    const isByTemperature = learned.members.goesByTemperature(origin, origin, lead);
    return { lead, day: { place: origin + ahead, expected, isByTemperature } };
  });
  if (own.some(({ day }) => day.expected.size === 0)) return undefined;
  const expected = own.map(({ lead, day }) =>
    expectedDay(days, expectedOfPast(learned, lead, origin), day),
  );
  return { knownDays, days: expected };
}

/**
 * The same of days that have come, each as it would have been forecast when so much was known, learned anew each
 * week; undefined for those that came too early for it.
 *
 * @param history to the end of these days.
 * @param dates consecutive days.
 */
export function hindcastGroup(
  history: ConsumptionHistory,
  dates: readonly string[],
  lead: Lead,
): (ExpectedDay | undefined)[] {
  const days = trainingDays(history);
  const [firstDate] = dates;
  if (!days || firstDate === undefined) return dates.map(() => undefined);
  const first = Math.max(FIRST_DAY, daysBetween(days.dateAt(0), firstDate) - lead.days);
  const last = Math.min(days.known.length, first + dates.length);
  const cutoffs = refitsBefore(first);
  for (let cutoff = first; cutoff < last; cutoff += WEEK) cutoffs.push(cutoff);
  if (cutoffs.length === 0) return dates.map(() => undefined);
  const learned = { days, cutoffs, members: new Members(days, cutoffs) };
  const all = expectedOfPast(learned, lead, last + lead.days);
  const byDate = new Map(all.map((each) => [days.dateAt(each.place), each]));
  return dates.map((date) => {
    const own = byDate.get(date);
    if (!own) return undefined;
    const past = all.filter(({ place }) => place < own.place - lead.days).slice(-WEIGHTS.days);
    return past.length > 0 ? expectedDay(days, past, own) : undefined;
  });
}

/** Days before one up to which is learned for the forecasts of the days after each; ascending. */
function refitsBefore(day: number): number[] {
  const cutoffs = new Set<number>();
  for (let i = REFITS; i >= 1; i -= 1) {
    const cutoff = Math.max(FIRST_DAY, day - i * REFIT_DAYS);
    if (cutoff < day) cutoffs.add(cutoff);
  }
  return [...cutoffs];
}

/** What members expect of a day. */
interface MemberDay {
  readonly place: number;
  readonly expected: Expected;
  readonly isByTemperature: boolean;
}

/** What the members expected of past days when they were so many days ahead, from what had been learned before; oldest first. */
function expectedOfPast({ cutoffs, members }: Learned, lead: Lead, until: number): MemberDay[] {
  const past: MemberDay[] = [];
  for (let made = cutoffs[0] as number; made + lead.days < until; made += 1) {
    const cutoff = lead.isNearest ? cutoffs.findLast((each) => each <= made) : cutoffs[0];
    const expected = members.expected(cutoff as number, made, lead);
    const isByTemperature = members.goesByTemperature(cutoff as number, made, lead);
    if (expected.size > 0) past.push({ place: made + lead.days, expected, isByTemperature });
  }
  return past;
}

function expectedDay(
  days: TrainingDays,
  past: readonly MemberDay[],
  { place, expected, isByTemperature }: MemberDay,
): ExpectedDay {
  const whole = past.filter((each) => days.isWhole[each.place]);
  const names = MEMBERS.filter((name) => expected.has(name));
  const compared = whole.map((each) => ({
    predicted: each.expected,
    realised: days.known[each.place] as Float64Array,
  }));
  const weights = memberWeights(names, REFERENCE, compared, WEIGHTS);
  const megawatts = (values: Float64Array) => values.map((value) => Math.exp(value) - days.offset);
  return {
    date: days.dateAt(place),
    workShare: days.calendar(place).workShare,
    expected: megawatts(combined(weights, expected)),
    offset: days.offset,
    isByTemperature,
    past: past.map((each) => ({
      date: days.dateAt(each.place),
      workShare: days.calendar(each.place).workShare,
      expected: megawatts(combined(weights, each.expected)),
      measured: megawatts(days.known[each.place] as Float64Array),
    })),
  };
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
