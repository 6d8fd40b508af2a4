import type { DeliveredRun, SeriesWindow } from '@solano/domain/energy';
import { DAY_MS } from '@solano/domain/kernel';
import type { KnownForecast, Lead } from '../delivered-forecasts/forecasts-by-lead.ts';
import type { Place } from '../sun/sun.ts';

/** Days of the past that references look at. */
export const REFERENCE_DAYS = 60;
/** Days before a period at which a forecast may have been asked for: 168 hours, or 09:00 of the day before. */
const LONGEST_LEAD_DAYS = 7;

/** Whose forecasts are scored. */
export type ForecastOrigin = 'delivered' | 'solano';

/** An unavailability; instants in ms. */
export interface ScoredOutage {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** What the forecasts of a plant are scored by. */
export interface ScoreInputs {
  readonly plant: Place & { readonly technology: 'wind' | 'solar'; readonly nominalMw: number };
  /** Measured production since {@link historyStart}, in order of delivery. */
  readonly runs: readonly DeliveredRun[];
  /** Delivered forecasts, in order of `knownAt`. */
  readonly delivered: readonly KnownForecast[];
  /** The service’s own, in order of `knownAt`. */
  readonly solano: readonly KnownForecast[];
  readonly outages: readonly ScoredOutage[];
  /** Day-ahead prices in thousandths of EUR/MWh by quarter of the window, null where unknown. */
  readonly prices: readonly (number | null)[];
  /** Whole quarters, all of them over. */
  readonly window: SeriesWindow;
  readonly lead: Lead;
  /** After how long (ms) the first value of a period is known. */
  readonly knownAfter: number;
}

/**
 * From when on (ms) scores look at measured production: the start of a UTC day.
 *
 * @param firstKnown when (ms) the first of the forecasts was known.
 */
export function historyStart(firstKnown: number, window: SeriesWindow, lead: Lead): number {
  const firstRun = lead === 'run' ? firstKnown : Number.POSITIVE_INFINITY;
  const first = Math.min(window.from - LONGEST_LEAD_DAYS * DAY_MS, firstRun);
  return Math.floor(first / DAY_MS - REFERENCE_DAYS) * DAY_MS;
}

/** When (ms) the first of some forecasts in order was known, Infinity where there are none. */
export function firstKnownOf([first]: readonly KnownForecast[]): number {
  return first?.knownAt ?? Number.POSITIVE_INFINITY;
}
