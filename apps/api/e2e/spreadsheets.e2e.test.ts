import { readWorkbook } from '@solano/spreadsheet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  await create('plants/', {
    name: '=cmd()',
    lat: '43.1042',
    lon: -9.5,
    installed_capacity_mw: 30,
    nominal_capacity_mw: '30.125',
    area: 'ES',
    technology_type: 'wind',
    last_training_cnn_at: '2026-11-20 04:30',
    agrupation: '',
    timezone: 'Europe/Madrid',
  });
  for (const zone of [null, 'Atlantic/Canary']) {
    await create('unavailabilities/', {
      plant_id: '=cmd()',
      start_time_utc: '2026-07-01T10:00:00Z',
      end_time_utc: '2026-07-02T10:00:30Z',
      available_power_mw: 5.5,
      availability_type: zone ? 'CURTAILMENT' : 'OTHER',
      timezone_source: zone,
    });
  }
});
afterAll(() => service[Symbol.asyncDispose]());

async function create(path: string, body: object): Promise<void> {
  const { status } = await service.call('POST', `/api/v0/${path}`, { key, body });
  expect(status).toBe(201);
}

const get = (path: string, method = 'GET') =>
  fetch(`${service.url}/api/v0/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
  });

async function sheetOf(path: string) {
  const response = await get(path);
  expect(response.status).toBe(200);
  const [sheet] = readWorkbook(new Uint8Array(await response.arrayBuffer()));
  const [header, ...rows] = sheet?.rows.map(({ cells }) => cells) ?? [];
  const records = rows.map(
    (cells): Record<string, unknown> =>
      Object.fromEntries(
        (header ?? []).map((name, i) => [typeof name === 'string' ? name : '', cells[i] ?? '']),
      ),
  );
  return { response, name: sheet?.name, records };
}

const number = (text: string) => ({ number: text, isPercent: false });

test('plants are a spreadsheet with exact numbers and typed times', async () => {
  const { response, name, records } = await sheetOf('plants/?format=xlsx&limit=5');
  expect(name).toBe('plants');
  expect(response.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="plants.xlsx"');
  expect(response.headers.get('x-total-count')).toBe('1');
  expect(records).toEqual([
    expect.objectContaining({
      name: '=cmd()',
      lat: number('43.1042'),
      lon: number('-9.5'),
      nominal_capacity_mw: number('30.125'),
      last_training_cnn_at: { wall: '2026-11-20 04:30:00' },
      last_training_trees_at: '',
      created_at_utc: { wall: expect.stringMatching(/^20/) },
    }),
  ]);
});

test('unavailabilities are a spreadsheet with times in UTC and on the clock of their file or plant', async () => {
  const { records } = await sheetOf('unavailabilities/?format=xlsx&plant_id=%3Dcmd()');
  const times = {
    start_time_utc: { wall: '2026-07-01 10:00:00' },
    end_time_utc: { wall: '2026-07-02 10:00:30' },
  };
  expect(records).toHaveLength(2);
  expect(records).toContainEqual(
    expect.objectContaining({
      ...times,
      plant_id: '=cmd()',
      timezone_local: 'Europe/Madrid',
      start_time_local: { wall: '2026-07-01 12:00:00' },
      available_power_mw: number('5.5'),
      timezone_source: '',
    }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({
      ...times,
      timezone_local: 'Atlantic/Canary',
      start_time_local: { wall: '2026-07-01 11:00:00' },
    }),
  );
});

test('an empty list has its header, and a response to HEAD has no body', async () => {
  const { records } = await sheetOf('unavailabilities/?format=xlsx&plant_id=nobody');
  expect(records).toEqual([]);
  const head = await get('plants/?format=xlsx', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['plants', 'unavailabilities'])('%s in another format are rejected', async (path) => {
  const response = await service.call('GET', `/api/v0/${path}/?format=csv`, { key });
  expect(response).toMatchObject({
    status: 400,
    json: { format: ['Unsupported format: csv. Use json or xlsx.'] },
  });
});
