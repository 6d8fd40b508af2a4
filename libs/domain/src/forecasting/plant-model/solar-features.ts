import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import type { HourSun } from './hour-sun.ts';
import { irradiance } from './irradiance.ts';
import type { KnownProduction } from './known-production.ts';
import type { Moment, PlantView } from './plant-view.ts';
import { onCurve } from './response-curve.ts';

const YEAR_MS = 365.25 * DAY_MS;
const AROUND = [-2, -1, 0, 1, 2];
/** Days of the past whose same hour is looked at. */
const DAYS = 21;
/** W/m²: below it the ratio to the clear sky says nothing. */
const MIN_CLEAR_SKY = 20;
const FIELDS = ['direct_normal_irradiance', 'diffuse_radiation', 'wind_speed_10m'];

/**
 * What a solar plant's power of an hour is learned from, as known at an instant; NaN where missing.
 *
 * @param neighbours irradiance at each.
 */
export function solarFeatures(
  view: PlantView,
  moment: Moment,
  neighbours: readonly number[],
  sunOf: (hour: number) => HourSun,
): number[] {
  const { hour, newest } = moment;
  const sun = sunOf(hour);
  const radiation = (of: number) => irradiance(view.weather, newest, of, sunOf(of).clearSky);
  const around = AROUND.map((hours) => radiation(hour + hours * HOUR_MS));
  return [
    ...around,
    (around[2] as number) / Math.max(MIN_CLEAR_SKY, sun.clearSky),
    sum(around) /
      Math.max(MIN_CLEAR_SKY, sum(AROUND.map((hours) => sunOf(hour + hours * HOUR_MS).clearSky))),
    sum(neighbours) / neighbours.length,
    sun.clearSky,
    sun.cosineZenith,
    ((hour + (view.plant.lon / 15) * HOUR_MS + DAY_MS) % DAY_MS) / HOUR_MS,
    Math.sin((2 * Math.PI * (hour % YEAR_MS)) / YEAR_MS),
    Math.cos((2 * Math.PI * (hour % YEAR_MS)) / YEAR_MS),
    moment.leadHours,
    ...sameHours(view.production, moment),
    ...lastRatios(view, moment, radiation),
    ...[...FIELDS, ...view.otherFields].map((field) => view.weather.value(newest, field, hour)),
  ];
}

/** Mean and the largest two of the same hour of the last days: what shading, clipping and snow leave. */
function sameHours(production: KnownProduction, { hour, at }: Moment): number[] {
  const newest = production.newestAt(at);
  const known: number[] = [];
  let before = hour - DAY_MS;
  while (before > newest) before -= DAY_MS;
  for (let day = 0; day < DAYS; day += 1, before -= DAY_MS) {
    const share = production.share(before);
    if (!Number.isNaN(share)) known.push(share);
  }
  known.sort((a, b) => b - a);
  return [sum(known) / known.length, known[0] ?? Number.NaN, known[2] ?? Number.NaN];
}

/** Of the last day and the last week with sun: measured over what the radiation lets expect. */
function lastRatios(
  view: PlantView,
  moment: Moment,
  radiation: (hour: number) => number,
): number[] {
  const newest = view.production.newestAt(moment.at);
  const ratio = (hours: number) => {
    let measured = 0;
    let expected = 0;
    for (let back = 0; back < hours; back += 1) {
      const hour = newest - back * HOUR_MS;
      const share = view.production.share(hour);
      const mean = onCurve(view.curve, radiation(hour));
      if (Number.isNaN(share) || Number.isNaN(mean)) continue;
      measured += share;
      expected += mean;
    }
    return expected > 0.1 ? measured / expected : Number.NaN;
  };
  return [ratio(3), ratio(24), ratio(7 * 24), (moment.hour - newest) / HOUR_MS];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
