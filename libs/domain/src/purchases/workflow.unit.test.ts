import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { PriceStore } from '../market/prices.ts';
import type { StrategyStore } from '../strategies/catalogue.ts';
import type { ToldUpdate } from './callback.ts';
import type {
  Purchase,
  PurchaseStatus,
  PurchaseStore,
  StatusChange,
  StoredOutput,
} from './purchase.ts';
import { isPassing, purchaseSteps, RETRIES, reasonOf } from './workflow.ts';

// The gate of MD, open at submission, is closed by now.
const NOW = new Date('2026-11-21T11:30:00Z');
const SERIES = JSON.stringify([
  { datetime: '2026-11-22 11:00', purchase: 10 },
  { datetime: '2026-11-22 12:00', purchase: 5 },
]);
const BEFORE: readonly StoredOutput[] = [
  { idmodel: 9, json: '{"idmodel":9, "value":{}}' },
  { idmodel: 8, json: '{"idmodel":8,"value":{},"x":1.0}' },
];

const refused = () => new SolanoError('callback_refused', 'The call-back was refused: 404.');
const away = () => new SolanoError('callback_unavailable', 'The call-back was not answered.');

interface Setup {
  readonly status?: PurchaseStatus;
  readonly series?: string;
  readonly tell?: () => Error;
  readonly prices?: Partial<PriceStore>;
  readonly strategies?: Partial<StrategyStore>;
  readonly past?: readonly StatusChange[];
}

