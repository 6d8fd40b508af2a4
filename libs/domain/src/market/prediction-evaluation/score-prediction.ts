import {
  clockQuarter,
  dateAt,
  daysBetween,
  HOUR_QUARTERS,
  QUARTER_MINUTES,
  QUARTER_MS,
  SECOND_PASS,
  startOfDate,
} from '@solano/domain/kernel';
import { LEVELS } from '../predictor/bands.ts';
import { MILLI } from '../prices/milli-euro.ts';
import type { RealisedDay } from '../prices/realised-days.ts';
import type { PredictedDay, PredictedQuarter } from './predicted-days.ts';
import type { RealisedSeries } from './realised-series.ts';
import { REFERENCES, type Reference, type ScoredDay } from './scored-day.ts';

/** The second pass of autumn's repeated hour counts to the same hour, 02:00. */
const REPEATED_HOUR = 2;

/** A priced period of a day whose quarter hours were all predicted. */
interface Period {
  readonly ends: readonly number[];
  /** Its quarter hours by `clockQuarter`. */
  readonly clock: readonly number[];
  readonly predicted: readonly PredictedQuarter[];
}

/**
 * Predicted beside realised prices of a day, in EUR/MWh, period by period as the market was priced;
 * undefined if no period has both.
 */
export function scoredDay(
  realised: RealisedSeries,
  predicted: PredictedDay,
): ScoredDay | undefined {
  const day = realised.dayOf(predicted.date);
  const periods = day ? periodsOf(day, predicted) : [];
  const [first] = periods;
  if (!day || !first) return undefined;
  const generatedAt = first.predicted[0]?.generatedAt as number;
  return {
    date: day.date,
    leadDays: daysBetween(dateAt(generatedAt), day.date),
    weight: first.ends.length,
    hours: periods.map(({ clock }) => hourOf(clock[0] as number)),
    realised: periods.map(({ ends }) => meanOf(ends, (end) => day.curve.get(end))),
    predicted: periods.map((period) => meanOf(period.predicted, ({ price }) => price)),
    bands: LEVELS.map((_, level) =>
      periods.map((period) => meanOf(period.predicted, ({ quantiles }) => quantiles[level])),
    ),
    references: referencesOf(realised, day.date, periods),
  };
}

/** Means of the hour are compared with means of the hour. */
function periodsOf(day: RealisedDay, { quarters }: PredictedDay): Period[] {
  const size = Math.max(1, day.stepMinutes / QUARTER_MINUTES);
  const start = startOfDate(day.date);
  const groups = Map.groupBy(
    [...day.curve.keys()].sort((a, b) => a - b),
    (end) => {
      return Math.floor((end - start - 1) / (size * QUARTER_MS));
    },
  );
  return [...groups.values()].flatMap((ends) => {
    const predicted = ends.flatMap((end) => quarters.get(end) ?? []);
    if (predicted.length < ends.length) return [];
    return { ends, clock: ends.map(clockQuarter), predicted };
  });
}

/** Each rule's prices of the periods; a rule that lacks a day for any of them is left out. */
function referencesOf(
  realised: RealisedSeries,
  date: string,
  periods: readonly Period[],
): Partial<Record<Reference, number[]>> {
  const references: Partial<Record<Reference, number[]>> = {};
  const generatedAt = ({ predicted }: Period) => predicted[0]?.generatedAt as number;
  const times = new Set(periods.map(generatedAt));
  for (const name of REFERENCES) {
    const repeated = new Map(Array.from(times, (at) => [at, realised.reference(name, date, at)]));
    const values = periods.map((period) => {
      const prices = repeated.get(generatedAt(period))?.prices;
      return meanOf(period.clock, (quarter) => prices?.[quarter]);
    });
    if (!values.some(Number.isNaN)) references[name] = values;
  }
  return references;
}

/** The mean in EUR/MWh of values in thousandths; NaN where one is missing. */
function meanOf<T>(items: readonly T[], valueIn: (item: T) => number | null | undefined): number {
  const sum = items.reduce((total, item) => total + (valueIn(item) ?? Number.NaN), 0);
  return sum / items.length / MILLI;
}

function hourOf(clock: number): number {
  return clock >= SECOND_PASS ? REPEATED_HOUR : Math.floor(clock / HOUR_QUARTERS);
}
