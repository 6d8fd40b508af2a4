import { endOfRun, type PowerRun, PowerSeries, type SeriesWindow } from '@solano/domain/energy';
import {
  dateAfter,
  dateAt,
  HOUR_MS,
  QUARTER_MINUTES,
  QUARTER_MS,
  startOfDate,
} from '@solano/domain/kernel';
import { dayAheadInstant } from '../distributions/forecast-day.ts';
import type { OwnForecast } from '../distributions/own-forecast.ts';

/** Which forecast of a period is scored: that of the day before at 09:00, of some hours before, or each. */
export type Lead = 'day_ahead' | 'run' | number;

/** A version of a forecast. */
export interface KnownForecast {
  /** The service’s own forecast that it is, with its quantiles. */
  readonly own?: OwnForecast;
  /** From when on (ms) it is known. */
  readonly knownAt: number;
  /** In order of start, none overlapping. */
  readonly runs: readonly PowerRun[];
}

/** A forecast of the quarter that starts at an instant. */
export interface ScoredForecast {
  readonly start: number;
  /** Micro-MW. */
  readonly microMw: number;
  readonly version: KnownForecast;
  /** Up to when (ms) its references may know measurements. */
  readonly at: number;
}

/**
 * The forecasts of a window's quarters by their lead, in order of the instant at which they were known or
 * asked for.
 *
 * @param versions in order of `knownAt`.
 */
export function scoredForecasts(
  versions: Iterable<KnownForecast>,
  window: SeriesWindow,
  lead: Lead,
): Iterable<ScoredForecast> {
  return lead === 'run' ? ofEachRun(versions, window) : newestKnown(versions, window, lead);
}

/** Of each quarter the newest version known at its deadline that has a value for it. */
function* newestKnown(
  versions: Iterable<KnownForecast>,
  window: SeriesWindow,
  lead: 'day_ahead' | number,
): Generator<ScoredForecast> {
  const length = Math.max(0, (window.to - window.from) / QUARTER_MS);
  const microMw = new Float64Array(length).fill(Number.NaN);
  const known: KnownForecast[] = [];
  const rest = versions[Symbol.iterator]();
  let next = rest.next();
  const deadline = deadlines(lead);
  for (let i = 0; i < length; i += 1) {
    const start = window.from + i * QUARTER_MS;
    const at = deadline(start);
    for (; !next.done && next.value.knownAt <= at; next = rest.next()) {
      for (const quarter of quartersOf(next.value, window)) {
        const index = (quarter.start - window.from) / QUARTER_MS;
        microMw[index] = quarter.microMw;
        known[index] = next.value;
      }
    }
    const value = microMw[i] as number;
    if (!Number.isNaN(value))
      yield { start, microMw: value, version: known[i] as KnownForecast, at };
  }
}

/** The instant (ms) up to which the forecast of a quarter must have been known. */
function deadlines(lead: 'day_ahead' | number): (start: number) => number {
  if (lead !== 'day_ahead') return (start) => start - lead * HOUR_MS;
  let day = { until: Number.NEGATIVE_INFINITY, at: 0 };
  return (start) => {
    if (start >= day.until) {
      const date = dateAt(start);
      const until = startOfDate(dateAfter(date, 1));
      day = { until, at: dayAheadInstant(date) };
    }
    return day.at;
  };
}

/** Of each version the quarters that begin when it is known, or later. */
function* ofEachRun(
  versions: Iterable<KnownForecast>,
  window: SeriesWindow,
): Generator<ScoredForecast> {
  for (const version of versions) {
    const { knownAt } = version;
    for (const { start, microMw } of quartersOf(version, window)) {
      if (start >= knownAt) yield { start, microMw, version, at: knownAt };
    }
  }
}

/** Quarters of a version in a window. */
function* quartersOf(
  { runs }: KnownForecast,
  window: SeriesWindow,
): Generator<{ readonly start: number; readonly microMw: number }> {
  if (runs.every(isOfWholeQuarters)) {
    for (const run of runs) yield* wholeQuarters(run, window);
    return;
  }
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) return;
  const from = Math.max(window.from, Math.floor(first.start / QUARTER_MS) * QUARTER_MS);
  const to = Math.min(window.to, Math.ceil(endOfRun(last) / QUARTER_MS) * QUARTER_MS);
  if (from < to) yield* new PowerSeries(runs, { from, to }).resampled(QUARTER_MINUTES);
}

function isOfWholeQuarters({ start, step }: PowerRun): boolean {
  return start % QUARTER_MS === 0 && step % QUARTER_MINUTES === 0;
}

function* wholeQuarters({ start, step, microMw }: PowerRun, { from, to }: SeriesWindow) {
  const width = step / QUARTER_MINUTES;
  const first = Math.max(0, (from - start) / QUARTER_MS);
  const after = Math.min(microMw.length * width, (to - start) / QUARTER_MS);
  for (let i = first; i < after; i += 1) {
    yield { start: start + i * QUARTER_MS, microMw: microMw[Math.floor(i / width)] as number };
  }
}
