import { anEntry } from '@solano/domain/contracts';
import { MICRO, quartersOfDate } from '@solano/domain/kernel';
import type { Market } from '@solano/domain/market';
import { Deviation, PurchaseSummary, TradeDifference } from '@solano/schemas';
import { readWorkbook } from '@solano/spreadsheet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPredicted } from './hourly-prediction.ts';
import { idOf, settled, type TestService } from './service.ts';

const DAY = '2031-05-05';
const START = Date.parse('2031-05-05T07:00:00Z');
const PATH = '/api/v0/user/ana/deviation';

let service: TestService;
let key: string;
let otherKey: string;
let customerId: string;
let decided: string;
let undecided: string;

/** 1.5 MW for an hour and −1 MW for the next; 1.75 and −1 MW are consumed. */
beforeAll(async () => {
  ({ service, key, otherKey, customerId } = await openPredicted(['40', '70.5']));
  decided = await submit(1.5, -1);
  undecided = await submit(9, 9);
  const path = `/api/v0/user/ana/purchase/${decided}/decision`;
  await service.call('POST', path, { key, body: { idmodel: 3 } });
  await price('md_pdbc_spain', 50_000);
  await price('mid_pibc01_spain', 40_000);
  const quarters = quartersOfDate(DAY);
  const short = quarters.map(() => 80_000);
  const long = quarters.map(() => 30_000);
  const known = { settlement: 'C1', source: 'csv', knownAt: new Date() } as const;
  await service.stores.imbalance.revise([DAY], () => [
    { date: DAY, stepMinutes: 15, short, long, ...known },
  ]);
  await measure([1.75, 1.75, 1.75, 1.75, -1, -1, -1, -1.5]);
});
afterAll(() => service[Symbol.asyncDispose]());

async function submit(first: number, second: number): Promise<string> {
  const purchase = [
    { datetime: `${DAY} 10:00`, purchase: first },
    { datetime: `${DAY} 11:00`, purchase: second },
  ];
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=r';
  const made = idOf(await service.call('POST', path, { key, body: { purchase } }));
  await settled(service, key, 'ana', made);
  return made;
}

async function price(market: Market, each: number): Promise<void> {
  const ends = quartersOfDate(DAY);
  const prices = ends.map(() => each);
  const source = { source: 'csv', version: 0 } as const;
  await service.stores.prices.putRealised([
    { market, date: DAY, stepMinutes: 15, ends, prices, ...source },
  ]);
}

/** Quarter hours from 09:00 on. */
async function measure(megawatts: readonly number[]): Promise<void> {
  const microMw = megawatts.map((mw) => mw * MICRO);
  const series = { kind: 'consumption', user: 'ana', retailer: 'r', group: '' } as const;
  const delivery = { customerId, deliveredAt: new Date() };
  const runs = [{ start: START, step: 15, microMw }] as const;
  await service.stores.measurements.record(delivery, [{ series, runs }], anEntry());
}

const get = (query: string, as = key) =>
  service.call('GET', `${PATH}?retailer_id=r&from=${DAY}&to=${DAY}${query}`, { key: as });

