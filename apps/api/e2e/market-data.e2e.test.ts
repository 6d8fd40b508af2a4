import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SOURCE } from '@solano/domain/contracts';
import { dateAfter, dateAt, datesBetween, quartersOfDate } from '@solano/domain/kernel';
import {
  expectedAt,
  type Market,
  type RealisedPrices,
  type SeriesName,
} from '@solano/domain/market';
import { setPermission } from '@solano/domain/service';
import type { SourceResponse } from '@solano/tools/market-sources';
import { esiosJson, omieText, openSourceServer } from '@solano/tools/market-sources';
import { testTemporal } from '@solano/tools/test-temporal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

const access = await testTemporal();
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const MD = 'md_pdbc_spain';
const POLL_INTERVAL_MS = 1_000;

/** The responses of the sources, by the name of the file or the number of the indicator. */
const responses = new Map<string, SourceResponse>();
const asked: string[] = [];
let onRequest: (name: string) => void = () => {};
let sources: Awaited<ReturnType<typeof openSourceServer>>;
let environment: Record<string, string>;

beforeAll(async () => {
  sources = await openSourceServer(({ path, query }) => {
    const name = query.get('filename') ?? path.split('/').at(-1) ?? '';
    asked.push(name);
    onRequest(name);
    return responses.get(name) ?? { status: 404 };
  });
  environment = {
    MARKET_SOURCES: 'omie,esios',
    MARKET_POLL_EVERY: `${POLL_INTERVAL_MS / 1000}s`,
    OMIE_URL: sources.url,
    ESIOS_URL: sources.url,
    ESIOS_TOKEN: 'token-of-the-operator',
  };
});
afterAll(() => sources[Symbol.asyncDispose]());
beforeEach(() => {
  responses.clear();
  asked.length = 0;
  onRequest = () => {};
});

/** Returns the day of a series whose usual time was within the last 24 hours: it is polled now. */
function awaitedDay(series: SeriesName): string {
  const now = Date.now();
  const days = [2, 1, 0, -1].map((ahead) => dateAfter(dateAt(now), ahead));
  return days.find((day) => expectedAt(series, day) <= now) as string;
}

const fileOf = (date: string, revision: number) =>
  `marginalpdbc_${date.replaceAll('-', '')}.${revision}`;

async function permitted(service: TestService, name = 'Norte'): Promise<string> {
  const { key } = await service.customer(name);
  await setPermission(service.stores, SOURCE, name, 'prices', true);
  return key;
}

function realisedDay(date: string): RealisedPrices {
  const ends = quartersOfDate(date);
  const series = { stepMinutes: 15, ends, prices: ends.map(() => 50_000) };
  return { market: MD, date, source: 'csv', version: 0, ...series };
}

/** The entry of a market in `GET /markets/`. */
async function marketOf(service: TestService, key: string, name: Market = MD) {
  const { json } = await service.call('GET', '/api/v0/markets/', { key });
  return (json as Record<string, unknown>[]).find(({ market }) => market === name);
}

const documentsOf = (service: TestService, date: string) =>
  service.stores.market.documents(MD, date);

