import { HOURS } from '@solano/domain/kernel';
import {
  blockBootstrap,
  type DieboldMariano,
  dieboldMariano,
  type Sum,
} from '@solano/domain/kernel/statistics';
import { LEVELS } from '../predictor/bands.ts';
import { type DayScores, INTERVALS, type Interval } from './day-scores.ts';
import { meanOf, REFERENCES, type Reference } from './scored-day.ts';

const WEEKDAYS = 7;

/** How far predictions were off, in EUR/MWh; null where there is nothing to say it from. */
export interface Evaluation {
  /** Days that were scored, oldest first. */
  readonly days: readonly string[];
  readonly mae: number | null;
  readonly rmse: number | null;
  /** Mean of predicted minus realised. */
  readonly bias: number | null;
  /** Mean absolute error as a multiple of each rule's, over the days on which both said something. */
  readonly rmae: Readonly<Record<Reference, number | null>>;
  /** Mean pinball loss over the quantiles. */
  readonly pinball: number | null;
  /** Share of prices within the central intervals that should hold 50, 80 and 90 %. */
  readonly coverage: Readonly<Record<Interval, number | null>>;
  /** Mean width of these. */
  readonly width: Readonly<Record<Interval, number | null>>;
  /** For each of `LEVELS` the share of prices at or below. */
  readonly calibration: readonly (number | null)[];
  /** Mean absolute error by hour of the Madrid clock, 0 to 23. */
  readonly byHour: readonly (number | null)[];
  /** By day of the week, Monday first. */
  readonly byWeekday: readonly (number | null)[];
}

/** Whether differences may be chance: 95 % intervals, and a test against each rule. */
export interface Significance {
  /** Interval of the mean absolute error. */
  readonly mae: readonly [number, number] | null;
  readonly references: Readonly<Record<Reference, Comparison>>;
}

interface Comparison {
  /** Interval of the mean absolute error as a multiple of the rule's. */
  readonly interval: readonly [number, number] | null;
  readonly test: DieboldMariano | null;
}

/** The mean absolute error of predictions `leadDays` ahead, over the days that had one. */
export interface LeadError {
  readonly leadDays: number;
  readonly days: number;
  readonly mae: number | null;
}

/** Averages days that were scored; every quarter hour counts alike. */
export function evaluate(days: readonly DayScores[]): Evaluation {
  const sorted = sortedByDate(days);
  const mean = (sumOf: (day: DayScores) => Sum | undefined) => {
    return meanOf(sorted.flatMap((day) => sumOf(day) ?? []));
  };
  const meanSquare = mean(({ squares }) => squares);
  const byInterval = (sumOf: (day: DayScores, name: Interval) => Sum) =>
    Object.fromEntries(
      INTERVALS.map(([name]) => [name, mean((day) => sumOf(day, name))]),
    ) as Record<Interval, number | null>;
  return {
    days: sorted.map(({ date }) => date),
    mae: mean(({ own }) => own),
    rmse: meanSquare === null ? null : Math.sqrt(meanSquare),
    bias: mean(({ bias }) => bias),
    rmae: byReference((name) => ratioTo(sorted, name)),
    pinball: mean(({ pinball }) => pinball),
    coverage: byInterval(({ coverage }, name) => coverage[name]),
    width: byInterval(({ width }, name) => width[name]),
    calibration: LEVELS.map((_, level) => mean(({ below }) => below[level])),
    byHour: Array.from({ length: HOURS }, (_, hour) => mean(({ hours }) => hours[hour])),
    byWeekday: Array.from({ length: WEEKDAYS }, (_, weekday) => {
      return mean((day) => (weekdayOf(day) === weekday ? day.own : undefined));
    }),
  };
}

/** The result of {@link evaluate}, with its uncertainty. Takes some 0.1 s for two years of days. */
export function significance(days: readonly DayScores[]): Significance {
  const sorted = sortedByDate(days);
  const own = sorted.map((day) => day.own);
  const ones = own.map(({ count }) => ({ sum: count, count }));
  return {
    mae: blockBootstrap(own, ones) ?? null,
    references: byReference((name) => compare(sorted, name)),
  };
}

/** The errors of each lead, nearest first. */
export function evaluateLeads(days: readonly DayScores[]): LeadError[] {
  const byLead = Map.groupBy(days, ({ leadDays }) => leadDays);
  return [...byLead]
    .map(([leadDays, scored]) => {
      return { leadDays, days: scored.length, mae: meanOf(scored.map(({ own }) => own)) };
    })
    .sort((a, b) => a.leadDays - b.leadDays);
}

function sortedByDate(days: readonly DayScores[]): readonly DayScores[] {
  return days.toSorted((a, b) => a.date.localeCompare(b.date));
}

function byReference<T>(value: (name: Reference) => T): Record<Reference, T> {
  return Object.fromEntries(REFERENCES.map((name) => [name, value(name)])) as Record<Reference, T>;
}

function ratioTo(days: readonly DayScores[], name: Reference): number | null {
  const both = pairsOf(days, name);
  const [mine, theirs] = [
    meanOf(both.map(({ own }) => own)),
    meanOf(both.map(({ other }) => other)),
  ];
  return mine === null || !theirs ? null : mine / theirs;
}

function compare(days: readonly DayScores[], name: Reference): Comparison {
  const both = pairsOf(days, name);
  const [own, other] = [both.map((each) => each.own), both.map((each) => each.other)];
  const daily = (sums: readonly Sum[]) => sums.map(({ sum, count }) => sum / count);
  return {
    interval: meanOf(other) ? (blockBootstrap(own, other) ?? null) : null,
    test: dieboldMariano(daily(own), daily(other)) ?? null,
  };
}

function pairsOf(days: readonly DayScores[], name: Reference): { own: Sum; other: Sum }[] {
  return days.flatMap(({ own, references }) => {
    const other = references[name];
    return other ? [{ own, other }] : [];
  });
}

/** 0 for Monday. */
function weekdayOf({ date }: DayScores): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS;
}
