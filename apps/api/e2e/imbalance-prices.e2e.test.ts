import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import type { NewImbalanceRevision } from '@solano/domain/market';
import { setPermission } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

const SERIES = '/api/v0/prices/spain/imbalance_spain';
const [DAY, NEXT] = ['2026-10-24', '2026-10-25'];

let service: TestService;
let key: string;
let unpermitted: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: unpermitted } = await service.customer('Sur'));
  await setPermission(service.stores, SOURCE, 'Norte', 'prices', true);
  await put('C1', 60_000);
  await put('C2', 61_240);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Stores the hours of the second day, whose autumn hour occurs twice. */
async function put(settlement: string, price: number): Promise<void> {
  const hours = quartersOfDate(NEXT).filter((_, i) => i % 4 === 3);
  const day: NewImbalanceRevision = {
    date: NEXT,
    stepMinutes: 60,
    short: hours.map((_, i) => price + i),
    long: hours.map(() => -12_300),
    settlement,
    source: 'csv',
    knownAt: new Date('2026-11-01T00:00:00Z'),
  };
  await service.stores.imbalance.revise([NEXT], () => [day]);
}

const realised = (query: string) => `${SERIES}/realised?from=${DAY}&to=${NEXT}${query}`;

describe('the prices of deviations', () => {
  test('prices are the newest settlement of each day, oldest first, with the state of each day', async () => {
    const { status, json } = await service.call('GET', realised(''), { key });
    const { rows, days } = json as { rows: object[]; days: object[] };
    expect(status).toBe(200);
    expect(rows).toHaveLength(25);
    expect(rows.slice(0, 4)).toEqual([
      { datetime: '2026-10-25 01:00', short: '61.240', long: '-12.300' },
      { datetime: '2026-10-25 02:00', short: '61.241', long: '-12.300' },
      { datetime: '2026-10-25 02:00', short: '61.242', long: '-12.300' },
      { datetime: '2026-10-25 03:00', short: '61.243', long: '-12.300' },
    ]);
    expect(days).toEqual([
      { day: DAY, source: null, revision: null, settlement: null, status: 'missing' },
      { day: NEXT, source: 'csv', revision: 2, settlement: 'C2', status: 'realised' },
    ]);
  });

  test('prices are given as files, too', async () => {
    const csv = await service.call('GET', realised('&format=csv'), { key });
    expect(csv.text.split('\n').slice(0, 2)).toEqual([
      'datetime;short;long',
      '2026-10-25 01:00;61.240;-12.300',
    ]);
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="imbalance_spain_realised.csv"',
    );
    for (const format of ['xlsx', 'parquet']) {
      const file = await service.call('GET', realised(`&format=${format}`), { key });
      expect(file.status).toBe(200);
      expect(file.headers.get('content-disposition')).toContain(`realised.${format}"`);
    }
  });

  test('prices are served to customers with the permission only', async () => {
    expect((await service.call('GET', realised(''), { key: unpermitted })).status).toBe(403);
    expect((await service.call('GET', realised(''))).status).toBe(401);
  });

  test.each([
    ['?from=2026-10-25', 'Missing required parameter: to'],
    ['?from=2026-10-25&to=2026-10-24', 'The days from 2026-10-25 to 2026-10-24 must be 1 to 400.'],
    [
      '?from=2026-10-24&to=2026-10-25&format=xml',
      'Unsupported format: xml. Use json, csv, xlsx or parquet.',
    ],
    ['?from=2026-10-24&to=2026-10-25&day=1', 'Unknown query parameters: day.'],
  ])('a bad query %s is rejected as for markets', async (query, error) => {
    const bad = await service.call('GET', `${SERIES}/realised${query}`, { key });
    expect(bad).toMatchObject({ status: 400, json: { error } });
    const market = `/api/v0/prices/spain/md_pdbc_spain/realised${query}`;
    expect((await service.call('GET', market, { key })).json).toEqual(bad.json);
  });

  test('deviations are no market: nothing else is served of them, and no list has them', async () => {
    const days = `from=${DAY}&to=${NEXT}`;
    const others = [
      SERIES,
      `${SERIES}/prediction`,
      `${SERIES}/evaluation?${days}`,
      `/api/v0/prices/portugal/imbalance_spain/realised?${days}`,
    ];
    for (const path of others) {
      expect(await service.call('GET', path, { key })).toMatchObject({
        status: 404,
        json: { detail: 'Not found.' },
      });
    }
    const lists = ['/api/v0/markets/', '/api/v0/markets/gates'];
    for (const path of lists) {
      const { status, json } = await service.call('GET', path, { key });
      expect(status).toBe(200);
      expect(JSON.stringify(json)).not.toContain('imbalance');
    }
  });
});