describe('the deviation', () => {
  test('the deviation compares what was decided with what was consumed', async () => {
    const { status, json } = await get('&by=hour');
    expect(status).toBe(200);
    const deviation = Deviation.parse(json);
    // Model 3 buys 60 % day-ahead and 40 % in the first auction.
    const first = {
      bought_mwh: '1.500',
      measured_mwh: '1.750',
      short_mwh: '0.250',
      long_mwh: '0.000',
      // 0.9 × 50.25 + 0.6 × 40.25
      market_cost: '69.38',
      deviation_cost: '20.00',
      cost_over_day_ahead: '7.50',
    };
    const second = {
      bought_mwh: '-1.000',
      measured_mwh: '-1.125',
      short_mwh: '0.000',
      long_mwh: '0.125',
      // −0.6 × 49.75 − 0.4 × 39.75
      market_cost: '-45.75',
      deviation_cost: '-3.75',
      cost_over_day_ahead: '2.50',
    };
    expect(deviation).toEqual({
      currency: 'EUR',
      periods: 8,
      missing: [
        { from: '2031-05-04T22:00:00Z', to: '2031-05-05T07:00:00Z', what: 'measurement' },
        { from: '2031-05-04T22:00:00Z', to: '2031-05-05T07:00:00Z', what: 'decision' },
        { from: '2031-05-05T09:00:00Z', to: '2031-05-05T22:00:00Z', what: 'measurement' },
        { from: '2031-05-05T09:00:00Z', to: '2031-05-05T22:00:00Z', what: 'decision' },
      ],
      undecided: [undecided],
      sessions: [
        { session: 'MD', rests_on: 'decision', bought_mwh: '0.300', cost: '15.38' },
        { session: 'MID1', rests_on: 'decision', bought_mwh: '0.200', cost: '8.25' },
      ],
      not_bought: [],
      total: {
        bought_mwh: '0.500',
        measured_mwh: '0.625',
        short_mwh: '0.250',
        long_mwh: '0.125',
        market_cost: '23.63',
        deviation_cost: '16.25',
        cost_over_day_ahead: '10.00',
      },
      causes: {
        volume_short: '7.50',
        volume_long: '2.50',
        correction: '0.00',
        market_choice: '-1.37',
      },
      rows: [
        {
          start_utc: '2031-05-05T07:00:00Z',
          end_utc: '2031-05-05T08:00:00Z',
          datetime: `${DAY} 10:00`,
          ...first,
        },
        {
          start_utc: '2031-05-05T08:00:00Z',
          end_utc: '2031-05-05T09:00:00Z',
          datetime: `${DAY} 11:00`,
          ...second,
        },
      ],
    });
  });

  test.each([
    ['period', ['start_utc', 'end_utc', 'datetime'], 8],
    ['hour', ['start_utc', 'end_utc', 'datetime'], 2],
    ['day', ['day'], 1],
    ['month', ['month'], 1],
    ['hour_of_day', ['hour'], 2],
    ['weekday', ['weekday'], 1],
  ])('the deviation by %s is the same in JSON, CSV and a workbook', async (by, keys, count) => {
    const { rows } = Deviation.parse((await get(`&by=${by}`)).json);
    expect(rows).toHaveLength(count);
    const csv = (await get(`&by=${by}&format=csv`)).text.trim().split('\n');
    const [header = '', ...lines] = csv.map((line) => line.split(';'));
    expect(header.slice(0, keys.length)).toEqual(keys);
    const flat = rows.map((row) => {
      const { causes, ...values } = { causes: undefined, ...row };
      return [...Object.values(values), ...Object.values(causes ?? {})].map(String);
    });
    expect(lines).toEqual(flat);
    const [sheet] = readWorkbook((await get(`&by=${by}&format=xlsx`)).bytes);
    expect(sheet?.rows).toHaveLength(count + 1);
  });

  test('another customer sees nothing of it, and a caller without a key is not told', async () => {
    const other = Deviation.parse((await get('', otherKey)).json);
    expect(other).toMatchObject({ periods: 0, undecided: [], rows: [] });
    const anonymous = await service.call('GET', `${PATH}?retailer_id=r&from=${DAY}&to=${DAY}`, {});
    expect(anonymous.status).toBe(401);
  });

  test.each([
    ['', 'Missing required query parameter: retailer_id'],
    ['?retailer_id=r', 'Missing required parameter: from'],
    [`?retailer_id=r&from=${DAY}`, 'Missing required parameter: to'],
    [
      `?retailer_id=r&from=${DAY}&to=2031-02-30`,
      'Parameter \'to\' must be a day such as 2026-11-22, not "2031-02-30"',
    ],
    [
      `?retailer_id=r&from=${DAY}&to=${DAY}&by=week`,
      'Parameter \'by\' must be one of: period, hour, day, month, hour_of_day, weekday, not "week"',
    ],
    [
      `?retailer_id=r&from=2031-05-06&to=${DAY}`,
      'The last day, 2031-05-05, is before the first, 2031-05-06.',
    ],
    [
      `?retailer_id=r&from=2028-04-30&to=${DAY}`,
      'The response would have more than 1100 days: ask for fewer.',
    ],
  ])('a request is rejected with the parameter named: %s', async (query, error) => {
    expect(await service.call('GET', `${PATH}${query}`, { key })).toMatchObject({
      status: 400,
      json: { error },
    });
  });
});

