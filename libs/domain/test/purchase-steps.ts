import {
  PurchaseInputs,
  type PurchaseStatus,
  type PurchaseStore,
  type SplitterTask,
  type StoredOutput,
  type StrategyStore,
} from '@solano/domain/desk';
import {
  type PurchaseReport,
  purchaseSteps,
  type ReportedPurchase,
} from '@solano/domain/desk/jobs';
import { splitToText } from '@solano/domain/desk/split';
import type { Clock } from '@solano/domain/kernel';
import type { PriceStore } from '@solano/domain/market';
import { WEBHOOK_EVENTS, type Webhook } from '@solano/domain/service';
import {
  MemoryDatabase,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryStrategyStore,
  MemoryWebhookStore,
} from '@solano/memory';

// The gate of MD, open at submission, is closed by now.
export const NOW = new Date('2026-11-21T11:30:00Z');
const SUBMITTED = new Date('2026-11-21T09:00:00Z');
const SERIES = JSON.stringify([
  { datetime: '2026-11-22 11:00', purchase: 10 },
  { datetime: '2026-11-22 12:00', purchase: 5 },
]);

/** The outputs that are there before the steps run. */
export const BEFORE: readonly StoredOutput[] = [
  { idmodel: 9, json: '{"idmodel":9, "value":{}}' },
  { idmodel: 8, json: '{"idmodel":8,"value":{},"x":1.0}' },
];

/** The customer's, with all events. */
const WEBHOOK: Webhook = {
  id: 'w1',
  customerId: 'c1',
  url: 'https://customer.example/hook',
  events: WEBHOOK_EVENTS,
  secret: 'whsec_AAAA',
  createdAt: SUBMITTED,
  disabledAt: null,
  gateClosingMinutes: 60,
};

interface Setup {
  readonly status?: PurchaseStatus;
  readonly requestId?: string | null;
  readonly series?: string;
  /** What each report is rejected with. */
  readonly rejection?: () => Error;
  readonly purchases?: Partial<PurchaseStore>;
  readonly prices?: Partial<PriceStore>;
  readonly strategies?: Partial<StrategyStore>;
  readonly wasSettled?: boolean;
  readonly clock?: Clock;
}

/** The steps over one purchase, `p1`, with what they reported, logged and stored. */
export function setUp(setup: Setup = {}) {
  const store = storeOf(setup);
  const reported: [ReportedPurchase, PurchaseReport][] = [];
  const { logged, log } = keptLog();
  const prices = Object.assign(new MemoryPriceStore(store.database), setup.prices);
  // What the purchase's customer sees is what a test sets up; the markets' own is not read.
  const markets = Object.assign(new MemoryPriceStore(store.database), {
    seenBy: (customerId: string) => (customerId === 'c1' ? prices : markets),
    predictions: unseen,
    realised: unseen,
  });
  const purchases = Object.assign(new MemoryPurchaseStore(store.database), setup.purchases);
  const strategies = Object.assign(new MemoryStrategyStore(store.database), setup.strategies);
  const tools = { solver: { optimum: unseen }, digest: (text: string) => text };
  const updates = {
    async report({ id, user, requestId }: ReportedPurchase, report: PurchaseReport) {
      if (setup.rejection) throw setup.rejection();
      reported.push([{ id, user, requestId }, report]);
    },
  };
  const deps = {
    purchases,
    inputs: new PurchaseInputs({ strategies, prices: markets, software: 'test' }),
    splitter: { split: (task: SplitterTask) => splitToText(task, tools) },
    webhooks: new MemoryWebhookStore(store.database),
    newId: () => 'd1',
    messageText: (message: object) => JSON.stringify(message),
    clock: setup.clock ?? (() => NOW),
    log,
  };
  const steps = purchaseSteps(deps, updates);
  const { deliveries, record, outputs } = store;
  return { steps, reported, logged, deliveries, record, outputs };
}

function storeOf({
  status = 'pending',
  requestId = 'order-7',
  series = SERIES,
  wasSettled = false,
}: Setup) {
  const purchase = {
    id: 'p1',
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    status,
    error: '',
    rows: 2,
    deliversFrom: null,
    deliversTo: null,
    requestId,
    wasSettled,
    createdAt: SUBMITTED,
    updatedAt: SUBMITTED,
  };
  const database = new MemoryDatabase();
  database.purchases.set('p1', { purchase, series, outputs: BEFORE, history: [] });
  database.webhooks.set('w1', WEBHOOK);
  return {
    database,
    deliveries: database.deliveries,
    record: () => database.purchases.get('p1')?.purchase,
    outputs: () => database.purchases.get('p1')?.outputs,
  };
}

function unseen(): never {
  throw new Error('No step needs this.');
}

function keptLog() {
  const logged: [level: string, fields: object, message: string][] = [];
  const at = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message]);
  };
  return { logged, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}
