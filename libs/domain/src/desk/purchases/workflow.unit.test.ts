import { SolanoError } from '@solano/domain/kernel';
import { isTransient } from '@solano/domain/service';
import { BEFORE, NOW, setUp } from '@solano/domain/test/purchase-steps';
import { describe, expect, test } from 'vitest';
import type { PurchaseStatus } from './purchase.ts';
import { reasonOf } from './workflow.ts';

/** The purchase of the report. */
const WHOM = { id: 'p1', user: 'ana', requestId: 'order-7' };

const rejected = () => new SolanoError('report_rejected', 'The callback was rejected: 422.');
const notFound = () => new SolanoError('purchase_not_found', 'Purchase not found.');
const misconfigured = () => new SolanoError('report_misconfigured', 'It answered 413: check.');
const away = () => new SolanoError('report_unavailable', 'The callback was not answered.');

const OTHERS: PurchaseStatus[] = ['completed', 'failed'];

describe('begin', () => {
  test('begin does nothing for a purchase that has been run, and was set to pending again', async () => {
    const { steps, reported } = setUp({ wasSettled: true });
    expect(await steps.begin('p1', 1)).toBe(false);
    await steps.complete('p1', 2);
    await steps.abandon('p1', 'It failed.', 2);
    expect(reported).toEqual([]);
  });

  test('begin reports in_progress for a pending purchase with the outputs that are there, as sent', async () => {
    const { steps, reported } = setUp();
    expect(await steps.begin('p1', 1)).toBe(true);
    expect(reported).toEqual([[WHOM, { status: 'in_progress', outputs: BEFORE }]]);
  });

  test('begin reports nothing anew for a purchase that is in progress', async () => {
    const { steps, reported } = setUp({ status: 'in_progress' });
    expect(await steps.begin('p1', 2)).toBe(true);
    expect(reported).toEqual([]);
  });

  test.each(OTHERS)('begin does nothing for a %s purchase', async (status) => {
    const { steps, reported } = setUp({ status });
    expect(await steps.begin('p1', 1)).toBe(false);
    expect(reported).toEqual([]);
  });

  test('begin does nothing for an unknown purchase', async () => {
    const { steps, reported } = setUp();
    expect(await steps.begin('p2', 1)).toBe(false);
    expect(reported).toEqual([]);
  });

  test('begin does nothing for a purchase that is removed before the report', async () => {
    const { steps, logged } = setUp({ rejection: notFound });
    expect(await steps.begin('p1', 1)).toBe(false);
    expect(logged).toEqual([]);
  });

  test('begin fails permanently where the callback is rejected', async () => {
    const { steps } = setUp({ rejection: rejected });
    const error = await steps.begin('p1', 1).catch((caught: unknown) => caught);
    expect(isTransient(error)).toBe(false);
  });

  test('begin is retried where no API responds', async () => {
    const { steps } = setUp({ rejection: away });
    const error = await steps.begin('p1', 1).catch((caught: unknown) => caught);
    expect(isTransient(error)).toBe(true);
  });
});

describe('complete', () => {
  test('complete reports the outputs of the models, and the models that were left out', async () => {
    const { steps, reported } = setUp({ status: 'in_progress' });
    await steps.complete('p1', 1);
    expect(reported).toHaveLength(1);
    const [, { status, outputs, error }] = reported[0] as (typeof reported)[number];
    expect(status).toBe('completed');
    expect(error).toContain('Model 3 left out: no price prediction for 2026-11-22 11:00.');
    expect(error).not.toContain('Model 6');
    const rows = ['2026-11-22 11:00', '2026-11-22 12:00'].map((datetime) => {
      return { datetime, purchase_percentage: 100, sale_percentage: 0 };
    });
    expect(JSON.parse(outputs[0]?.json ?? '')).toEqual({ idmodel: 1, value: { MD: rows } });
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2]);
  });

  test('complete uses the predictions and the settings of the owner, and the gates at submission', async () => {
    const asked: unknown[] = [];
    const end = Date.parse('2026-11-22T10:00Z');
    const { steps, reported } = setUp({
      strategies: {
        async get({ customerId, user, retailer }) {
          asked.push({ customerId, user, retailer });
          const parameters = {
            fee_eur_per_mwh: 0,
            min_spread_eur_per_mwh: 0,
            max_resale_percent: 50,
          };
          const settings = [
            { idmodel: 1, enabled: false, parameters: {} },
            { idmodel: 2, enabled: false, parameters: {} },
            { idmodel: 3, enabled: false, parameters: {} },
            { idmodel: 6, enabled: true, parameters },
          ];
          return { version: 1, settings };
        },
      },
      prices: {
        async *predictions(market) {
          const price = { md_pdbc_spain: 10_000, mid_pibc01_spain: 10_001 }[market as string];
          if (price === undefined) return;
          const ends = [end, end + 3_600_000];
          const made = { generatedAt: NOW, origin: 'live', inputsUntil: null } as const;
          yield { market, ...made, stepMinutes: 60, ends, prices: [price, price] };
        },
      },
    });
    await steps.complete('p1', 1);
    const [, { outputs }] = reported[0] as (typeof reported)[number];
    const row = (datetime: string, bought: number, sold: number) => {
      return { datetime, purchase_percentage: bought, sale_percentage: sold };
    };
    expect(asked).toEqual([{ customerId: 'c1', user: 'ana', retailer: 'r1' }]);
    expect(JSON.parse(outputs.find(({ idmodel }) => idmodel === 6)?.json ?? '')).toEqual({
      idmodel: 6,
      value: {
        MD: [row('2026-11-22 11:00', 150, 0), row('2026-11-22 12:00', 150, 0)],
        MID1: [row('2026-11-22 11:00', 0, 50), row('2026-11-22 12:00', 0, 50)],
      },
    });
  });

  test('complete reports completed where a model cannot be computed, names it and logs why', async () => {
    const settings = [{ idmodel: 2, enabled: true, parameters: {} }];
    const strategies = { get: async () => ({ version: 1, settings }) };
    const { steps, reported, logged } = setUp({ strategies });
    await steps.complete('p1', 1);
    const [[, update] = []] = reported;
    expect(update?.status).toBe('completed');
    expect(update?.error).toMatch(
      /^Model 2 left out: it could not be computed\. Model 3 left out: /,
    );
    expect(update?.outputs.map(({ idmodel }) => idmodel)).toEqual([1]);
    const fields = { purchaseId: 'p1', idmodel: 2, cause: expect.stringContaining('TypeError') };
    expect(logged).toEqual([
      ['error', expect.objectContaining(fields), 'a strategy model could not be computed'],
    ]);
  });

  test.each(OTHERS)('complete leaves a %s purchase alone', async (status) => {
    const { steps, reported, record } = setUp({ status });
    await steps.complete('p1', 1);
    expect(reported).toEqual([]);
    expect(record()?.status).toBe(status);
  });

  test.each(['null', '[]', '[{}]', 'no json'])(
    'complete fails permanently with a readable error for the series %s, and logs it',
    async (series) => {
      const { steps, reported, logged } = setUp({ series });
      const error = await steps.complete('p1', 1).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'computation_failed' });
      expect(isTransient(error)).toBe(false);
      expect(reasonOf(error)).toMatch(/^[A-Z].*\.$/);
      const fields = { purchaseId: 'p1', requestId: 'order-7', err: error };
      expect(logged).toEqual([['error', fields, reasonOf(error)]]);
      expect(reported).toEqual([]);
    },
  );

  test('complete is retried while a store is not available', async () => {
    const unavailable = new SolanoError('store_unavailable', 'away');
    const { steps } = setUp({ strategies: { get: () => Promise.reject(unavailable) } });
    await expect(steps.complete('p1', 1)).rejects.toBe(unavailable);
    expect(isTransient(unavailable)).toBe(true);
  });
});

