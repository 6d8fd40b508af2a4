import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import { MARKETS, type PredictionOrigin, QUANTILES } from '@solano/domain/market';
import { setPermission } from '@solano/domain/service';
import { readWorkbook } from '@solano/spreadsheet';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, openService, type TestService } from './service.ts';

const MD = 'md_pdbc_spain';
const PREDICTION = `/api/v0/prices/spain/${MD}/prediction`;
const EVALUATION = `/api/v0/prices/spain/${MD}/evaluation`;
const DAYS = 'from=2026-11-18&to=2026-11-19';

let service: TestService;
let key: string;
let unpermittedKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: unpermittedKey } = await service.customer('Sur'));
  await setPermission(service.stores, SOURCE, 'Norte', 'prices', true);
});
afterAll(() => service[Symbol.asyncDispose]());

interface Put {
  readonly date: string;
  readonly price: number;
  readonly at: string;
  readonly hasBands?: boolean;
  readonly origin?: PredictionOrigin;
}

/** Stores a prediction of a day whose quantiles lie as many EUR/MWh from the price as they say. */
async function put({ date, price, at, hasBands = true, origin = 'imported' }: Put): Promise<void> {
  const ends = quartersOfDate(date);
  await service.stores.prices.putPredictions([
    {
      market: MD,
      generatedAt: new Date(at),
      origin,
      inputsUntil: origin === 'live' ? new Date('2026-11-17T23:00Z') : null,
      stepMinutes: 15,
      ends,
      prices: ends.map(() => price),
      bands: hasBands
        ? QUANTILES.map((quantile) =>
            ends.map((_, i) => (i === 1 ? null : price + quantile * 1_000)),
          )
        : null,
    },
  ]);
}

async function realise(date: string, price: number): Promise<void> {
  const ends = quartersOfDate(date);
  const prices = ends.map(() => price);
  const day = { market: MD, date, source: 'omie', version: 1, stepMinutes: 15 } as const;
  await service.stores.prices.putRealised([{ ...day, ends, prices }]);
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  return service.call(method, path, { key, headers });
};

