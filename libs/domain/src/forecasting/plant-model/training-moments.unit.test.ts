import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { HISTORY_START, plantHistory } from '@solano/domain/test/plant-history';
import { expect, test } from 'vitest';
import { KnownWeather } from './known-weather.ts';
import { drawMoments } from './training-moments.ts';

const DAYS = 200;
const { weather } = plantHistory({ technology: 'wind', days: DAYS, reach: 72 });
const KNOWN = new KnownWeather(weather);
const HOURS = Array.from({ length: DAYS * 24 }, (_, i) => HISTORY_START + i * HOUR_MS);
const AT = HISTORY_START + DAYS * DAY_MS;
const MOMENTS = drawMoments(HOURS, KNOWN, AT);

test('half of the hours are learned as known when a run became available, the others between runs', () => {
  const atRuns = MOMENTS.filter(({ at }) => weather.some(({ knownAt }) => knownAt === at));
  expect(atRuns.length / MOMENTS.length).toBeCloseTo(0.5, 1);
  expect(new Set(MOMENTS.map(({ at }) => Math.floor((at % DAY_MS) / HOUR_MS))).size).toBe(24);
});

test('an hour is learned as it was known before its end, by a run that reaches it', () => {
  for (const { hour, at, newest } of MOMENTS) {
    expect(at).toBeLessThan(hour + HOUR_MS);
    const run = weather[newest] as (typeof weather)[number];
    expect(run.knownAt).toBeLessThanOrEqual(at);
    expect(hour - run.start).toBeLessThan(72 * HOUR_MS);
  }
});

test('weather that became known later changes no moment', () => {
  const at = HISTORY_START + 100 * DAY_MS;
  const hours = HOURS.filter((hour) => hour + HOUR_MS <= at);
  const known = new KnownWeather(weather.filter(({ knownAt }) => knownAt <= at));
  expect(drawMoments(hours, KNOWN, at)).toEqual(drawMoments(hours, known, at));
});