test('executed trades take the place of the decision, and the worth of a purchase says so', async () => {
  const time = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
  const trade = {
    session: 'MD',
    start_time_utc: time(0),
    end_time_utc: time(60),
    mw: 1,
    price: 55,
  };
  const path = '/api/v0/user/ana/trades';
  const body = { trades: [trade] };
  const sent = await service.call('POST', `${path}/?retailer_id=r`, { key, body });
  expect(sent.status).toBe(201);
  const { sessions, total } = Deviation.parse((await get('')).json);
  expect(sessions).toMatchObject([
    { session: 'MD', rests_on: 'executed', bought_mwh: '1.000', cost: '55.25' },
    { session: 'MID1', rests_on: 'decision', bought_mwh: '0.200' },
  ]);
  expect(total).toMatchObject({ bought_mwh: '1.200', market_cost: '63.50' });
  const query = `retailer_id=r&from=${DAY}&to=${DAY}`;
  const { json } = await service.call('GET', `${path}/differences?${query}`, { key });
  const differences = z.array(TradeDifference).parse(json);
  expect(differences).toEqual([
    {
      session: 'MD',
      day: DAY,
      executed: { mwh: '1.000', cost: '55.25' },
      decided: { mwh: '0.300', cost: '15.38' },
      difference: { mwh: '0.700', cost: '39.88' },
    },
  ]);
  const evaluation = async (id: string) =>
    (await service.call('GET', `/api/v0/user/ana/purchase/${id}/evaluation`, { key })).json;
  expect(await evaluation(undecided)).toMatchObject({
    rests_on: 'decision',
    executed: differences,
  });
  await realise(decided);
  const worth = { rests_on: 'both', mwh: 1.2, cost: '63.50', saved: '-3.00' };
  expect(await evaluation(decided)).toMatchObject({
    rests_on: 'both',
    models: expect.arrayContaining([
      expect.objectContaining({
        idmodel: 3,
        realised: expect.objectContaining({
          ...worth,
          decided: { mwh: 0.5, cost: '23.63', saved: '2.00' },
        }),
      }),
    ]),
  });
  const listed = await service.call('GET', '/api/v0/user/ana/purchases?evaluation=true', { key });
  expect(JSON.stringify(listed.json)).toContain(`"realised":${JSON.stringify(worth)}`);
  const summary = await service.call('GET', '/api/v0/user/ana/purchases/summary', { key });
  const sums = { purchases: 1, mwh: 1.2, cost: '63.50', saved: '-3.00' };
  expect(PurchaseSummary.parse(summary.json).decisions).toMatchObject([
    { idmodel: 3, rests_on: 'both', realised: sums },
  ]);
});

/** Realised costs of model 3 as the job stores them: model 1 costs 1.5 × 50.25 − 49.75 EUR. */
async function realise(id: string): Promise<void> {
  const { evaluations } = service.stores;
  const { evaluatedAt } = (await evaluations.get(id)) as { evaluatedAt: Date };
  const costs = { idmodel: 3, cost: '189/8', saved: '2/1', foresightSaved: null };
  await evaluations.realise(id, evaluatedAt, JSON.stringify([costs]), null);
}
