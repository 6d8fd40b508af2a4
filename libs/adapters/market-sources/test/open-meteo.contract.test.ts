import type { WeatherRequest } from '@solano/domain/forecasting';
import { HOUR_MS, isSolanoError } from '@solano/domain/kernel';
import { openSourceServer, type SourceResponse } from '@solano/tools/market-sources';
import { forecastsOf, metadataOf, weatherJson } from '@solano/tools/open-meteo';
import { describe, expect, test } from 'vitest';
import { OpenMeteoSource, singleRuns } from '../src/weather/open-meteo.ts';

const KEY = 'secret-7f3a';
const ISSUED = Date.parse('2026-11-26T00:00Z');
const PLACES = ['41.65,-0.9', '36,-6.05'] as const;
const HOURS = 168;

type Run = { start: number; fields: Record<string, Float64Array> };
type RunRequest = Extract<WeatherRequest, { kind: 'run' }>;
type Forecast = {
  hourly: Record<string, unknown[]>;
  hourly_units: Record<string, unknown>;
  [name: string]: unknown;
};

const newest: RunRequest = { kind: 'run', issuedAt: ISSUED, isPast: false, places: PLACES };
const past: RunRequest = { ...newest, isPast: true };

function sourceAt(url: string, key?: string): OpenMeteoSource {
  return new OpenMeteoSource({ url, key });
}

/** The runs of a response whose forecasts were changed, or the problem that it was rejected for. */
async function parsed(
  change: (forecasts: Forecast[]) => unknown = (all) => all,
  request: RunRequest = newest,
) {
  await using server = await openSourceServer((asked) => {
    const forecasts = forecastsOf(asked) as Forecast[];
    const changed = change(forecasts);
    return Array.isArray(changed) ? weatherJson(changed) : { body: String(changed) };
  });
  const source = sourceAt(server.url);
  const response = await source.get(request);
  if (response.kind !== 'document') throw new Error(`no document: ${response.kind}`);
  try {
    return source.parseRun(request, response.content).runs;
  } catch (error) {
    if (!isSolanoError(error, 'invalid_rows')) throw error;
    return error.problems[0];
  }
}

describe('a request to Open-Meteo', () => {
  test('all places of a run are asked for at once, in metres a second, from the first hour to the end of 7 days', async () => {
    await using server = await openSourceServer((asked) => weatherJson(forecastsOf(asked)));
    expect(await sourceAt(server.url).get(newest)).toMatchObject({ kind: 'document' });
    const [{ path, query } = { path: '', query: new URLSearchParams() }] = server.requests;
    expect(path).toBe('/v1/forecast');
    expect(Object.fromEntries(query)).toEqual({
      latitude: '41.65,36',
      longitude: '-0.9,-6.05',
      hourly: expect.stringMatching(/^wind_speed_100m,.*,shortwave_radiation,/),
      models: 'ecmwf_ifs',
      wind_speed_unit: 'ms',
      temperature_unit: 'celsius',
      precipitation_unit: 'mm',
      timezone: 'GMT',
      timeformat: 'unixtime',
      start_hour: '2026-11-26T01:00',
      end_hour: '2026-12-03T00:00',
    });
  });

  test('a past run is asked for by its issue', async () => {
    await using server = await openSourceServer((asked) => weatherJson(forecastsOf(asked)));
    await sourceAt(server.url).get(past);
    expect(server.requests[0]?.query.get('run')).toBe('2026-11-26T00:00');
  });

  test('the key is sent where there is one, and is in no reason of a failure', async () => {
    await using server = await openSourceServer(() => ({ status: 500 }));
    await sourceAt(server.url).get(newest);
    const failed = await sourceAt(server.url, KEY).get(newest);
    expect(server.requests.map(({ query }) => query.get('apikey'))).toEqual([null, KEY]);
    expect(failed).toEqual({ kind: 'unavailable', reason: 'answered 500' });
  });
});

