import type { PriceStore } from '../src/prices/prices.ts';
import type { CallbackPayload, CallbackUpdate } from '../src/purchases/callback.ts';
import { PurchaseInputs } from '../src/purchases/inputs.ts';
import type {
  Purchase,
  PurchaseStatus,
  PurchaseStore,
  StoredOutput,
} from '../src/purchases/purchase.ts';
import { purchaseSteps } from '../src/purchases/workflow.ts';
import type { StrategyStore } from '../src/strategies/catalogue.ts';
import { splitToText } from '../src/strategies/split.ts';
import type { Clock } from '../src/time/clock.ts';
import type { NewDelivery, Webhook } from '../src/webhooks/webhook.ts';
import { WEBHOOK_EVENTS } from '../src/webhooks/webhook.ts';

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

/** The customer's, told of everything. */
const WEBHOOK: Webhook = {
  id: 'w1',
  customerId: 'c1',
  url: 'https://customer.example/hook',
  events: WEBHOOK_EVENTS,
  secret: 'whsec_AAAA',
  createdAt: SUBMITTED,
  disabledAt: null,
};

interface Setup {
  readonly status?: PurchaseStatus;
  readonly requestId?: string | null;
  readonly series?: string;
  readonly notify?: () => Error;
  readonly purchases?: Partial<PurchaseStore>;
  readonly prices?: Partial<PriceStore>;
  readonly strategies?: Partial<StrategyStore>;
  readonly wasSettled?: boolean;
  readonly clock?: Clock;
}

async function unused(): Promise<never> {
  throw new Error('No step needs this.');
}

function unusedWalk(): never {
  throw new Error('No step needs this.');
}

/** The steps over one purchase, `p1`, with what they told, logged and left behind. */
export function setUp(setup: Setup = {}) {
  const store = storeOf(setup);
  const told: [CallbackPayload, CallbackUpdate][] = [];
  const { logged, log } = keptLog();
  const prices: PriceStore = {
    // What the purchase's customer sees is what a test sets up; all else is not asked for.
    seenBy: (customerId) => (customerId === 'c1' ? prices : unseen),
    putPrediction: unused,
    putRealised: unused,
    replaceRealised: unused,
    removeSynthetic: unused,
    revision: async () => '0',
    lastPredictions: unused,
    lastBanded: unused,
    async *realised() {},
    async *predictions() {},
    ...setup.prices,
  };
  const unseen: PriceStore = { ...prices, predictions: unusedWalk, realised: unusedWalk };
  const purchases = { ...store.purchases, ...setup.purchases };
  const strategies = { get: async () => undefined, ...setup.strategies };
  const tools = { solver: { optimum: unused }, digest: (text: string) => text };
  const steps = purchaseSteps({
    purchases,
    inputs: new PurchaseInputs({ strategies, prices: unseen, software: 'test' }),
    splitter: { split: (task) => splitToText(task, tools) },
    callback: {
      async notify({ id, user, requestId }, update) {
        if (setup.notify) throw setup.notify();
        told.push([{ id, user, requestId }, update]);
      },
    },
    webhooks: { ofPurchase: async () => [WEBHOOK] },
    newId: () => 'd1',
    clock: setup.clock ?? (() => NOW),
    log,
  });
  const { deliveries, record, outputs } = store;
  return { steps, told, logged, deliveries, record, outputs };
}

function storeOf({
  status = 'pending',
  requestId = 'order-7',
  series = SERIES,
  wasSettled = false,
}: Setup) {
  let record: Purchase = {
    id: 'p1',
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    status,
    error: '',
    rows: 2,
    requestId,
    wasSettled,
    createdAt: SUBMITTED,
    updatedAt: SUBMITTED,
  };
  let outputs = BEFORE;
  const deliveries: NewDelivery[] = [];
  const purchases: PurchaseStore = {
    add: unused,
    list: unused,
    count: unused,
    purgeSubmissionKeys: unused,
    history: unused,
    inStatus: unused,
    get: async (id) => (id === record.id ? record : undefined),
    series: unused,
    read: unused,
    readWithSeries: async (id) => (id === record.id ? { purchase: record, series } : undefined),
    async readWithHistory(id) {
      if (id !== record.id) return undefined;
      const sent = `[${outputs.map(({ json }) => json).join(',')}]`;
      return { purchase: record, history: [], outputs: sent };
    },
    async update(id, change) {
      if (id !== record.id) return undefined;
      const changed = change(record);
      if (!changed) return record;
      const {
        source: _,
        outputs: replaced,
        deliveries: made = [],
        entry: __,
        evaluation: ___,
        ...rest
      } = changed;
      deliveries.push(...made);
      outputs = replaced ?? outputs;
      record = { ...record, ...rest };
      return record;
    },
  };
  return { purchases, deliveries, record: () => record, outputs: () => outputs };
}

function keptLog() {
  const logged: [level: string, fields: object, message: string][] = [];
  const at = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message]);
  };
  return { logged, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}