function setUp(setup: Setup = {}) {
  const { status = 'pending', series = SERIES, past = [], tell, prices, strategies } = setup;
  const submitted = new Date('2026-11-21T09:00:00Z');
  let record: Purchase = {
    id: 'p1',
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    status,
    error: '',
    rows: 2,
    createdAt: submitted,
    updatedAt: submitted,
  };
  let outputs = BEFORE;
  const told: [{ id: string; user: string }, ToldUpdate][] = [];
  const logged: [string, object][] = [];
  const log = (level: string) => (fields: object) => {
    logged.push([level, fields]);
  };
  const unused = async () => expect.unreachable();
  const purchases: PurchaseStore = {
    add: unused,
    history: async () => [...past],
    inStatus: unused,
    get: async (id) => (id === record.id ? record : undefined),
    series: async () => series,
    read: async () => ({ purchase: record, outputs }),
    async update(id, change) {
      if (id !== record.id) return undefined;
      const changed = change(record);
      if (!changed) return record;
      const { source: _, outputs: replaced, ...rest } = changed;
      outputs = replaced ?? outputs;
      record = { ...record, ...rest };
      return record;
    },
  };
  const steps = purchaseSteps({
    purchases,
    strategies: { get: async () => [], put: unused, ...strategies },
    prices: {
      putPrediction: unused,
      putRealised: unused,
      realised: unused,
      async *predictions() {},
      ...prices,
    },
    callback: {
      async tell({ id, user }, update) {
        if (tell) throw tell();
        told.push([{ id, user }, update]);
      },
    },
    clock: () => NOW,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
  return { steps, told, logged, record: () => record, outputs: () => outputs };
}

const OTHERS: PurchaseStatus[] = ['completed', 'failed'];

describe('begin', () => {
  test('of a purchase that has been run, and was called pending again, does nothing', async () => {
    const past = [{ status: 'completed', at: new Date(), source: 'workflow' }] as const;
    const { steps, told } = setUp({ past });
    expect(await steps.begin('p1')).toBe(false);
    expect(told).toEqual([]);
  });

  test.each(['pending', 'in_progress'] as const)(
    'of a %s purchase tells in_progress with the outputs that are there, as sent',
    async (status) => {
      const { steps, told } = setUp({ status });
      expect(await steps.begin('p1')).toBe(true);
      expect(told).toHaveLength(1);
      const [whom, update] = told[0] as (typeof told)[number];
      expect(whom).toEqual({ id: 'p1', user: 'ana' });
      expect(update).toEqual({ status: 'in_progress', outputs: expect.any(String) });
      expect(JSON.parse(update.outputs)).toEqual(
        BEFORE.map(({ json }): unknown => JSON.parse(json)),
      );
      for (const { json } of BEFORE) expect(update.outputs).toContain(json);
    },
  );

  test.each(OTHERS)('of a %s purchase does nothing', async (status) => {
    const { steps, told } = setUp({ status });
    expect(await steps.begin('p1')).toBe(false);
    expect(told).toEqual([]);
  });

  test('of a purchase that there is not does nothing', async () => {
    const { steps, told } = setUp();
    expect(await steps.begin('p2')).toBe(false);
    expect(told).toEqual([]);
  });

  test('that is refused is logged as an error, and fails for good', async () => {
    const { steps, logged } = setUp({ tell: refused });
    const error = await steps.begin('p1').catch((caught: unknown) => caught);
    expect(isPassing(error)).toBe(false);
    expect(logged).toEqual([['error', expect.objectContaining({ purchase_id: 'p1' })]]);
  });

  test('that nobody answers is tried again, without noise', async () => {
    const { steps, logged } = setUp({ tell: away });
    const error = await steps.begin('p1').catch((caught: unknown) => caught);
    expect(isPassing(error)).toBe(true);
    expect(logged).toEqual([]);
  });
});

describe('complete', () => {
  test('tells the models, and in the error which had to be left out', async () => {
    const { steps, told } = setUp({ status: 'in_progress' });
    await steps.complete('p1');
    expect(told).toHaveLength(1);
    const [, { status, outputs, error }] = told[0] as (typeof told)[number];
    expect(status).toBe('completed');
    expect(error).toContain('Model 3 left out: no price prediction for 2026-11-22 11:00.');
    expect(error).not.toContain('Model 6');
    const rows = ['2026-11-22 11:00', '2026-11-22 12:00'].map((datetime) => {
      return { datetime, purchase_percentage: 100, sale_percentage: 0 };
    });
    expect((JSON.parse(outputs) as unknown[])[0]).toEqual({ idmodel: 1, value: { MD: rows } });
    expect(
      (JSON.parse(outputs) as unknown[]).map((each) => (each as { idmodel: 1 }).idmodel),
    ).toEqual([1, 2]);
  });

  test('uses the predictions and the settings of the owner, and the gates at submission', async () => {
    const asked: unknown[] = [];
    const end = Date.parse('2026-11-22T10:00Z');
    const { steps, told } = setUp({
      strategies: {
        async get({ customerId, user, retailer }) {
          asked.push({ customerId, user, retailer });
          const parameters = {
            fee_eur_per_mwh: 0,
            min_spread_eur_per_mwh: 0,
            max_resale_percent: 50,
          };
          return [
            { idmodel: 1, enabled: false, parameters: {} },
            { idmodel: 2, enabled: false, parameters: {} },
            { idmodel: 3, enabled: false, parameters: {} },
            { idmodel: 6, enabled: true, parameters },
          ];
        },
      },
      prices: {
        async *predictions(market) {
          const price = { md_pdbc_spain: 10_000, mid_pibc01_spain: 10_001 }[market as string];
          if (price === undefined) return;
          const ends = [end, end + 3_600_000];
          yield { market, generatedAt: NOW, stepMinutes: 60, ends, prices: [price, price] };
        },
      },
    });
    await steps.complete('p1');
    const [, { outputs }] = told[0] as (typeof told)[number];
    const row = (datetime: string, bought: number, sold: number) => {
      return { datetime, purchase_percentage: bought, sale_percentage: sold };
    };
    expect(asked).toEqual([{ customerId: 'c1', user: 'ana', retailer: 'r1' }]);
    expect(
      (JSON.parse(outputs) as { idmodel: number; value: unknown }[]).find((m) => m.idmodel === 6),
    ).toEqual({
      idmodel: 6,
      value: {
        MD: [row('2026-11-22 11:00', 150, 0), row('2026-11-22 12:00', 150, 0)],
        MID1: [row('2026-11-22 11:00', 0, 50), row('2026-11-22 12:00', 0, 50)],
      },
    });
  });

  test.each(OTHERS)('leaves a %s purchase alone', async (status) => {
    const { steps, told, record } = setUp({ status });
    await steps.complete('p1');
    expect(told).toEqual([]);
    expect(record()?.status).toBe(status);
  });

  test.each(['null', '[]', '[{}]', 'no json'])(
    'of a series that reads %s fails for good, readably, and is logged',
    async (series) => {
      const { steps, told, logged } = setUp({ series });
      const error = await steps.complete('p1').catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'computation_failed' });
      expect(isPassing(error)).toBe(false);
      expect(reasonOf(error)).toMatch(/^[A-Z].*\.$/);
      expect(logged).toEqual([['error', expect.objectContaining({ purchase_id: 'p1' })]]);
      expect(told).toEqual([]);
    },
  );

  test('with a store away is tried again', async () => {
    const unavailable = new SolanoError('store_unavailable', 'away');
    const { steps, logged } = setUp({ strategies: { get: () => Promise.reject(unavailable) } });
    await expect(steps.complete('p1')).rejects.toBe(unavailable);
    expect(isPassing(unavailable)).toBe(true);
    expect(logged).toEqual([]);
  });
});

