import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { hourSpeed, hubSpeed } from './hub-wind.ts';
import type { KnownWeather } from './known-weather.ts';
import type { Moment, PlantView } from './plant-view.ts';
import { recentPower } from './recent-power.ts';

const RADIANS = Math.PI / 180;
const YEAR_MS = 365.25 * DAY_MS;
const AROUND = [-3, -2, -1, 0, 1, 2, 3];
const NEIGHBOUR_HOURS = [0, -3, 3];

/**
 * What a wind farm's power of an hour is learned from, as known at an instant; NaN where missing.
 *
 * @param neighbours what {@link neighbourWind} says of each.
 */
export function windFeatures(
  view: PlantView,
  moment: Moment,
  neighbours: readonly number[],
): number[] {
  const own = ownWind(view.weather, moment);
  return [
    ...own,
    ...calendar(moment),
    ...neighbours,
    meanOf(neighbours.filter((_, i) => i % NEIGHBOUR_HOURS.length === 0)),
    ...recentPower(view, moment, (hour) => hourSpeed(view.weather, moment.newest, hour)),
    ...view.otherFields.map((field) => view.weather.value(moment.newest, field, moment.hour)),
  ];
}

function ownWind(weather: KnownWeather, { newest, hour }: Moment): number[] {
  const value = (field: string) => weather.value(newest, field, hour);
  const around = AROUND.map((hours) => hourSpeed(weather, newest, hour + hours * HOUR_MS));
  const end = hubSpeed(weather, newest, hour);
  const low = value('wind_speed_10m');
  const direction = value('wind_direction_100m') * RADIANS;
  const turning = direction - value('wind_direction_10m') * RADIANS;
  return [
    ...around,
    end,
    hubSpeed(weather, newest, hour - HOUR_MS),
    low,
    Math.sin(direction),
    Math.cos(direction),
    end / (low + 0.1),
    Math.sin(turning),
    Math.cos(turning),
    meanOf(around),
    dayMean(weather, newest, hour),
  ];
}

/** Mean speed of the twelve hours before and after, every third. */
function dayMean(weather: KnownWeather, newest: number, hour: number): number {
  const hours = [-12, -9, -6, -3, 0, 3, 6, 9, 12];
  return meanOf(hours.map((each) => hubSpeed(weather, newest, hour + each * HOUR_MS)));
}

function calendar({ hour, leadHours }: Moment): number[] {
  const season = (2 * Math.PI * (hour % YEAR_MS)) / YEAR_MS;
  return [(hour % DAY_MS) / HOUR_MS, Math.sin(season), Math.cos(season), leadHours];
}

/** Wind speeds (m/s) at a neighbour: of the hour and of those around it. */
export function neighbourWind(weather: KnownWeather, { at, hour }: Moment): number[] {
  const newest = weather.newestAt(at);
  return NEIGHBOUR_HOURS.map((hours) => hourSpeed(weather, newest, hour + hours * HOUR_MS));
}

/** Of the values that are there. */
function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
