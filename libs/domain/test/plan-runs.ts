import { aChange, anEntry, aPurchase, aWebhook } from '@solano/domain/contracts';
import { PurchaseInputs, RealisedCurves, type SessionTrade } from '@solano/domain/desk';
import { readPlan } from '@solano/domain/desk/plan';
import { dateAfter, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import { coveredQuarters, rulesOfSession, SESSIONS, type Session } from '@solano/domain/market';
import {
  MemoryAuditLog,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEvaluationStore,
  MemoryPlanStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemorySpreadCurveStore,
  MemoryStrategyStore,
  MemoryTradeStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { limitBids } from '../src/desk/models/limit-bids.ts';
import { defaultsOf } from '../src/desk/models/parameters.ts';
import { digest } from './digest.ts';

export const PLAN_DAY = '2026-11-24';
/** Of two hours the second is after noon. */
const LABELS = [`${PLAN_DAY} 12:00`, `${PLAN_DAY} 13:00`];

const STEPS = {
  MD: [
    { price: 4000, mw: 2 },
    { price: 50, mw: 4 },
  ],
  MID1: [{ price: null, mw: 8 }],
};

export interface PlanRunOptions {
  /** The model that it is decided for. */
  readonly idmodel?: number;
  /** Whether its outputs, and so their bids, are the customer's own. */
  readonly isOwn?: boolean;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly day?: string;
  /** By default of two hours; without their bids where they are others. */
  readonly items?: readonly { readonly datetime: string; readonly purchase: number }[];
  readonly createdAt?: Date;
}

/** A purchase of 10 MW for each of two hours, decided for model 7, with a webhook for its plan. */
export async function planRuns({
  idmodel = 7,
  isOwn = false,
  day = PLAN_DAY,
  items,
  createdAt = new Date('2026-11-23T09:00Z'),
}: PlanRunOptions = {}) {
  const database = new MemoryDatabase();
  const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
  await new MemoryCustomerStore(database).add(customer, anEntry());
  const purchases = new MemoryPurchaseStore(database);
  const evaluations = new MemoryEvaluationStore(database);
  const prices = new MemoryPriceStore(database);
  const webhooks = new MemoryWebhookStore(database);
  const decisions = new MemoryDecisionStore(database);
  const trades = new MemoryTradeStore(database);
  const strategies = new MemoryStrategyStore(database);
  const plans = new MemoryPlanStore(database);
  const spreadCurves = new MemorySpreadCurveStore(database);
  const webhook = aWebhook(customer.id, { events: ['purchase.replanned'] });
  await webhooks.add(webhook, anEntry());
  const purchase = aPurchase(customer.id, {
    createdAt,
    deliversFrom: new Date(startOfDate(day)),
    deliversTo: new Date(startOfDate(dateAfter(day, 1))),
  });
  const hours = LABELS.map((datetime) => ({ datetime, purchase: 10 }));
  const series = JSON.stringify(items ?? hours);
  await purchases.add(purchase, series, { entry: anEntry() });
  await purchases.update(purchase.id, (each) =>
    aChange(each, {
      status: 'completed',
      outputs: [{ idmodel, json: output(idmodel, !items) }],
      evaluation: {
        figures: figures(idmodel, day, isOwn),
        prices: JSON.stringify({ MD: [3_600_000, 3_000_000] }),
        deliveredAt: new Date(startOfDate(dateAfter(day, 1))).toISOString(),
      },
      updatedAt: new Date(createdAt.getTime() + MINUTE_MS),
    }),
  );
  const decidedAt = new Date(createdAt.getTime() + 2 * MINUTE_MS);
  const decision = { idmodel, note: '', decidedAt, decidedBy: 'key k' };
  await decisions.add(purchase.id, decision, { entry: anEntry(), deliveries: [] });
  const settings = [{ idmodel: 7, enabled: true, parameters: defaultsOf(limitBids.parameters) }];
  await strategies.put(purchase, settings, anEntry());
  let now = decidedAt;
  const deps = {
    purchases,
    evaluations,
    decisions,
    prices,
    trades,
    plans,
    spreadCurves,
    webhooks,
    realisedCurves: new RealisedCurves(),
    inputs: new PurchaseInputs({
      strategies,
      prices,
      spreadCurves,
      software: 'test',
    }),
    audit: new MemoryAuditLog(database),
    secrets: { digest },
    messageText: (message: object) => JSON.stringify(message),
    clock: () => now,
    log: {
      info: () => {},
      warn: () => {},
      error: (fields: object) => {
        throw new Error('An error was logged.', { cause: fields });
      },
    },
  };
  return {
    deps,
    purchase,
    setNow: (instant: string) => {
      now = new Date(instant);
    },
    /** Publishes a session's prices in EUR/MWh, the same all day; none: it is cancelled. */
    async publish(session: Session, price: number | null, version = 1) {
      const rules = rulesOfSession(session);
      const ends = price === null ? [] : coveredQuarters(rules, PLAN_DAY);
      const day = { market: rules.market, date: PLAN_DAY, source: 'omie', version } as const;
      const own = ends.map(() => Math.round((price as number) * 1_000));
      await prices.putRealised([{ ...day, stepMinutes: 15, ends, prices: own }]);
    },
    /** Predicts 60 EUR/MWh day-ahead, or another price, and 55 in the auctions. */
    async predict(generatedAt: string, dayAhead = 60) {
      const ends = [11, 12].map((hour) => startOfDate(PLAN_DAY) + hour * 3_600_000 + 3_600_000);
      for (const { session, market } of SESSIONS) {
        const own = ends.map(() => (session === 'MD' ? dayAhead : 55) * 1_000);
        await prices.putPredictions([
          {
            market,
            generatedAt: new Date(generatedAt),
            origin: 'imported',
            inputsUntil: null,
            stepMinutes: 60,
            ends,
            prices: own,
            bands: Array.from({ length: 7 }, () => own),
          },
        ]);
      }
    },
    /** Keeps curves by which the day-ahead price at which waiting costs the same is so far above its prediction. */
    async learn(generatedAt: string, surprise: number) {
      const curve = { surprises: [surprise - 10, surprise + 10], spreads: [10, -10] };
      await spreadCurves.add({
        date: PLAN_DAY,
        earlier: 'MD',
        later: 'MID1',
        generatedAt: new Date(generatedAt),
        learnedUntil: '2026-11-22',
        hours: Array.from({ length: 24 }, () => curve),
      });
    },
    /** Executed MW of the first hour in a session, at 40 EUR/MWh. */
    async execute(session: Session, mw: number, deliveredAt: string) {
      const start = startOfDate(PLAN_DAY) + 11 * 3_600_000;
      const trade: SessionTrade = { session, start, minutes: 60, microMw: mw * 1e6, price: 40_000 };
      const { user, retailer, customerId } = purchase;
      const delivery = {
        customerId,
        portfolio: { user, retailer },
        deliveredAt: new Date(deliveredAt),
      };
      const entry = anEntry({ customerId, at: new Date(deliveredAt), subject: deliveredAt });
      await trades.record(delivery, [{ session, day: PLAN_DAY, trades: [trade] }], entry);
    },
    async messages() {
      const sent = await webhooks.deliveries(webhook.id, 99);
      return sent.map(({ body }) => JSON.parse(body) as PlanMessage).reverse();
    },
    read: () => {
      const { id, user, customerId } = purchase;
      const splitter = { evaluate: () => Promise.reject(new Error('It is evaluated.')) };
      return readPlan({ ...deps, splitter }, { id, user, customerId });
    },
  };
}

interface PlanMessage {
  readonly type: string;
  readonly data: {
    readonly session: Session;
    readonly day: string;
    readonly revision: number;
    readonly bidMwh: number;
    readonly closesAt: string;
  };
}

function output(idmodel: number, isBid: boolean): string {
  const shares = (percent: number) => {
    return LABELS.map((datetime) => {
      return { datetime, purchase_percentage: percent, sale_percentage: 0 };
    });
  };
  const bids = (steps: object) => LABELS.map((datetime) => ({ datetime, steps }));
  const value = { MD: shares(60), MID1: shares(40) };
  const all = { MD: bids(STEPS.MD), MID1: bids(STEPS.MID1) };
  return JSON.stringify({ idmodel, value, ...(isBid && { bids: all }) });
}

function figures(idmodel: number, day: string, isOwn: boolean): string {
  const days = { MD: day, MID1: day };
  const model = { idmodel, cost: null, saved: null, worstDecileCost: null, missing: [] };
  return JSON.stringify({
    models: [{ ...model, energy: { MD: '12/1', MID1: '8/1' }, firstDays: days }],
    inputs: {
      markets: [],
      historyDays: 0,
      settings: isOwn ? null : { version: 0, models: [] },
      software: 'test',
    },
    gates: [],
    cancelled: [],
  });
}
