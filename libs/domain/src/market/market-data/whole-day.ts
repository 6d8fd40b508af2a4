import { HOUR_MINUTES, MINUTE_MS, QUARTER_MINUTES } from '@solano/domain/kernel';
import { tradedMinutes } from '../markets/sessions.ts';
import { isMarket, quartersOfSeries, type SeriesName } from './series.ts';
import type { ValueSeries } from './source.ts';

/**
 * Reasons why a series is not exactly its day: periods that are missing, repeated, outside the day,
 * or longer than those that are traded. Undefined if nothing does.
 */
export function wholeProblem(
  series: SeriesName,
  date: string,
  values: ValueSeries,
): string | undefined {
  const { stepMinutes } = values;
  if (isMarket(series) && stepMinutes > tradedMinutes(series, date)) {
    return `periods of ${stepMinutes} minutes where ${tradedMinutes(series, date)} are traded`;
  }
  return periodsProblem(quartersOfSeries(series, date), values);
}

/** Reasons why values are not exactly those of a day's quarter hours, by their ends (ms). */
export function periodsProblem(
  quarters: readonly number[],
  { stepMinutes, ends }: ValueSeries,
): string | undefined {
  if (stepMinutes !== QUARTER_MINUTES && stepMinutes !== HOUR_MINUTES) {
    return `periods of ${stepMinutes} minutes`;
  }
  const expected = endsOf(quarters, stepMinutes);
  if (ends.length !== expected.length) {
    const found = ends.length === 1 ? '1 period' : `${ends.length} periods`;
    return `${found} where the day has ${expected.length}`;
  }
  const wrong = ends.findIndex((end, i) => end !== expected[i]);
  return wrong < 0 ? undefined : `period ${wrong + 1} is not that of the day`;
}

/** The ends (ms) of the periods of a day. */
export function periodEnds(series: SeriesName, date: string, stepMinutes: number): number[] {
  return endsOf(quartersOfSeries(series, date), stepMinutes);
}

function endsOf(quarters: readonly number[], stepMinutes: number): number[] {
  const start = (quarters[0] as number) - QUARTER_MINUTES * MINUTE_MS;
  return quarters.filter((end) => (end - start) % (stepMinutes * MINUTE_MS) === 0);
}
