import { aChange, anEntry, aPurchase, aWebhook } from '@solano/domain/contracts';
import type { Webhook } from '@solano/domain/service';
import { digest } from '@solano/domain/test/digest';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEvaluationStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { UsedGate } from '../evaluation/evaluation.ts';
import { gateClosingSchedule, notifyGatesClosing } from './gate-closing.ts';

/** The gates of MD for these days close at 11:00Z the day before. */
const MONDAY = '2026-11-23';
const GATES: readonly UsedGate[] = [
  { session: 'MD', date: MONDAY },
  { session: 'MD', date: '2026-11-24' },
];
const OUTPUTS = [{ idmodel: 1, json: '{"idmodel":1,"value":{}}' }];

/** A purchase of two days without a decision, and a webhook that is notified of its gates. */
async function setUp(fields: Partial<Webhook> = {}, gates = GATES, outputs = OUTPUTS) {
  const database = new MemoryDatabase();
  const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
  await new MemoryCustomerStore(database).add(customer, anEntry());
  const purchases = new MemoryPurchaseStore(database);
  const webhooks = new MemoryWebhookStore(database);
  const decisions = new MemoryDecisionStore(database);
  const prices = new MemoryPriceStore(database);
  const webhook = aWebhook(customer.id, { events: ['gate.closing'], ...fields });
  await webhooks.add(webhook, anEntry());
  const purchase = aPurchase(customer.id);
  await purchases.add(purchase, '[]', { entry: anEntry() });
  const figures = JSON.stringify({ models: [], inputs: {}, gates, cancelled: [] });
  const evaluation = { figures, prices: '{}', deliveredAt: '2026-11-24T23:00:00.000Z' };
  const change = { outputs, evaluation, status: 'completed' } as const;
  await purchases.update(purchase.id, (each) => aChange(each, change));
  let now = '';
  const deps = {
    webhooks,
    purchases,
    evaluations: new MemoryEvaluationStore(database),
    decisions,
    prices,
    secrets: { digest },
    messageText: (message: object) => JSON.stringify(message),
    clock: () => new Date(now),
  };
  const at = async (instant: string) => {
    now = instant;
    await notifyGatesClosing(deps);
    return sent();
  };
  const sent = async () => {
    const deliveries = await webhooks.deliveries(webhook.id, 10);
    const bodies = deliveries.map(({ body }) => JSON.parse(body) as { data: { day: string } });
    return bodies.map(({ data }) => data.day).reverse();
  };
  const decide = (idmodel: number | null, instant: string) => {
    const decision = { idmodel, note: '', decidedAt: new Date(instant), decidedBy: 'key k' };
    return decisions.add(purchase.id, decision, { entry: anEntry(), deliveries: [] });
  };
  const jobs = () => [...database.jobs.values()].filter(({ job }) => job.lane === webhook.id);
  return { database, deps, customer, purchase, webhook, at, sent, decide, jobs };
}

