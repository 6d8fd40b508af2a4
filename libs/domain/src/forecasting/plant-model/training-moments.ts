import { HOUR_MS } from '@solano/domain/kernel';
import { randomFrom } from '@solano/domain/kernel/learning';
import type { WeatherRun } from '../weather/weather-run.ts';
import { endOf, type KnownWeather } from './known-weather.ts';
import { type Moment, momentOf } from './plant-view.ts';

const MAX_LEAD_HOURS = 168;
const SEED = 31;

/** Share of the hours that are learned as known when their run became available. */
const AT_RUNS = 0.5;

/**
 * When the forecasts were made that a plant learns from: each hour as known when a run of weather that reaches it
 * became available, or at some time from then until the next run did or the hour was over, as renewed forecasts are.
 * Where several runs reach it, one is drawn, short leads as often as long ones by their logarithm.
 */
export function drawMoments(hours: readonly number[], weather: KnownWeather, at: number): Moment[] {
  const random = randomFrom(SEED);
  const moments: Moment[] = [];
  for (const hour of hours) {
    const run = drawRun(weather, hour, random());
    const isAtRun = random() < AT_RUNS;
    const share = isAtRun ? 0 : random();
    const made = run ? instantAfter(weather, run, hour, share) : Math.min(hour, at);
    moments.push(momentOf(weather, hour, made));
  }
  return moments;
}

/** A run that reaches an hour and was known when it began. */
function drawRun(weather: KnownWeather, hour: number, draw: number): WeatherRun | undefined {
  const lead = (MAX_LEAD_HOURS + 1) ** draw - 1;
  const newest = weather.newestAt(hour);
  const wanted = Math.max(0, weather.newestAt(hour - lead * HOUR_MS));
  for (let i = wanted; i <= newest; i += 1) {
    const run = weather.runs[i] as WeatherRun;
    if (hour >= run.start && hour < endOf(run)) return run;
  }
  return undefined;
}

/** The instant (ms) after a share of the time in which a forecast of an hour is made with a run. */
function instantAfter(weather: KnownWeather, run: WeatherRun, hour: number, share: number): number {
  const next = weather.runs[weather.newestAt(run.knownAt) + 1]?.knownAt ?? Infinity;
  const end = Math.min(next, hour + HOUR_MS);
  return Math.floor(run.knownAt + share * (end - run.knownAt));
}
