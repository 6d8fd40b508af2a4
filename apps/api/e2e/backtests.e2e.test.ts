import { quartersOfDate } from '@solano/domain/kernel';
import type { RealisedPrices } from '@solano/domain/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, type TestService } from './service.ts';

const DAY = '2025-11-12';
const RANGE = { from: DAY, to: DAY };
const PATH = '/api/v0/strategies/ana/backtests';
let service: TestService;
let key: string;
let otherKey: string;
let customerId: string;
let actor: string;

beforeAll(async () => {
  service = await openService();
  const norte = await service.customer('Norte');
  ({ key } = norte);
  customerId = norte.customer.id;
  actor = `key ${norte.keyId}`;
  ({ key: otherKey } = await service.customer('Otra'));
  await service.stores.prices.putRealised([
    realised('md_pdbc_spain', () => 50),
    realised('mid_pibc01_spain', (quarter) => (quarter < 48 ? 40 : 70)),
  ]);
});
afterAll(() => service[Symbol.asyncDispose]());

function realised(market: RealisedPrices['market'], euros: (quarter: number) => number) {
  const ends = quartersOfDate(DAY);
  const prices = ends.map((_, quarter) => euros(quarter) * 1000);
  return { market, date: DAY, source: 'omie', version: 1, stepMinutes: 15, ends, prices } as const;
}

function post(body: unknown, options: { key?: string; query?: string } = {}) {
  const { query = '?idretailer=acme' } = options;
  return service.call('POST', `${PATH}${query}`, { key: options.key ?? key, body });
}

function get(id: string, options: { key?: string; user?: string } = {}) {
  const path = `/api/v0/strategies/${options.user ?? 'ana'}/backtests/${id}`;
  return service.call('GET', path, { key: options.key ?? key });
}

interface State {
  readonly status: string;
  readonly progress: number;
  readonly result: { readonly models: readonly { idmodel: number; totals: object }[] } | null;
  readonly error: string;
}

/** Reads a backtest until it is settled. */
async function settled(id: string): Promise<State> {
  const read = async () => (await get(id)).json as State;
  await expect.poll(async () => (await read()).status).toMatch(/^(?:completed|failed)$/);
  return read();
}

describe('a backtest', () => {
  test('a backtest is accepted, computed in the background, and read with its result', async () => {
    const response = await post(RANGE);
    expect(response.status).toBe(202);
    const id = idOf(response);
    expect(response.json).toEqual({ id });
    const query = { customerId, action: 'backtest.request', limit: 2 } as const;
    expect(await service.stores.audit.list(query)).toMatchObject([{ actor, subject: id }]);
    const state = await settled(id);
    expect(state).toMatchObject({ status: 'completed', progress: 1, error: '' });
    expect(state.result).toMatchObject({
      ...RANGE,
      flat: true,
      // 24 h × (50 + 0.25); of model 3’s caps 12 h × 0.4 × 10 could have been saved.
      models: expect.arrayContaining([
        expect.objectContaining({
          idmodel: 1,
          totals: expect.objectContaining({ cost_eur: '1206.00' }),
        }),
      ]),
      perfect_foresight: { saving_eur: '48.00' },
      days: [{ date: DAY, sessions: ['MD', 'MID1'] }],
    });
  });

  test('a backtest may have a series and settings of its own', async () => {
    const series = [{ datetime: `${DAY} 10:00`, purchase: 2.5 }];
    const settings = [2, 3, 4, 5].map((idmodel) => ({ idmodel, enabled: false }));
    const state = await settled(idOf(await post({ ...RANGE, series, settings })));
    expect(state).toMatchObject({
      settings_version: null,
      result: { flat: false, models: [{ idmodel: 1, totals: { cost_eur: '125.63', mwh: 2.5 } }] },
    });
    expect(state.result?.models).toHaveLength(1);
  });

  test('a backtest without prices fails with the reason', async () => {
    const state = await settled(idOf(await post({ from: '2025-01-01', to: '2025-01-02' })));
    expect(state).toMatchObject({
      status: 'failed',
      result: null,
      error: 'There are no realised day-ahead prices from 2025-01-01 to 2025-01-02.',
    });
  });

  test('a backtest is not found by another customer or user', async () => {
    const id = idOf(await post(RANGE));
    const unknown = { status: 404, json: { detail: 'Backtest not found.' } };
    expect(await get(id, { key: otherKey })).toMatchObject(unknown);
    expect(await get(id, { user: 'berta' })).toMatchObject(unknown);
    expect(await get('x')).toMatchObject(unknown);
    expect(await service.call('GET', `${PATH}/${id}`)).toMatchObject({ status: 401 });
    expect(await service.call('POST', `${PATH}?idretailer=acme`)).toMatchObject({ status: 401 });
    await settled(id);
  });

  test.each([
    [{}, 'Missing required field: from'],
    [{ from: 'x', to: DAY }, "Field 'from' must be a day such as 2026-11-22"],
    [{ from: DAY, to: '2025-11-11' }, `The last day, 2025-11-11, is before the first, ${DAY}.`],
    [{ from: '2024-11-11', to: DAY }, 'More than 366 days.'],
    [{ ...RANGE, series: [{}] }, 'Series item at index 0 is missing required field: datetime'],
    [
      { ...RANGE, settings: [{ idmodel: 9 }] },
      '[0].idmodel must be one of 1, 2, 3, 4, 5, 6, 7, 8.',
    ],
    ['{', 'Request body is not valid JSON.'],
  ])('a backtest with the body %j is rejected', async (body, error) => {
    expect(await post(body)).toMatchObject({ status: 400, json: { error } });
  });

  test('a backtest without a retailer is rejected', async () => {
    const response = await post(RANGE, { query: '' });
    const error = 'Missing required parameter: retailer_id';
    expect(response).toMatchObject({ status: 400, json: { error } });
  });

  test('the twelfth waiting backtest of a customer is rejected, and other customers are not affected', async () => {
    const owner = { customerId, user: 'ana', retailer: 'acme' };
    const data = Array.from({ length: 11 }, (_, place) => {
      const id = crypto.randomUUID();
      return {
        ...owner,
        ...RANGE,
        id,
        settings: [],
        status: 'queued',
        place,
        createdAt: new Date(),
      };
    });
    // Without jobs, so that they stay queued.
    await service.database.prisma(({ backtest }) => backtest.createMany({ data }));
    const response = await post(RANGE);
    const detail = 'Request was throttled.';
    expect(response).toMatchObject({ status: 429, json: { detail } });
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await post(RANGE, { key: otherKey })).toMatchObject({ status: 202 });
  });
});