describe('a gate that is about to close', () => {
  test.each([
    ['60 minutes before', 60, '2026-11-22T10:00:00Z', [MONDAY]],
    ['a moment earlier', 60, '2026-11-22T09:59:59Z', []],
    ['late rather than never', 60, '2026-11-22T10:59:59Z', [MONDAY]],
    ['not when it is closed', 60, '2026-11-22T11:00:00Z', []],
    ['a day before', 1440, '2026-11-21T11:00:00Z', [MONDAY]],
    ['a minute before', 1, '2026-11-22T10:59:00Z', [MONDAY]],
    ['not two minutes before where one is wanted', 1, '2026-11-22T10:58:00Z', []],
  ])('a gate that is about to close notifies %s', async (_, gateClosingMinutes, instant, days) => {
    const { at } = await setUp({ gateClosingMinutes });
    expect(await at(instant)).toEqual(days);
  });

  test('a gate that is about to close notifies with the purchase, the gate and the time left', async () => {
    const { at, deps, purchase, webhook, jobs } = await setUp();
    await at('2026-11-22T10:00:12.500Z');
    const [delivery] = await deps.webhooks.deliveries(webhook.id, 1);
    expect(delivery).toMatchObject({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
      event: 'gate.closing',
      createdAt: new Date('2026-11-22T10:00:12.500Z'),
      status: 'pending',
    });
    expect(JSON.parse(delivery?.body ?? '')).toEqual({
      type: 'gate.closing',
      timestamp: '2026-11-22T10:00:12.500Z',
      data: {
        id: purchase.id,
        user: purchase.user,
        retailer: purchase.retailer,
        session: 'MD',
        market: 'md_pdbc_spain',
        day: MONDAY,
        closesAt: '2026-11-22T11:00:00.000Z',
        minutesLeft: 59,
      },
    });
    expect(jobs()).toMatchObject([{ job: { kind: 'message', subject: delivery?.id } }]);
  });

  test('a gate that is about to close notifies once for each day, also where two processes check at once', async () => {
    const { at, deps, jobs } = await setUp();
    await at('2026-11-22T10:00:00Z');
    await Promise.all([notifyGatesClosing(deps), notifyGatesClosing(deps)]);
    expect(await at('2026-11-22T10:30:00Z')).toEqual([MONDAY]);
    expect(await at('2026-11-23T10:30:00Z')).toEqual([MONDAY, '2026-11-24']);
    expect(jobs()).toHaveLength(2);
  });

  test('a gate that is about to close notifies once where two processes check at the same time', async () => {
    const { sent, deps, jobs } = await setUp();
    const clock = () => new Date('2026-11-22T10:30:00Z');
    await Promise.all([0, 1].map(() => notifyGatesClosing({ ...deps, clock })));
    expect(await sent()).toEqual([MONDAY]);
    expect(jobs()).toHaveLength(1);
  });

  test('a gate that is about to close notifies each webhook by its own minutes', async () => {
    const { at, deps, customer } = await setUp();
    const early = aWebhook(customer.id, { events: ['gate.closing'], gateClosingMinutes: 90 });
    await deps.webhooks.add(early, anEntry());
    expect(await at('2026-11-22T09:45:00Z')).toEqual([]);
    expect(await deps.webhooks.deliveries(early.id, 9)).toHaveLength(1);
  });

  test('a gate does not notify where a decision was made, unless it was withdrawn', async () => {
    const { at, decide } = await setUp();
    await decide(3, '2026-11-22T09:00:00Z');
    expect(await at('2026-11-22T10:30:00Z')).toEqual([]);
    await decide(null, '2026-11-22T10:31:00Z');
    expect(await at('2026-11-22T10:32:00Z')).toEqual([MONDAY]);
  });

  test.each<[string, Partial<Webhook>]>([
    ['that is disabled', { disabledAt: new Date('2026-11-20T00:00Z') }],
    ['of other events', { events: ['purchase.completed', 'prices.late'] }],
  ])('a gate that is about to close does not notify a webhook %s', async (_, fields) => {
    const { at } = await setUp(fields);
    expect(await at('2026-11-22T10:30:00Z')).toEqual([]);
  });

  test('a gate that is about to close does not notify another customer', async () => {
    const { at, database, deps } = await setUp();
    const other = { id: crypto.randomUUID(), name: 'o', folder: null, permissions: [] };
    await new MemoryCustomerStore(database).add(other, anEntry());
    const foreign = aWebhook(other.id, { events: ['gate.closing'] });
    await deps.webhooks.add(foreign, anEntry());
    await at('2026-11-22T10:30:00Z');
    expect(await deps.webhooks.deliveries(foreign.id, 9)).toEqual([]);
  });

  test('a gate that is about to close does not notify where the session is cancelled', async () => {
    const { at, deps } = await setUp();
    const day = { market: 'md_pdbc_spain', source: 'omie', version: 1 } as const;
    const cancelled = { ...day, date: MONDAY, stepMinutes: 15, ends: [], prices: [] } as const;
    await deps.prices.putRealised([cancelled]);
    expect(await at('2026-11-22T10:30:00Z')).toEqual([]);
    expect(await at('2026-11-23T10:30:00Z')).toEqual(['2026-11-24']);
  });

  test.each(['pending', 'in_progress', 'failed'] as const)(
    'a gate that is about to close does not notify for a purchase that is %s',
    async (status) => {
      const { at, deps, purchase } = await setUp();
      await deps.purchases.update(purchase.id, (each) => aChange(each, { status }));
      expect(await at('2026-11-22T10:30:00Z')).toEqual([]);
    },
  );

  test('a gate notifies for every session that outputs use, and for no other', async () => {
    const { at, deps, webhook } = await setUp({ gateClosingMinutes: 1440 }, [
      { session: 'MID1', date: MONDAY },
      { session: 'MID2', date: MONDAY },
    ]);
    await at('2026-11-22T10:30:00Z');
    const bodies = (await deps.webhooks.deliveries(webhook.id, 9)).map(({ body }) => body);
    const sessions = bodies.map((body) => /"session":"(\w+)"/.exec(body)?.[1]);
    expect(new Set(sessions)).toEqual(new Set(['MID1', 'MID2']));
    expect(sessions).toHaveLength(2);
  });

  test('gates are checked for every minute', async () => {
    const { deps, sent } = await setUp();
    const clock = () => new Date('2026-11-22T10:30:00Z');
    const schedule = gateClosingSchedule({ ...deps, clock });
    expect(schedule.times).toHaveLength(1440);
    await schedule.run();
    expect(await sent()).toEqual([MONDAY]);
  });
});
