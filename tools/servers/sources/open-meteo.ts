import type { SourceRequest, SourceResponse } from './market-sources.ts';

const HOUR_MS = 3_600_000;

const UNITS: Readonly<Record<string, string>> = {
  time: 'unixtime',
  wind_speed_100m: 'm/s',
  wind_direction_100m: '°',
  wind_speed_10m: 'm/s',
  wind_direction_10m: '°',
  temperature_2m: '°C',
  shortwave_radiation: 'W/m²',
  direct_normal_irradiance: 'W/m²',
  diffuse_radiation: 'W/m²',
  cloud_cover: '%',
  relative_humidity_2m: '%',
  surface_pressure: 'hPa',
  precipitation: 'mm',
};

/** A value of a variable at a place and the end (ms) of an hour. */
export type WeatherValue = (variable: string, end: number, lat: number, lon: number) => unknown;

/** A run's value that tells variables, hours and places apart, within each variable's range. */
export const SOME_WEATHER: WeatherValue = (variable, end, lat) => {
  const hour = (end / HOUR_MS) % 24;
  if (variable === 'surface_pressure') return 1_000 + hour;
  return variable === 'wind_speed_100m' ? lat / 10 + hour / 100 : hour;
};

/** The metadata of a model with its newest run (ms). */
export function metadataOf(issuedAt: number, availableAt: number): SourceResponse {
  const body = {
    last_run_initialisation_time: issuedAt / 1000,
    last_run_availability_time: availableAt / 1000,
    update_interval_seconds: 21_600,
  };
  return { body: JSON.stringify(body) };
}

/** The forecasts of a request, one of Open-Meteo’s; a place as an object alone. */
export function forecastsOf(
  { query }: SourceRequest,
  valueAt: WeatherValue = SOME_WEATHER,
): unknown[] {
  const [lats = [], lons = []] = ['latitude', 'longitude'].map((name) =>
    query.get(name)?.split(',').map(Number),
  );
  const [first = 0, last = 0] = ['start_hour', 'end_hour'].map((name) =>
    Date.parse(`${query.get(name)}Z`),
  );
  const ends = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, i) => first + i * HOUR_MS);
  const variables = query.get('hourly')?.split(',') ?? [];
  return lats.map((lat, i) => {
    const lon = lons[i] as number;
    const columns: Record<string, unknown[]> = { time: ends.map((end) => end / 1000) };
    for (const name of variables) columns[name] = ends.map((end) => valueAt(name, end, lat, lon));
    return {
      latitude: lat + 0.02,
      longitude: lon - 0.03,
      utc_offset_seconds: 0,
      timezone: 'GMT',
      elevation: 100,
      ...(i > 0 && { location_id: i }),
      hourly_units: Object.fromEntries(
        ['time', ...variables].map((name) => [name, UNITS[name] ?? 'undefined']),
      ),
      hourly: columns,
    };
  });
}

/** The response with forecasts: a list, or one object where there is one place. */
export function weatherJson(forecasts: readonly unknown[]): SourceResponse {
  return { body: JSON.stringify(forecasts.length === 1 ? forecasts[0] : forecasts) };
}