describe('abandon', () => {
  test('abandon reports failed with the reason and the outputs that are there', async () => {
    const { steps, reported, outputs } = setUp({ status: 'in_progress' });
    await steps.abandon('p1', 'No luck.', 1);
    expect(reported.map(([whom]) => whom)).toEqual([WHOM]);
    const report = { status: 'failed', error: 'No luck.', outputs: BEFORE };
    expect(reported[0]?.[1]).toEqual(report);
    expect(outputs()).toEqual(BEFORE);
  });

  test('abandon records the failure and keeps the outputs where the callback is rejected', async () => {
    const { steps, record, outputs } = setUp({ status: 'in_progress', rejection: rejected });
    await steps.abandon('p1', 'No luck.', 1);
    expect(record()).toMatchObject({ status: 'failed', error: 'No luck.', updatedAt: NOW });
    expect(outputs()).toEqual(BEFORE);
  });

  test('abandon records the failure where the callback is misconfigured', async () => {
    const { steps, record, logged } = setUp({ status: 'in_progress', rejection: misconfigured });
    await steps.abandon('p1', 'No luck.', 1);
    expect(record()).toMatchObject({ status: 'failed', error: 'No luck.', updatedAt: NOW });
    const fields = { purchaseId: 'p1', requestId: 'order-7', err: misconfigured() };
    expect(logged).toEqual([['error', fields, 'It answered 413: check.']]);
  });

  test('abandon notifies the webhooks where the callback is rejected', async () => {
    const { steps, deliveries } = setUp({ status: 'in_progress', rejection: rejected });
    await steps.abandon('p1', 'No luck.', 1);
    expect([...deliveries.values()].map(({ webhookId, event }) => [webhookId, event])).toEqual([
      ['w1', 'purchase.failed'],
    ]);
  });

  test('abandon is retried where no API responds, and nothing is written', async () => {
    const { steps, record } = setUp({ status: 'in_progress', rejection: away });
    const error = await steps.abandon('p1', 'No luck.', 1).catch((caught: unknown) => caught);
    expect(isTransient(error)).toBe(true);
    expect(record()?.status).toBe('in_progress');
  });

  test.each(OTHERS)('abandon leaves a %s purchase alone', async (status) => {
    const { steps, reported, record } = setUp({ status, rejection: rejected });
    await steps.abandon('p1', 'No luck.', 1);
    expect(reported).toEqual([]);
    expect(record()).toMatchObject({ status, error: '' });
  });

  test('abandon does nothing for an unknown purchase', async () => {
    const { steps, reported } = setUp();
    await steps.abandon('p2', 'No luck.', 1);
    expect(reported).toEqual([]);
  });
});

describe('an error of a step', () => {
  test.each([
    [new SolanoError('computation_failed', 'Readable.'), false, /^Readable\.$/],
    [new SolanoError('report_rejected', 'Rejected.'), false, /^Rejected\.$/],
    [new SolanoError('report_unavailable', 'x'), true, /24 hours/],
    [new SolanoError('report_misconfigured', 'x'), true, /15 minutes/],
    [new SolanoError('store_unavailable', 'x'), true, /24 hours/],
    [new TypeError('x of undefined'), true, /24 hours/],
  ])('the error %s is transient: %s', (error, passing, reason) => {
    expect(isTransient(error)).toBe(passing);
    expect(reasonOf(error)).toMatch(reason);
  });
});
