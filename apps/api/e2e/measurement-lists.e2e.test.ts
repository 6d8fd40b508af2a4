import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendFile, valuesOf } from './measurements.ts';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;
let customerId: string;

beforeAll(async () => {
  service = await openService();
  const norte = await service.customer('Norte');
  key = norte.key;
  customerId = norte.customer.id;
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const PRODUCTION = '/api/v0/production/';
const HOUR = { start_time_utc: '2026-03-10T00:00:00Z', end_time_utc: '2026-03-10T01:00:00Z' };
const quarter = (i: number, mw: unknown) => ({
  start_time_utc: new Date(Date.UTC(2026, 2, 10, 0, 15 * i)).toISOString(),
  end_time_utc: new Date(Date.UTC(2026, 2, 10, 0, 15 * (i + 1))).toISOString(),
  mw,
});
const post = (path: string, body: unknown, as = key) =>
  service.call('POST', path, { body, key: as });
const listOf = (plant: string, from: string, to = from, more = '') =>
  `${PRODUCTION}?plant_id=${encodeURIComponent(plant)}&from=${from}&to=${to}${more}`;

let plants = 0;
async function aPlant(): Promise<string> {
  plants += 1;
  await addPlant(service, key, `Serra ${plants}`);
  return `Serra ${plants}`;
}

describe('values of programs', () => {
  test('values replace what was there, and as_of reads what had been delivered by then', async () => {
    const plant = await aPlant();
    const body = { plant_id: plant, values: [{ ...HOUR, mw: 4 }] };
    expect(await post(PRODUCTION, body)).toMatchObject({
      status: 201,
      json: { rows: 1, replaced: 0 },
    });
    const asOf = new Date().toISOString();
    const values = [quarter(1, 8.000001), quarter(0, 0)];
    expect(await post(PRODUCTION, { plant_id: plant, values })).toMatchObject({
      status: 201,
      json: { rows: 2, replaced: 2 },
    });
    const day = '2026-03-10';
    const of = (more = '') => valuesOf(service, listOf(plant, day, day, more), key);
    expect(await of()).toEqual({
      '2026-03-10T00:15': 0,
      '2026-03-10T00:30': 8.000001,
      '2026-03-10T01:00': 4,
    });
    expect(await of('&resolution=60')).toEqual({ '2026-03-10T01:00': 4 });
    expect(await of('&resolution=15')).toEqual({
      '2026-03-10T00:15': 0,
      '2026-03-10T00:30': 8.000001,
      '2026-03-10T00:45': 4,
      '2026-03-10T01:00': 4,
    });
    expect(await of(`&as_of=${asOf}`)).toEqual({ '2026-03-10T01:00': 4 });
    expect(await of('&as_of=2020-01-01T00:00Z')).toEqual({});
  });

  test.each<[string, unknown[], string]>([
    [
      'a number is missing',
      [quarter(0, 1), quarter(1, undefined)],
      'values[1].mw must be a number of MW',
    ],
    ['a text', [quarter(0, '1')], 'values[0].mw must be a number of MW'],
    ['an overlap', [quarter(0, 1), { ...HOUR, mw: 1 }], 'values[1] overlaps values[0]'],
    ['an implausible value', [quarter(0, 1), quarter(1, 36.1)], 'values[1].mw is 36.1 MW'],
    [
      'the future',
      [{ start_time_utc: '2999-01-01T00:00Z', end_time_utc: '2999-01-01T01:00Z', mw: 1 }],
      'values[0] is of a period that is not over',
    ],
    ['no values', [], "Field 'values' must not be empty"],
  ])('values are recorded all or none: %s', async (_what, values, message) => {
    const plant = await aPlant();
    const { status, json } = await post(PRODUCTION, { plant_id: plant, values });
    expect(status).toBe(400);
    expect((json as { error: string }).error).toContain(message);
    expect(await valuesOf(service, listOf(plant, '2026-03-10'), key)).toEqual({});
  });

  test('an implausible value is recorded where it is forced', async () => {
    const plant = await aPlant();
    const body = { plant_id: plant, values: [quarter(0, 99)] };
    expect((await post(`${PRODUCTION}?force=true`, body)).status).toBe(201);
  });

  test('values of a plant that is unknown or another customer’s are rejected', async () => {
    const plant = await aPlant();
    const values = [quarter(0, 1)];
    const missing = { status: 404, json: { detail: 'Plant with this ID does not exist.' } };
    expect(await post(PRODUCTION, { plant_id: 'Nowhere', values })).toMatchObject(missing);
    expect(await post(PRODUCTION, { plant_id: plant, values }, otherKey)).toMatchObject(missing);
  });

  test('values of consumption belong to a group', async () => {
    const path = '/api/v0/user/ana%2Fb/consumption/?retailer_id=R1';
    const body = { values: [quarter(0, 123.4), quarter(1, -5)] };
    expect((await post(`${path}&group=norte`, body)).json).toEqual({ rows: 2, replaced: 0 });
    expect((await post(path, body)).json).toEqual({ rows: 2, replaced: 0 });
    const days = '&from=2026-03-10&to=2026-03-10';
    const { json } = await service.call('GET', `${path}${days}`, { key });
    expect((json as { group: string }[]).map(({ group }) => group)).toEqual([
      '',
      '',
      'norte',
      'norte',
    ]);
    const norte = await valuesOf(service, `${path}&group=norte${days}`, key);
    expect(norte).toEqual({ '2026-03-10T00:15': 123.4, '2026-03-10T00:30': -5 });
    expect(await valuesOf(service, `${path}${days}`, otherKey)).toEqual({});
  });
});

describe('a list', () => {
  test.each([
    ['2026-03-29', 92],
    ['2025-10-26', 100],
    ['2026-03-01', 96],
  ])('the Madrid day %s has %i quarters', async (day, count) => {
    const plant = await aPlant();
    const from = Date.parse(`${day}T00:00Z`) - 3 * 3_600_000;
    const rows = Array.from({ length: 120 }, (_, i) => {
      return `${new Date(from + i * 900_000).toISOString()};${i / 10}`;
    });
    const content = `utc;mw\n${rows.join('\n')}`;
    const sent = { content, fields: { plant_id: plant } };
    expect((await sendFile(service, '/api/v0/production/files', sent, key)).status).toBe(201);
    const { json } = await service.call('GET', listOf(plant, day), { key });
    const labels = (json as { datetime: string }[]).map(({ datetime }) => datetime);
    expect(labels).toHaveLength(count);
    expect(labels[0]).toBe(`${day} 00:15`);
    expect(labels.at(-1)).toMatch(/ 00:00$/);
  });

  test('a list comes as CSV, .xlsx and Parquet', async () => {
    const plant = await aPlant();
    await post(PRODUCTION, { plant_id: plant, values: [quarter(0, 1.25)] });
    const get = (format: string) =>
      service.call('GET', listOf(plant, '2026-03-10', '2026-03-10', `&format=${format}`), { key });
    const csv = await get('csv');
    expect(csv.headers.get('content-disposition')).toContain('production.csv');
    expect(csv.text.trim().split(/\r?\n/)).toEqual([
      expect.stringMatching(/plant_id.start_utc.end_utc.datetime.mw$/),
      expect.stringMatching(/^Serra .*2026-03-10 01:15.1.25$/),
    ]);
    expect((await get('xlsx')).text.startsWith('PK')).toBe(true);
    expect((await get('parquet')).text.startsWith('PAR1')).toBe(true);
    expect(await get('pdf')).toMatchObject({ status: 400 });
  });

  test('a list of more than a million rows is rejected with its bound', async () => {
    await addPlant(service, key, 'Long');
    const plant = await service.stores.plants.byName(customerId, 'Long');
    const series = { kind: 'production', plantId: plant?.id ?? '' } as const;
    const microMw = new Int32Array(1_000_001).fill(1_000_000);
    const start = Date.UTC(2012, 0, 1);
    const at = new Date();
    const entry = {
      ...SOURCE,
      at,
      action: 'production.record',
      customerId,
      subject: 'Long',
    } as const;
    await service.stores.measurements.record(
      { customerId, deliveredAt: at },
      [{ series, runs: [{ start, step: 5, microMw }] }],
      entry,
    );
    expect(
      await service.call('GET', listOf('Long', '2010-01-01', '2026-01-01'), { key }),
    ).toMatchObject({
      status: 400,
      json: { error: 'The response would have more than 1000000 rows: ask for fewer days.' },
    });
    const hours = listOf('Long', '2010-01-01', '2012-01-31', '&resolution=60');
    expect(Object.keys(await valuesOf(service, hours, key))).toHaveLength(31 * 24 - 1);
  });

  test.each([
    ['from=2026-03-10', 'to'],
    ['from=2026-03-10&to=10/03/2026', 'to'],
    ['from=2026-03-10&to=2026-03-10&resolution=20', 'resolution'],
    ['from=2026-03-10&to=2026-03-10&as_of=yesterday', 'as_of'],
  ])('a bad parameter of a list is named: %s', async (query, parameter) => {
    const { status, json } = await service.call('GET', `${PRODUCTION}?${query}`, { key });
    expect(status).toBe(400);
    expect((json as { error: string }).error).toContain(parameter);
  });
});

describe('credentials', () => {
  const PATHS = [
    ['GET', '/api/v0/production/?from=2026-03-10&to=2026-03-10', 'read'],
    ['POST', '/api/v0/production/', 'uploads'],
    ['POST', '/api/v0/production/files', 'uploads'],
    ['GET', '/api/v0/production/uploads', 'read'],
    ['GET', '/api/v0/user/ana/consumption/?retailer_id=R&from=2026-03-10&to=2026-03-10', 'read'],
    ['POST', '/api/v0/user/ana/consumption/?retailer_id=R', 'uploads'],
    ['POST', '/api/v0/user/ana/consumption/files?retailer_id=R', 'uploads'],
    ['GET', '/api/v0/user/ana/consumption/uploads?retailer_id=R', 'read'],
  ] as const;

  test.each(PATHS)('a request without a key is not authenticated: %s %s', async (method, path) => {
    expect(await service.call(method, path)).toMatchObject({
      status: 401,
      json: { detail: 'Authentication credentials were not provided.' },
    });
  });

  test('a key writes with the scope of uploads alone, and reads with that of reading', async () => {
    const source = SOURCE;
    const reading = await issueKey(service.stores, source, 'Norte', { scopes: ['read'] });
    const other = await issueKey(service.stores, source, 'Norte', { scopes: ['plants'] });
    for (const [method, path, scope] of PATHS) {
      const read = await service.call(method, path, { key: reading.token });
      expect([path, read.status]).toEqual([path, scope === 'read' ? 200 : 403]);
      const rejected = await service.call(method, path, { key: other.token });
      expect([path, rejected.status]).toEqual([path, 403]);
    }
  });

  test.each([
    ['/api/v0/production', 'GET, HEAD, POST'],
    ['/api/v0/production/files', 'POST'],
    ['/api/v0/production/uploads', 'GET, HEAD'],
    ['/api/v0/user/ana/consumption', 'GET, HEAD, POST'],
  ])('another method of %s is not allowed', async (path, allow) => {
    const { status, headers, json } = await service.call('PUT', path, { key, body: {} });
    expect([status, json]).toEqual([405, { detail: 'Method "PUT" not allowed.' }]);
    expect(headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
  });
});
