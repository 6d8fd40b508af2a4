import type { RunTime, WeatherPlace, WeatherRun } from '@solano/domain/forecasting';
import { coordinatesOf, type WeatherRequest } from '@solano/domain/forecasting';
import { HOUR_MS, rejectRows, SECOND_MS } from '@solano/domain/kernel';

/** Hours of a run that are asked for. */
export const HOURS = 168;

interface Variable {
  /** The name of the field of a run. */
  readonly field: string;
  /** The unit that is asked for, and how many of it are one of the field’s. */
  readonly unit: string;
  readonly divisor: number;
}

const PERCENT = 100;

/** The variables that are asked for. Radiation is the mean of the hour before its time, as in a run. */
export const OPEN_METEO_VARIABLES: Readonly<Record<string, Variable>> = {
  wind_speed_100m: variable('wind_speed_100m', 'm/s'),
  wind_direction_100m: variable('wind_direction_100m', '°'),
  wind_speed_10m: variable('wind_speed_10m', 'm/s'),
  wind_direction_10m: variable('wind_direction_10m', '°'),
  temperature_2m: variable('temperature_2m', '°C'),
  shortwave_radiation: variable('shortwave_radiation', 'W/m²'),
  direct_normal_irradiance: variable('direct_normal_irradiance', 'W/m²'),
  diffuse_radiation: variable('diffuse_radiation', 'W/m²'),
  cloud_cover: variable('cloud_cover', '%', PERCENT),
  relative_humidity_2m: variable('relative_humidity', '%', PERCENT),
  surface_pressure: variable('surface_pressure', 'hPa'),
  precipitation: variable('precipitation', 'mm'),
};

function variable(field: string, unit: string, divisor = 1): Variable {
  return { field, unit, divisor };
}

/** The year 5138; in milliseconds it is March 1973. */
const MAX_SECONDS = 1e11;

/** `last_run_…_time` of a model’s metadata, in seconds. Errors: `invalid_rows`. */
export function parseMetadata(content: Uint8Array): RunTime {
  const read = parseJson(content) as Record<string, unknown> | null;
  const seconds = (name: string) => {
    const value = read?.[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || !isDateOf(value)) {
      return rejectRows([`the metadata have no ${name}`]);
    }
    return value * SECOND_MS;
  };
  return {
    issuedAt: seconds('last_run_initialisation_time'),
    availableAt: seconds('last_run_availability_time'),
  };
}

/** Seconds since 1970 of a date: not milliseconds or less, which are beyond any. */
function isDateOf(seconds: number): boolean {
  return seconds > 0 && seconds < MAX_SECONDS;
}

/** One place of a response. */
interface Forecast {
  readonly utc_offset_seconds?: unknown;
  readonly location_id?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly hourly_units?: Readonly<Record<string, unknown>> | null;
  readonly hourly?: Readonly<Record<string, unknown>> | null;
}

type RunRequest = Extract<WeatherRequest, { kind: 'run' }>;
type Values = Pick<WeatherRun, 'start' | 'fields'>;

/** The hours of a run by place; hours up to its issue are left out, as earlier runs said them. Errors: `invalid_rows`. */
export function parseForecasts(
  request: RunRequest,
  content: Uint8Array,
): ReadonlyMap<WeatherPlace, Values> {
  const read = parseJson(content);
  const forecasts = (Array.isArray(read) ? read : [read]) as (Forecast | null)[];
  const runs = new Map<WeatherPlace, Values>();
  const seen = new Set<WeatherPlace>();
  for (const [i, forecast] of forecasts.entries()) {
    if (!forecast || typeof forecast !== 'object') return rejectRows(['it has no forecast']);
    const place = placeOf(request.places, forecast, i, forecasts.length);
    if (seen.has(place)) return rejectRows([`${place}: it has two forecasts`]);
    seen.add(place);
    const values = parseForecast(request.issuedAt, place, forecast);
    if (values) runs.set(place, values);
  }
  return runs;
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content));
  } catch {
    return rejectRows(['not JSON']);
  }
}