describe('an empty store of predictions', () => {
  test('a prediction and its evaluation are not found before anything was predicted', async () => {
    const detail = 'No price prediction available yet.';
    expect(await get(PREDICTION)).toMatchObject({ status: 404, json: { detail } });
    const { status, json } = await get(`${EVALUATION}?${DAYS}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ days: [], mae: null, rmae_weekly: null, by_lead_days: [] });
  });
});

describe('the order of checks', () => {
  const NOT_ALLOWED =
    'You do not have permission to perform this action. The operator of the service grants the permission prices: solano permission grant <customer> prices';
  const badPrediction = '/api/v0/prices/portugal/nothing/prediction?a=1&format=xml';
  const badEvaluation = '/api/v0/prices/portugal/nothing/evaluation?a=1';
  const offset = (text: string) => {
    return `Parameter 'as_of' must be an ISO 8601 date-time with an offset, not "${text}"`;
  };
  const quantile = (text: string) => {
    return `Unsupported quantile: ${text}. Use any of 5, 10, 25, 50, 75, 90, 95.`;
  };
  const day = (name: string, text: string) => {
    return `Parameter '${name}' must be a day such as 2026-11-22, not "${text}"`;
  };
  test.each<[string, Call, number, string]>([
    [badPrediction, {}, 401, 'Authentication credentials were not provided.'],
    [badPrediction, {}, 403, NOT_ALLOWED],
    [badPrediction, {}, 404, 'Not found.'],
    [`${PREDICTION}?b=1&format=xml&quantiles=1`, {}, 400, 'Unknown query parameters: b.'],
    [
      `${PREDICTION}?format=xml&quantiles=1`,
      {},
      400,
      'Unsupported format: xml. Use json, csv, xlsx or parquet.',
    ],
    [`${PREDICTION}?quantiles=10,20&as_of=x`, {}, 400, quantile('20')],
    [`${PREDICTION}?quantiles=`, {}, 400, quantile('')],
    [`${PREDICTION}?quantiles=10&quantiles=05`, {}, 400, quantile('05')],
    [`${PREDICTION}?as_of=2026-11-21`, {}, 400, offset('2026-11-21')],
    [`${PREDICTION}?as_of=2026-11-21T10:00`, {}, 400, offset('2026-11-21T10:00')],
    [`${PREDICTION}?as_of=2026-11-31T10:00Z`, {}, 400, offset('2026-11-31T10:00Z')],
    [
      `${PREDICTION}?quantiles=10`,
      { headers: { accept: 'text/html' } },
      406,
      'Could not satisfy the request Accept header.',
    ],
    [badEvaluation, {}, 401, 'Authentication credentials were not provided.'],
    [badEvaluation, {}, 403, NOT_ALLOWED],
    [badEvaluation, {}, 404, 'Not found.'],
    [`${EVALUATION}?a=1`, {}, 400, 'Unknown query parameters: a.'],
    [EVALUATION, {}, 400, 'Missing required parameter: from'],
    [`${EVALUATION}?from=2026-11-18`, {}, 400, 'Missing required parameter: to'],
    [`${EVALUATION}?from=2026-02-30&to=x`, {}, 400, day('from', '2026-02-30')],
    [`${EVALUATION}?from=2026-02-28&to=1/3/26`, {}, 400, day('to', '1/3/26')],
    [
      `${EVALUATION}?from=2026-11-19&to=2026-11-18`,
      {},
      400,
      'The last day, 2026-11-18, is before the first, 2026-11-19.',
    ],
    [
      `${EVALUATION}?from=2025-11-18&to=2026-11-19`,
      {},
      400,
      'From 2025-11-18 to 2026-11-19 are more than 366 days.',
    ],
  ])('the request %s with %j gets %d', async (path, call, status, message) => {
    const keys: Record<number, object> = { 401: {}, 403: { key: unpermittedKey } };
    const response = await service.call('GET', path, { ...(keys[status] ?? { key }), ...call });
    const body = status === 400 ? { error: message } : { detail: message };
    expect([response.status, response.json]).toEqual([status, body]);
  });

  test.each([PREDICTION, EVALUATION])('the path %s is read only', async (path) => {
    const response = await get(path, {}, 'POST');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('a prediction', () => {
  beforeAll(async () => {
    await put({ date: '2026-11-18', price: 40_000, at: '2026-11-17T08:00Z', hasBands: false });
    await put({ date: '2026-11-19', price: 50_000, at: '2026-11-18T08:00Z', origin: 'live' });
  });

  test('a prediction has its quantiles in ascending order, null where it has none', async () => {
    const { status, headers, json } = await get(`${PREDICTION}?quantiles=90,10,90`);
    expect(status).toBe(200);
    expect(headers.get('last-modified')).toBe('Wed, 18 Nov 2026 08:00:00 GMT');
    const { rows, ...rest } = json as { rows: object[] };
    expect(rest).toEqual({
      generated_at: '2026-11-18T08:00:00.000Z',
      origin: 'live',
      inputs_until: '2026-11-17T23:00:00.000Z',
    });
    expect(rows).toHaveLength(96);
    expect(rows.slice(0, 2)).toEqual([
      { datetime: '2026-11-19 00:15', price: '50.000', p10: '60.000', p90: '140.000' },
      { datetime: '2026-11-19 00:30', price: '50.000', p10: null, p90: null },
    ]);
  });

  test('a prediction has all quantiles if none are named', async () => {
    const { rows } = (await get(PREDICTION)).json as { rows: object[] };
    const columns = ['datetime', 'price', 'p5', 'p10', 'p25', 'p50', 'p75', 'p90', 'p95'];
    expect(Object.keys(rows[0] ?? {})).toEqual(columns);
  });

  test('a prediction is a CSV file, whose missing quantiles are empty', async () => {
    for (const response of await Promise.all([
      get(`${PREDICTION}?format=csv&quantiles=5,95`),
      get(`${PREDICTION}?quantiles=5,95`, { accept: 'text/csv' }),
    ])) {
      const name = `attachment; filename="${MD}_prediction.csv"`;
      expect(response.headers.get('content-disposition')).toBe(name);
      expect(response.text.split('\n').slice(0, 3)).toEqual([
        'datetime;price;p5;p95',
        '2026-11-19 00:15;50.000;55.000;145.000',
        '2026-11-19 00:30;50.000;;',
      ]);
    }
  });

  test('a prediction is a spreadsheet with numbers, and times in Madrid and UTC', async () => {
    const path = `${PREDICTION}?quantiles=10&format=xlsx`;
    const url = new URL(path, service.url);
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    const name = `attachment; filename="${MD}_prediction.xlsx"`;
    expect(response.headers.get('content-disposition')).toBe(name);
    expect(response.headers.get('last-modified')).toBe('Wed, 18 Nov 2026 08:00:00 GMT');
    const [sheet] = readWorkbook(new Uint8Array(await response.arrayBuffer()));
    const [header, first, second] = sheet?.rows.map(({ cells }) => cells) ?? [];
    expect(sheet?.rows).toHaveLength(97);
    expect(header).toEqual(['datetime', 'end_utc', 'price', 'p10']);
    const number = (text: string) => ({ number: text });
    expect(first?.slice(2)).toMatchObject([number('50'), number('60')]);
    expect(second?.slice(2).filter(Boolean)).toMatchObject([number('50')]);
    const tag = response.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    expect((await get(`${PREDICTION}?quantiles=10`, { 'if-none-match': tag })).status).toBe(200);
  });

  test('a prediction is a Parquet file with numbers, and times in Madrid and UTC', async () => {
    const { headers, bytes } = await get(`${PREDICTION}?quantiles=10&format=parquet`);
    const name = `attachment; filename="${MD}_prediction.parquet"`;
    expect(headers.get('content-disposition')).toBe(name);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    expect(rows).toHaveLength(96);
    expect(rows.slice(0, 2)).toEqual([
      {
        datetime: new Date('2026-11-19T00:15Z'),
        end_utc: new Date('2026-11-18T23:15Z'),
        price: 50,
        p10: 60,
      },
      expect.objectContaining({ p10: null }),
    ]);
  });

  test('a prediction of an earlier instant can be asked for, whatever its offset', async () => {
    const generatedAt = async (asOf: string) => {
      const { json } = await get(`${PREDICTION}?quantiles=50&as_of=${encodeURIComponent(asOf)}`);
      return json as { generated_at?: string; detail?: string; rows?: object[] };
    };
    const early = await generatedAt('2026-11-18T08:59:59.999+01:00');
    expect(early).toMatchObject({ generated_at: '2026-11-17T08:00:00.000Z', inputs_until: null });
    expect(early.rows?.[0]).toEqual({ datetime: '2026-11-18 00:15', price: '40.000', p50: null });
    const exact = await generatedAt('2026-11-18T08:00:00Z');
    expect(exact.generated_at).toBe('2026-11-18T08:00:00.000Z');
    expect(await generatedAt('2026-11-17T07:59:59Z')).toEqual({
      detail: 'No price prediction had been generated by 2026-11-17T07:59:59Z.',
    });
  });

  test('a prediction is not sent again to a client that has it', async () => {
    const path = `${PREDICTION}?quantiles=50`;
    const tag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    expect((await get(PREDICTION, { 'if-none-match': tag })).status).toBe(200);
    const since = { 'if-modified-since': 'Wed, 18 Nov 2026 08:00:00 GMT' };
    expect((await get(path, since)).status).toBe(304);
  });

  test('a synthetic prediction is readable by its customer alone', async () => {
    const { key: demoKey, customer } = await service.customer('demo');
    await setPermission(service.stores, SOURCE, 'demo', 'prices', true);
    const market = MARKETS[2] as (typeof MARKETS)[number];
    const made = { generatedAt: new Date(), origin: 'live', inputsUntil: null } as const;
    const series = { stepMinutes: 15, ends: quartersOfDate('2026-11-18').slice(0, 1), prices: [7] };
    await service.stores.prices
      .seenBy(customer.id)
      .putPredictions([{ market, ...made, ...series }]);
    const path = `/api/v0/prices/spain/${market}/prediction`;
    expect((await service.call('GET', path, { key: demoKey })).status).toBe(200);
    expect((await get(path)).status).toBe(404);
  });
});

test('realised prices are files with typed times in Madrid and UTC', async () => {
  await realise('2026-10-25', 45_470);
  const path = `/api/v0/prices/spain/${MD}/realised?from=2026-10-25&to=2026-10-25`;
  const [sheet] = readWorkbook((await get(`${path}&format=xlsx`)).bytes);
  const cells = sheet?.rows.map((row) => row.cells) ?? [];
  expect(cells).toHaveLength(101);
  expect(cells[0]).toEqual(['datetime', 'end_utc', 'price']);
  const price = { number: '45.47', isPercent: false };
  // The label 02:15 in summer time and in winter time.
  expect([cells[9], cells[13]]).toEqual([
    [{ wall: '2026-10-25 02:15:00' }, { wall: '2026-10-25 00:15:00' }, price],
    [{ wall: '2026-10-25 02:15:00' }, { wall: '2026-10-25 01:15:00' }, price],
  ]);
  const { bytes } = await get(`${path}&format=parquet`);
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(rows).toHaveLength(100);
  expect(rows[12]).toEqual({
    datetime: new Date('2026-10-25T02:15Z'),
    end_utc: new Date('2026-10-25T01:15Z'),
    price: 45.47,
  });
});

describe('an evaluation', () => {
  beforeAll(async () => {
    for (const [date, price] of [
      ['2026-11-11', 45_000],
      ['2026-11-17', 44_000],
      ['2026-11-18', 42_000],
      ['2026-11-19', 58_000],
    ] as const) {
      await realise(date, price);
    }
  });

  test('an evaluation scores each day with the last prediction before its gate', async () => {
    const { status, json } = await get(`${EVALUATION}?${DAYS}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      days: ['2026-11-18', '2026-11-19'],
      mae: 5,
      rmse: rounded(Math.sqrt((4 + 64) / 2)),
      bias: -5,
      rmae_persistence: rounded(5 / ((2 + 16) / 2)),
      // Only the first of the days has the week before it.
      rmae_weekly: rounded(2 / 3),
      pinball: expect.any(Number),
      coverage: { '50': 0, '80': 0, '90': 1 },
      by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, mae: 5 })),
      by_lead_days: [{ lead_days: 1, days: 2, mae: 5 }],
    });
  });

  test('an evaluation names only the days that could be scored', async () => {
    const { json } = await get(`${EVALUATION}?from=2026-11-16&to=2026-11-18`);
    expect(json).toMatchObject({ days: ['2026-11-18'], mae: 2, pinball: null });
  });
});

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