describe('a service that looks for market data', () => {
  const date = awaitedDay(MD);
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService(environment);
    key = await permitted(service);
    // With one more there are enough days to predict from.
    const days = datesBetween(dateAfter(date, -27), dateAfter(date, -1)).map(realisedDay);
    await service.stores.prices.putRealised(days);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('a price is served, with predictions from it, soon after it is published', async () => {
    await expect.poll(() => asked).toContain(fileOf(date, 1));
    expect(await marketOf(service, key)).toMatchObject({
      newest_realised_day: dateAfter(date, -1),
      realised_days: 27,
      not_predicted:
        'No prediction of md_pdbc_spain: 27 of the last 60 days have realised prices, and 28 are needed.',
      newest_prediction_at: null,
    });
    responses.set(fileOf(date, 1), { body: omieText(MD, date, () => 50_120) });
    await expect
      .poll(() => marketOf(service, key))
      .toMatchObject({
        newest_realised_day: date,
        source: 'omie',
        revision: 1,
        newest_prediction_at: expect.any(String),
        realised_days: 28,
        not_predicted: null,
      });
    const path = `/api/v0/prices/spain/${MD}/realised?from=${date}&to=${date}`;
    const { json } = await service.call('GET', path, { key });
    const { rows, days } = json as { rows: { price: string }[]; days: object[] };
    expect(days).toEqual([{ day: date, source: 'omie', revision: 1, status: 'realised' }]);
    expect(rows).toHaveLength(quartersOfDate(date).length);
    expect(rows[0]?.price).toBe('50.120');
  });

  test('a second source is asked for forecasts, and no token is logged', async () => {
    const day = awaitedDay('wind');
    for (const [id, series] of [
      ['1775', 'demand'],
      ['1777', 'wind'],
      ['1779', 'solar'],
    ] as const) {
      responses.set(id, { body: esiosJson(series, awaitedDay(series), 60, (i) => 1_000 * i) });
    }
    const third = async () => {
      const [version] = await service.stores.market.fundamentalVersions('wind', day, day);
      return version?.values[3];
    };
    await expect.poll(third).toBe(3_000);
    expect(JSON.stringify(service.log)).not.toContain('token-of-the-operator');
  });

  test('prices of deviations of yesterday are served once the source has them', async () => {
    const yesterday = dateAfter(dateAt(Date.now()), -1);
    // Asked for when the service starts, and every hour.
    responses.set('9', { body: esiosJson('wind', yesterday, 15, (i) => i) });
    await using own = await openService({
      ...environment,
      ESIOS_IMBALANCE_INDICATORS: 'short=9,long=9',
    });
    const permittedKey = await permitted(own);
    const path = `/api/v0/prices/spain/imbalance_spain/realised?from=${yesterday}&to=${yesterday}`;
    const read = async () => (await own.call('GET', path, { key: permittedKey })).json;
    const day = { day: yesterday, source: 'esios', revision: 1, settlement: 'esios' };
    await expect.poll(read).toMatchObject({ days: [{ ...day, status: 'realised' }] });
  });

  test('collected market data are served to customers with the permission only', async () => {
    const { key: unpermitted } = await service.customer('Sur');
    const paths = [
      '/api/v0/markets/',
      `/api/v0/prices/spain/${MD}/realised?from=${date}&to=${date}`,
    ];
    for (const path of paths) {
      expect(await service.call('GET', path, { key })).toMatchObject({ status: 200 });
      expect(await service.call('GET', path, { key: unpermitted })).toMatchObject({ status: 403 });
      expect(await service.call('GET', path)).toMatchObject({ status: 401 });
    }
  });

  test('the synthetic prices of a customer are served to no other', async () => {
    const [norte, este] = ['Norte sola', 'Este'];
    const own = await service.customer(norte);
    await setPermission(service.stores, SOURCE, norte, 'prices', true);
    const other = await permitted(service, este);
    const day = '2026-01-15';
    const ends = quartersOfDate(day);
    const series = { stepMinutes: 15, ends, prices: ends.map(() => 77_000) };
    const realised = { market: MD, date: day, source: 'synthetic', version: 0, ...series } as const;
    await service.stores.prices.seenBy(own.customer.id).putRealised([realised]);
    const path = `/api/v0/prices/spain/${MD}/realised?from=${day}&to=${day}`;
    const rowsOf = async (asking: string) =>
      ((await service.call('GET', path, { key: asking })).json as { rows: object[] }).rows.length;
    expect(await rowsOf(own.key)).toBe(96);
    expect(await rowsOf(other)).toBe(0);
  });
});

describe('several processes on one database', () => {
  test('another process continues after one is killed, and each document is requested by one process', async () => {
    const date = awaitedDay(MD);
    await using prepared = await openService();
    const key = await permitted(prepared);
    const shared = { ...environment, DATABASE_URL: prepared.databaseUrl };
    const asking = Promise.withResolvers<void>();
    onRequest = (name) => name === fileOf(date, 1) && asking.resolve();
    responses.set(fileOf(date, 1), { isSilent: true });
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...shared, SOLANO_DATA: prepared.folder, PORT: '0' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await asking.promise;
    child.kill('SIGKILL');
    await ended;
    const published = Promise.withResolvers<void>();
    const body = omieText(MD, date, () => 61_000);
    responses.set(fileOf(date, 1), { body, after: published.promise });
    asked.length = 0;

    await using _one = await openService({ ...shared, SOLANO_DATA: prepared.folder });
    await using _other = await openService({ ...shared, SOLANO_DATA: prepared.folder });
    const looks = () => asked.filter((name) => name === fileOf(date, 1));
    await expect.poll(looks).toHaveLength(1);
    // Both would poll in the next intervals; one of them still waits for the response.
    await pause(2 * POLL_INTERVAL_MS);
    expect(looks()).toHaveLength(1);
    published.resolve();
    await expect.poll(() => marketOf(prepared, key)).toMatchObject({ newest_realised_day: date });
    expect(await documentsOf(prepared, date)).toMatchObject([{ outcome: 'accepted', revision: 1 }]);
  });
});

test('market data are collected where Temporal runs purchases, too', async () => {
  const date = awaitedDay(MD);
  responses.set(fileOf(date, 1), { body: omieText(MD, date, () => 42_000) });
  await using service = await openService({
    ...environment,
    TEMPORAL_ADDRESS: access.address,
    TEMPORAL_TASK_QUEUE: crypto.randomUUID(),
    CALLBACK_SECRET: 'not a secret: an API of tests, and its workers',
  });
  const key = await permitted(service);
  await expect.poll(() => marketOf(service, key)).toMatchObject({ newest_realised_day: date });
  expect(await documentsOf(service, date)).toMatchObject([{ outcome: 'accepted' }]);
});