describe('a failure of Open-Meteo', () => {
  const said = (status: number, reason: string): SourceResponse => {
    return { status, body: JSON.stringify({ error: true, reason }) };
  };
  test.each<[string, SourceResponse, object]>([
    [
      'names the reason of a bad request',
      said(400, 'Cannot initialize\nVariable'),
      { reason: 'answered 400: Cannot initialize Variable' },
    ],
    [
      'is over in a minute at the limit of a minute',
      said(429, 'Minutely API request limit exceeded. Please try again in one minute.'),
      { retryAfterMs: 60_000 },
    ],
    [
      'is over in an hour at the limit of an hour',
      said(429, 'Hourly API request limit exceeded.'),
      { retryAfterMs: 3_600_000 },
    ],
    [
      'is over in six hours at the limit of a day',
      said(429, 'Daily API request limit exceeded.'),
      { retryAfterMs: 21_600_000 },
    ],
    [
      'is over when it says so',
      { ...said(429, 'Hourly'), headers: { 'retry-after': '7' } },
      { retryAfterMs: 7_000 },
    ],
    [
      'with a page instead of a reason names its status alone',
      { status: 502, body: '<html>'.repeat(2_000) },
      { reason: 'answered 502' },
    ],
    ['in the middle of a response is one', { body: '[', isCut: true }, {}],
  ])('%s', async (_, response, expected) => {
    await using server = await openSourceServer(() => response);
    const failed = await sourceAt(server.url).get(newest);
    expect(failed).toMatchObject({ kind: 'unavailable', ...expected });
  });

  test('a run that is not kept is absent', async () => {
    await using server = await openSourceServer(() => ({ status: 404 }));
    expect(await sourceAt(server.url).get(past)).toEqual({ kind: 'absent' });
  });

  test('a server that is away is unavailable', async () => {
    const { url, ...server } = await openSourceServer(() => ({}));
    await server[Symbol.asyncDispose]();
    const failed = await sourceAt(url).get(newest);
    expect(failed).toEqual({ kind: 'unavailable', reason: 'did not answer: ECONNREFUSED' });
  });
});

describe('the newest run of Open-Meteo', () => {
  test('the newest run is that of the metadata of the model', async () => {
    const available = ISSUED + 6.5 * HOUR_MS;
    await using server = await openSourceServer(() => metadataOf(ISSUED, available));
    const source = sourceAt(server.url);
    const response = await source.get({ kind: 'newest' });
    expect(server.requests[0]?.path).toBe('/data/ecmwf_ifs/static/meta.json');
    if (response.kind !== 'document') throw new Error(response.kind);
    expect(source.parseNewest(response.content)).toEqual({
      issuedAt: ISSUED,
      availableAt: available,
    });
  });

  test.each([
    '',
    'null',
    '[]',
    '{"last_run_initialisation_time": "2026"}',
    `{"last_run_initialisation_time": ${ISSUED}, "last_run_availability_time": ${ISSUED}}`,
    '{"last_run_initialisation_time": 9e15, "last_run_availability_time": 9e15}',
  ])('metadata that are %j are rejected', (text) => {
    const content = new TextEncoder().encode(text);
    expect(() => sourceAt('http://x').parseNewest(content)).toThrow('1 bad row');
  });
});

