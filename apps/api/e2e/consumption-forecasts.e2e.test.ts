import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anEntry, aPurchase } from '@solano/domain/contracts';
import { fingerprintOf } from '@solano/domain/desk';
import { DAY_MS, dateAfter, dateAt, HOUR_MS, MICRO } from '@solano/domain/kernel';
import { ConsumptionForecast, ConsumptionScore } from '@solano/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';
import { solano } from './solano.ts';

const PATH = '/api/v0/user/ana/consumption';
const TOMORROW = dateAfter(dateAt(Date.now()), 1);

let service: TestService;
let key: string;
let customerId: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  const made = await service.customer('Norte');
  key = made.key;
  customerId = made.customer.id;
  ({ key: otherKey } = await service.customer('Sur'));
  await measure('acme', 40);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Records days of 4 MW, up to now. */
async function measure(retailer: string, days: number): Promise<void> {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - days * DAY_MS;
  const microMw = Array.from({ length: days * 24 }, () => 4 * MICRO);
  const series = { kind: 'consumption', user: 'ana', retailer, group: '' } as const;
  const delivery = { customerId, deliveredAt: new Date() };
  const runs = [{ start, step: 60, microMw }] as const;
  await service.stores.measurements.record(delivery, [{ series, runs }], anEntry());
}

const get = (query: string, as = key) => service.call('GET', `${PATH}${query}`, { key: as });
const buy = (query: string, call: object = {}) =>
  service.call('POST', `${PATH}/forecast/purchase?retailer_id=acme${query}`, { key, ...call });

describe('a forecast of consumption', () => {
  test('a forecast of consumption has the hours of seven days with their quantiles', async () => {
    const { status, json } = await get('/forecast?retailer_id=acme&quantiles=20,80');
    expect(status).toBe(200);
    const { rows, groups } = ConsumptionForecast.parse(json);
    expect(groups).toEqual(['']);
    expect(rows.length).toBeGreaterThanOrEqual(7 * 24 - 1);
    expect(rows[0]?.mw).toBeCloseTo(4, 3);
    expect(rows[0]).toHaveProperty('busbar_p80');
  });

  test('a forecast of consumption is a conflict where too little is known', async () => {
    const { status, json } = await get('/forecast?retailer_id=acme', otherKey);
    expect(status).toBe(409);
    expect(json).toEqual({
      error: 'A forecast needs 28 whole days of measured consumption of a group: deliver more.',
    });
  });

  test('a forecast of consumption goes by the weather that was imported for the place of its portfolio', async () => {
    await measure('sol', 70);
    const forecast = async () => (await get('/forecast?retailer_id=sol')).json;
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const iso = (at: number) => new Date(at).toISOString();
    const rows = Array.from({ length: 60 }, (_, day) => today - day * DAY_MS).flatMap((issued) =>
      Array.from({ length: 8 * 24 }, (__, hour) => {
        const valid = issued + (hour + 1) * HOUR_MS;
        return `${iso(issued)};${iso(valid)};${8 + ((valid / DAY_MS) % 7)}`;
      }),
    );
    const file = join(service.folder, 'weather.csv');
    await writeFile(file, ['issued_at;valid_at;temperature_2m', ...rows, ''].join('\n'));
    const run = ['weather', 'import', file, '--place', '41.6488,-0.8891'];
    expect((await solano(service, ...run)).json).toMatchObject({ recorded: 60 });
    expect(await forecast()).toMatchObject({ weather: null });
    const body = { place: { lat: 41.6488, lon: -0.8891 } };
    const settings = `${PATH}/settings?retailer_id=sol`;
    expect((await service.call('PUT', settings, { key, body })).status).toBe(200);
    expect(await forecast()).toMatchObject({
      weather: { source: 'file', issued_at: iso(today) },
    });
  });

  test('a score of forecasts of consumption is of the days asked for', async () => {
    const to = dateAfter(TOMORROW, -3);
    const { json } = await get(`/score?retailer_id=acme&from=${to}&to=${to}`);
    const score = ConsumptionScore.parse(json);
    expect(score.periods).toBeGreaterThanOrEqual(23);
    expect(score.nmae).toBeLessThan(0.01);
    expect(score.by_lead_hours[0]).toMatchObject({ lead_hours: 15, periods: 1 });
    const csv = await get(`/score?retailer_id=acme&from=${to}&to=${to}&format=csv`);
    const lines = csv.text.trim().split('\n');
    expect(lines[0]).toMatch(/^hour;lead_hours;periods;nmae;/);
    expect(lines).toHaveLength(2 + score.by_hour.length + score.by_lead_hours.length);
    expect((await get(`/score?retailer_id=acme&from=${to}&to=${to}&format=xlsx`)).status).toBe(200);
  });
});

describe('the purchase of a forecast', () => {
  test('the purchase of a forecast is the same one under its key', async () => {
    const headers = { 'Idempotency-Key': 'tomorrow' };
    const first = await buy(`&day=${TOMORROW}`, { headers });
    expect(first.status).toBe(201);
    expect((await buy(`&day=${TOMORROW}`, { headers })).text).toBe(first.text);
    expect((await buy(`&day=${TOMORROW}&quantile=60`, { headers })).status).toBe(409);
  });

  test('the purchase of a forecast is the same one under its key after its day has come', async () => {
    const today = dateAfter(TOMORROW, -1);
    const id = crypto.randomUUID();
    const body = JSON.stringify([today, 50, null]);
    const fingerprint = fingerprintOf({ user: 'ana', retailer: 'acme', body }, (text) => {
      return hash('sha256', text);
    });
    const submitted = { key: 'yesterday', fingerprint, since: new Date(0) };
    const purchase = aPurchase(customerId, {
      id,
      user: 'ana',
      retailer: 'acme',
      createdAt: new Date(),
    });
    const series = JSON.stringify([{ datetime: `${today} 12:00`, purchase: 4 }]);
    await service.stores.purchases.add(purchase, series, { entry: anEntry(), key: submitted });
    const headers = { 'Idempotency-Key': 'yesterday' };
    expect(idOf(await buy(`&day=${today}`, { headers }))).toBe(id);
    expect((await buy(`&day=${today}&quantile=60`, { headers })).status).toBe(409);
  });

  test('the purchase of a forecast keeps it beside the correction, and its evaluation names it', async () => {
    const made = idOf(await buy(`&day=${TOMORROW}`));
    const series = await service.call('GET', `/api/v0/user/ana/purchase/${made}/series`, { key });
    const purchase = (series.json as { datetime: string }[]).map(({ datetime }) => {
      return { datetime, purchase: 5 };
    });
    const corrected = idOf(await buy(`&day=${TOMORROW}&quantile=60`, { body: { purchase } }));
    await settled(service, key, 'ana', corrected);
    const path = `/api/v0/user/ana/purchase/${corrected}/evaluation`;
    const { json } = await service.call('GET', path, { key });
    expect(json).toMatchObject({
      inputs: { forecast: { day: TOMORROW, quantile: 60, corrected: true } },
    });
    const other = { purchase: purchase.slice(1) };
    const { status } = await buy(`&day=${TOMORROW}`, { body: other });
    expect(status).toBe(400);
  });

  test('the purchase of a forecast of today is rejected', async () => {
    const { status } = await buy(`&day=${dateAfter(TOMORROW, -1)}`);
    expect(status).toBe(400);
  });
});
