import { DAY_MS, dateAfter, dateAt, HOUR_MS } from '@solano/domain/kernel';
import { UNUSED_SOURCE } from '@solano/domain/market';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import {
  openSourceServer,
  type SourceRequest,
  type SourceResponse,
} from '@solano/tools/market-sources';
import { forecastsOf, metadataOf, weatherJson } from '@solano/tools/open-meteo';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const RUN_MS = 6 * HOUR_MS;
const NEWEST = Math.floor((Date.now() - 8 * HOUR_MS) / RUN_MS) * RUN_MS;

const working = (request: SourceRequest): SourceResponse =>
  request.path.endsWith('meta.json')
    ? metadataOf(NEWEST, NEWEST + 7 * HOUR_MS)
    : weatherJson(forecastsOf(request));
let respond = working;
let server: Awaited<ReturnType<typeof openSourceServer>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  server = await openSourceServer((request) => respond(request));
  database = await createTestDatabase();
  command = await openCommand(database.url);
  Object.assign(command.env, { WEATHER_SOURCES: 'open-meteo', OPEN_METEO_URL: server.url });
  await command.json('customer', 'add', 'norte');
  const plants = [
    'name,lat,lon,installed_capacity_MW,nominal_capacity_MW,area,technology_type',
    'Sierra,41.6561,-0.8773,50,50,ES,wind',
    'Neighbour,41.6611,-0.8901,50,50,ES,wind',
    'Costa,36.0131,-6.0448,20,20,ES,solar',
  ];
  const file = await command.file('plants.csv', plants.join('\n'));
  await command.json('plant', 'import', 'norte', file);
});
afterAll(async () => {
  await command[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  respond = working;
  server.requests.length = 0;
  await using opened = await PostgresDatabase.connect(database.url);
  await postgresStores(opened).market.updateSource('open-meteo', () => UNUSED_SOURCE);
});

const failed = async (...args: string[]) => {
  const { code, stdout, stderr } = await command.solano('weather', ...args);
  return { code, stdout, stderr };
};

test('weather fetch rejects a response with other units, and stores nothing', async () => {
  respond = (request) => {
    const response = working(request);
    return { ...response, body: String(response.body).replaceAll('"m/s"', '"km/h"') };
  };
  expect(await failed('fetch')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'open-meteo: 36,-6.05: wind_speed_100m is in km/h, not in m/s\n',
  });
});

test('weather fetch names the reason of a failure, and leaves the source alone for as long as it says', async () => {
  const reason = 'Minutely API request limit exceeded. Please try again in one minute.';
  respond = () => ({ status: 429, body: JSON.stringify({ error: true, reason }) });
  expect((await failed('fetch')).stderr).toBe(`open-meteo: answered 429: ${reason}\n`);
  respond = working;
  expect((await failed('fetch')).stderr).toMatch(/asked to be left alone until/);
  expect(server.requests).toHaveLength(1);
});

test('weather fetch stores the newest run once, in one request without a name or key', async () => {
  const { stdout, code } = await command.solano('weather', 'fetch');
  expect([code, stdout]).toEqual([0, 'Stored weather of 2 places and run, of 1 run.\n']);
  const [asked, ...more] = server.requests.filter(({ path }) => path === '/v1/forecast');
  expect(more).toEqual([]);
  expect(asked?.query.get('latitude')).toBe('36,41.65');
  expect(asked?.query.get('longitude')).toBe('-6.05,-0.9');
  expect(asked?.query.has('apikey')).toBe(false);
  const again = await command.solano('weather', 'fetch');
  expect(again.stdout).toBe('All available runs are stored already.\n');
});

test('weather backfill stores past runs as they were issued, of a plant’s place', async () => {
  const day = dateAfter(dateAt(Date.now()), -3);
  const args = ['backfill', 'norte', '--plant', 'Costa', '--since', day, '--until', day];
  const fetched = await command.json('weather', ...args);
  expect(fetched).toMatchObject([
    { source: 'open-meteo', result: 'stored', stored: 1, empty: [] },
    { source: 'open-meteo', result: 'stored', stored: 1, empty: [] },
  ]);
  const runs = server.requests.map(({ query }) => query.get('run'));
  expect(runs.every((run) => /T(00|12):00$/.test(run ?? ''))).toBe(true);
  await using opened = await PostgresDatabase.connect(database.url);
  const { weather } = postgresStores(opened);
  const known: number[] = [];
  const window = { from: Date.now() - 5 * DAY_MS, to: Date.now() };
  for await (const found of weather.runs(['36,-6.05'], window)) {
    known.push(...found.runs.map(({ knownAt, issuedAt }) => (knownAt - issuedAt) / HOUR_MS));
  }
  expect(known.slice(0, 2)).toEqual([8, 8]);
});

test('weather switch off keeps the places of a customer from sources until it is on again', async () => {
  const off = await command.json('weather', 'switch', 'norte', 'off');
  expect(off).toEqual({ customer: 'norte', weather: 'off' });
  expect((await command.solano('weather', 'fetch')).code).toBe(0);
  const day = dateAfter(dateAt(Date.now()), -5);
  const args = ['backfill', 'norte', '--since', day, '--until', day];
  expect(await failed(...args)).toMatchObject({
    code: 1,
    stderr: 'norte switched weather off: solano weather switch norte on\n',
  });
  expect(server.requests).toEqual([]);
  expect((await command.solano('weather', 'switch', 'norte', 'on')).stdout).toBe(
    'The places of norte are sent to sources of weather.\n',
  );
});

test('weather that cannot be fetched is named: no source, no such plant, no such days', async () => {
  const days = ['--since', '2026-11-02', '--until', '2026-11-01'];
  expect((await failed('backfill', 'norte', ...days)).stderr).toMatch(/are 0 days/);
  expect((await failed('backfill', 'norte', '--plant', 'x', ...days)).stderr).toBe(
    'norte has no plant x.\n',
  );
  Object.assign(command.env, { WEATHER_SOURCES: '' });
  expect((await failed('fetch')).stderr).toBe('Set WEATHER_SOURCES first: open-meteo.\n');
  Object.assign(command.env, { WEATHER_SOURCES: 'open-meteo' });
});