/** Coordinates are those of the model’s grid, some 10 km away at most; along a meridian near a pole more. */
const MAX_AWAY_DEGREES = 0.5;

/** The place that a forecast is of: by its number, where that is given, else by its order. */
function placeOf(
  places: readonly WeatherPlace[],
  { location_id: id, latitude, longitude }: Forecast,
  order: number,
  count: number,
): WeatherPlace {
  if (id === undefined && order > 0 && count !== places.length) {
    return rejectRows([`it has ${count} of ${places.length} places, and does not say which`]);
  }
  const number = typeof id === 'number' ? id : order;
  const place = places[number];
  if (place === undefined) {
    return rejectRows([`it has a place ${number} that was not asked for`]);
  }
  const { lat, lon } = coordinatesOf(place);
  const isNear =
    Math.abs(Number(latitude) - lat) <= MAX_AWAY_DEGREES &&
    (Math.abs(lat) > 80 || Math.abs(east(Number(longitude) - lon)) <= MAX_AWAY_DEGREES);
  if (!isNear) {
    return rejectRows([`${place}: the forecast is of ${Number(latitude)},${Number(longitude)}`]);
  }
  return place;
}

/** A difference of longitudes from −180 to 180. */
function east(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The values of a place; undefined where it has none. */
function parseForecast(
  issuedAt: number,
  place: WeatherPlace,
  { hourly, hourly_units: units, utc_offset_seconds: offset = 0 }: Forecast,
): Values | undefined {
  const times = hourly?.time;
  if (!Array.isArray(times)) return rejectRows([`${place}: there are no hourly times`]);
  // Seconds since 1970 are those of GMT whatever the zone.
  if (offset !== 0 && times.some((time) => typeof time === 'string')) {
    return rejectRows([`${place}: the times are ${Number(offset)} s ahead of GMT`]);
  }
  const ends = times.map(
    (time, i) => endOf(time) ?? rejectRows([`${place}: time ${i + 1} is none`]),
  );
  const first = ends.findIndex((end) => end > issuedAt);
  const own = first < 0 ? [] : ends.slice(first, first + HOURS);
  if (own.some((end, i) => end !== (own[0] as number) + i * HOUR_MS || end % HOUR_MS !== 0)) {
    return rejectRows([`${place}: the times are not consecutive hours`]);
  }
  if ((own[0] ?? 0) > issuedAt + HOURS * HOUR_MS) {
    return rejectRows([`${place}: the times are not of the run`]);
  }
  const fields: Record<string, Float64Array> = {};
  for (const [name, each] of Object.entries(OPEN_METEO_VARIABLES)) {
    const column = hourly?.[name];
    if (column === undefined) continue;
    requireUnit(place, name, each, units?.[name]);
    const values = Array.isArray(column) && column.length === times.length ? column : undefined;
    if (!values) return rejectRows([`${place}: ${name} has not one value for each time`]);
    const read = values
      .slice(first, first + own.length)
      .map((value) => numberOf(place, name, value));
    if (read.some((value) => !Number.isNaN(value))) {
      fields[each.field] = Float64Array.from(read, (value) => value / each.divisor);
    }
  }
  if (own.length === 0 || Object.keys(fields).length === 0) return undefined;
  return { start: (own[0] as number) - HOUR_MS, fields };
}

/** The end (ms) of an hour: seconds since 1970, or ISO 8601 of GMT without an offset. */
function endOf(time: unknown): number | undefined {
  if (typeof time === 'number') return Number.isSafeInteger(time) ? time * SECOND_MS : undefined;
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time)) return undefined;
  const ms = Date.parse(`${time}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function requireUnit(place: WeatherPlace, name: string, { unit }: Variable, given: unknown): void {
  if (given === unit) return;
  const text = typeof given === 'string' ? given.slice(0, 20) : 'no unit';
  rejectRows([`${place}: ${name} is in ${text}, not in ${unit}`]);
}

function numberOf(place: WeatherPlace, name: string, value: unknown): number {
  if (value === null) return Number.NaN;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return rejectRows([`${place}: ${name} has a value that is no number`]);
}