describe('abandon', () => {
  test('tells failed with the reason and the outputs that are there', async () => {
    const { steps, told, outputs } = setUp({ status: 'in_progress' });
    await steps.abandon('p1', 'No luck.');
    expect(told.map(([whom]) => whom)).toEqual([{ id: 'p1', user: 'ana' }]);
    expect(told[0]?.[1]).toMatchObject({ status: 'failed', error: 'No luck.' });
    expect(JSON.parse(told[0]?.[1].outputs ?? '')).toHaveLength(BEFORE.length);
    expect(outputs()).toEqual(BEFORE);
  });

  test('where the call-back is refused, writes it down, logs it and keeps the outputs', async () => {
    const { steps, logged, record, outputs } = setUp({ status: 'in_progress', tell: refused });
    await steps.abandon('p1', 'No luck.');
    expect(record()).toMatchObject({ status: 'failed', error: 'No luck.', updatedAt: NOW });
    expect(outputs()).toEqual(BEFORE);
    expect(logged).toEqual([['error', expect.objectContaining({ purchase_id: 'p1' })]]);
  });

  test('where nobody answers is tried again, and nothing is written', async () => {
    const { steps, record } = setUp({ status: 'in_progress', tell: away });
    const error = await steps.abandon('p1', 'No luck.').catch((caught: unknown) => caught);
    expect(isPassing(error)).toBe(true);
    expect(record()?.status).toBe('in_progress');
  });

  test.each(OTHERS)('leaves a %s purchase alone', async (status) => {
    const { steps, told, record } = setUp({ status, tell: refused });
    await steps.abandon('p1', 'No luck.');
    expect(told).toEqual([]);
    expect(record()).toMatchObject({ status, error: '' });
  });

  test('of a purchase that there is not does nothing', async () => {
    const { steps, told } = setUp();
    await steps.abandon('p2', 'No luck.');
    expect(told).toEqual([]);
  });
});

describe('an error', () => {
  test.each([
    [new SolanoError('computation_failed', 'Readable.'), false, /^Readable\.$/],
    [new SolanoError('callback_refused', 'Refused.'), false, /^Refused\.$/],
    [new SolanoError('callback_unavailable', 'x'), true, /24 hours/],
    [new SolanoError('store_unavailable', 'x'), true, /24 hours/],
    [new TypeError('x of undefined'), true, /24 hours/],
  ])('%s passes: %s', (error, passing, reason) => {
    expect(isPassing(error)).toBe(passing);
    expect(reasonOf(error)).toMatch(reason);
  });
});

test('what passes is tried again for a day, ever more slowly', () => {
  expect(RETRIES.forMs).toBe(24 * 3_600_000);
  expect(RETRIES.factor).toBeGreaterThan(1);
  expect(RETRIES.longestMs).toBeGreaterThan(RETRIES.firstMs);
});
