import { HOUR_MS } from '@solano/domain/kernel';
import { KnownProduction } from './known-production.ts';
import { KnownWeather } from './known-weather.ts';
import type { OwnHistory } from './plant-history.ts';
import type { ResponseCurve } from './response-curve.ts';

/** A plant's history as features look at it. */
export interface PlantView {
  readonly plant: OwnHistory['plant'];
  readonly weather: KnownWeather;
  readonly production: KnownProduction;
  /** Names of fields that are used as they are. */
  readonly otherFields: readonly string[];
  /** Mean power by the weather of an hour. */
  readonly curve: ResponseCurve;
}

/** An hour, and when its forecast is made. */
export interface Moment {
  /** Start of the hour, ms. */
  readonly hour: number;
  /** ms. */
  readonly at: number;
  /** Index of the newest run known then. */
  readonly newest: number;
  /** Hours from the issue of the run that reaches the hour. */
  readonly leadHours: number;
}

/** What a view has before anything is learned. */
export type PlantParts = Pick<PlantView, 'plant' | 'weather' | 'production'>;

export function viewOf(history: OwnHistory): PlantParts {
  return {
    plant: history.plant,
    weather: new KnownWeather(history.weather),
    production: new KnownProduction(history),
  };
}

export function momentOf(weather: KnownWeather, hour: number, at: number): Moment {
  const newest = weather.newestAt(at);
  const issuedAt = weather.runs[weather.reaching(newest, hour)]?.issuedAt ?? at;
  return { hour, at, newest, leadHours: (hour - issuedAt) / HOUR_MS };
}