describe('a run of Open-Meteo', () => {
  test('each place has its hours, which begin with the issue, with the value at the end of each', async () => {
    const runs = (await parsed()) as Map<string, Run>;
    expect([...runs.keys()]).toEqual([...PLACES]);
    const { start, fields } = runs.get(PLACES[0]) as Run;
    expect(start).toBe(ISSUED);
    expect(Object.keys(fields).sort()).toEqual([
      'cloud_cover',
      'diffuse_radiation',
      'direct_normal_irradiance',
      'precipitation',
      'relative_humidity',
      'shortwave_radiation',
      'surface_pressure',
      'temperature_2m',
      'wind_direction_100m',
      'wind_direction_10m',
      'wind_speed_100m',
      'wind_speed_10m',
    ]);
    expect(fields.wind_speed_100m).toHaveLength(HOURS);
    expect(Array.from(fields.wind_speed_100m?.slice(0, 3) ?? [])).toEqual([4.175, 4.185, 4.195]);
    expect(Array.from(fields.shortwave_radiation?.slice(21, 25) ?? [])).toEqual([22, 23, 0, 1]);
    expect(Array.from(fields.cloud_cover?.slice(0, 2) ?? [])).toEqual([0.01, 0.02]);
    expect(runs.get(PLACES[1])?.fields.wind_speed_100m?.[0]).toBeCloseTo(3.61, 9);
  });

  test('the only place of a run is an object instead of a list', async () => {
    const runs = await parsed(undefined, { ...newest, places: [PLACES[1]] });
    expect([...(runs as Map<string, unknown>).keys()]).toEqual([PLACES[1]]);
  });

  test('hours up to the issue and beyond 7 days are left out', async () => {
    const runs = await parsed((all) => {
      for (const { hourly } of all) {
        const ends = Array.from({ length: 200 }, (_, i) => ISSUED / 1000 + (i - 5) * 3600);
        for (const name of Object.keys(hourly)) hourly[name] = ends.map((_, i) => i);
        hourly.time = ends;
      }
      return all;
    });
    const { start, fields } = (runs as Map<string, Run>).get(PLACES[0]) as Run;
    expect(start).toBe(ISSUED);
    expect(fields.wind_speed_10m).toHaveLength(HOURS);
    expect(fields.wind_speed_10m?.[0]).toBe(6);
  });

  test('times in ISO 8601 are those of GMT', async () => {
    const runs = await parsed((all) => {
      for (const { hourly } of all) {
        hourly.time = hourly.time?.map((time) =>
          new Date(Number(time) * 1000).toISOString().slice(0, 16),
        ) as unknown[];
      }
      return all;
    });
    expect((runs as Map<string, Run>).get(PLACES[0])?.start).toBe(ISSUED);
  });

  test('values that are null are missing, and a variable or place without any is left out', async () => {
    const runs = await parsed(([first, second]) => {
      if (!first || !second) return [];
      (first.hourly.wind_speed_100m as unknown[])[1] = null;
      first.hourly.diffuse_radiation?.fill(null);
      delete first.hourly.precipitation;
      for (const [name, column] of Object.entries(second.hourly)) {
        if (name !== 'time') column.fill(null);
      }
      return [first, second];
    });
    expect([...(runs as Map<string, unknown>).keys()]).toEqual([PLACES[0]]);
    const { fields } = (runs as Map<string, Run>).get(PLACES[0]) as Run;
    expect(fields.wind_speed_100m?.[1]).toBeNaN();
    expect(fields.wind_speed_100m?.[2]).toBeCloseTo(4.195, 9);
    expect(fields).not.toHaveProperty('diffuse_radiation');
    expect(fields).not.toHaveProperty('precipitation');
  });

  test('some of the places are known by their numbers', async () => {
    const runs = await parsed((all) => all.slice(1));
    expect([...(runs as Map<string, unknown>).keys()]).toEqual([PLACES[1]]);
  });

  const first = (change: (forecast: Forecast) => void) => (all: Forecast[]) => {
    change(all[0] as Forecast);
    return all;
  };
  test.each<[string, (all: Forecast[]) => unknown, string]>([
    [
      'wind in km/h',
      first(({ hourly_units }) => Object.assign(hourly_units, { wind_speed_100m: 'km/h' })),
      '41.65,-0.9: wind_speed_100m is in km/h, not in m/s',
    ],
    [
      'temperature without a unit',
      first(({ hourly_units }) => delete hourly_units.temperature_2m),
      '41.65,-0.9: temperature_2m is in no unit, not in °C',
    ],
    [
      'a text as a value',
      first(({ hourly }) => hourly.cloud_cover?.fill('x', 3, 4)),
      '41.65,-0.9: cloud_cover has a value that is no number',
    ],
    [
      'a column that is too short',
      first(({ hourly }) => hourly.cloud_cover?.pop()),
      '41.65,-0.9: cloud_cover has not one value for each time',
    ],
    [
      'a missing hour',
      first(({ hourly }) => {
        for (const column of Object.values(hourly)) column.splice(5, 1);
      }),
      '41.65,-0.9: the times are not consecutive hours',
    ],
    [
      'times on the clock of another zone',
      first((forecast) => {
        const { hourly } = forecast;
        forecast.utc_offset_seconds = 3600;
        hourly.time = hourly.time?.map((time) =>
          new Date(Number(time) * 1000).toISOString().slice(0, 16),
        ) as unknown[];
      }),
      '41.65,-0.9: the times are 3600 s ahead of GMT',
    ],
    [
      'times after the run',
      first(({ hourly }) => {
        hourly.time = hourly.time?.map((time) => Number(time) + HOURS * 3600) as unknown[];
      }),
      '41.65,-0.9: the times are not of the run',
    ],
    [
      'one place twice',
      (all) => [0, 0].map((location_id) => ({ ...all[0], location_id })),
      '41.65,-0.9: it has two forecasts',
    ],
    [
      'another place',
      first((forecast) => Object.assign(forecast, { latitude: 10 })),
      '41.65,-0.9: the forecast is of 10,-0.93',
    ],
    ['a page', () => '<html></html>', 'not JSON'],
    ['nothing', () => 'null', 'it has no forecast'],
    ['an error', () => '{"error": true}', '41.65,-0.9: the forecast is of NaN,NaN'],
    [
      'a place too many',
      (all) => [...all, { ...all[1], location_id: 2 }],
      'it has a place 2 that was not asked for',
    ],
  ])('a response with %s is rejected', async (_, change, problem) => {
    expect(await parsed(change)).toBe(problem);
  });

  test.each([
    ['https://api.open-meteo.com', 'https://single-runs-api.open-meteo.com'],
    ['https://customer-api.open-meteo.com', 'https://customer-single-runs-api.open-meteo.com'],
    ['http://127.0.0.1:9', 'http://127.0.0.1:9'],
  ])('past runs of %s are asked of %s', (url, expected) => {
    expect(singleRuns(url)).toBe(expected);
  });
});
