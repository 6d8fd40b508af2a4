import { NodeSecrets } from '@solano/crypto';
import { addDemoHistory, prepareDemo, refreshDemoDesk } from '@solano/demo';
import { anEntry, SOURCE } from '@solano/domain/contracts';
import { PurchaseInputs, type SplitterTask } from '@solano/domain/desk';
import { splitToText } from '@solano/domain/desk/split';
import { dateAfter, startOfDate } from '@solano/domain/kernel';
import { HighsLinearSolver } from '@solano/highs';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryDeliveredForecastStore,
  MemoryEnergySettingsStore,
  MemoryEvaluationStore,
  MemoryImbalancePriceStore,
  MemoryKeyStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryPlantStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryStrategyStore,
  MemoryTradeStore,
  MemoryUnavailabilityStore,
  MemoryWebhookStore,
} from '@solano/memory';

export const TODAY = '2026-11-25';
export const NOW = new Date(`${TODAY}T14:00:00Z`);
export const PORTFOLIO = { user: 'ana', retailer: 'acme' };
/** The first day of the newest part of its history, and the days beside today. */
export const [OLDEST, YESTERDAY, TOMORROW] = [-35, -1, 1].map((days) => dateAfter(TODAY, days)) as [
  string,
  string,
  string,
];
const tools = { solver: new HighsLinearSolver(), digest: (text: string) => text };

/** A demonstration in memory whose clock a test sets. */
export async function openedDemo() {
  const database = new MemoryDatabase();
  let now = NOW;
  const prices = new MemoryPriceStore(database);
  const strategies = new MemoryStrategyStore(database);
  const deps = {
    customers: new MemoryCustomerStore(database),
    keys: new MemoryKeyStore(database),
    plants: new MemoryPlantStore(database),
    prices,
    strategies,
    purchases: new MemoryPurchaseStore(database),
    decisions: new MemoryDecisionStore(database),
    evaluations: new MemoryEvaluationStore(database),
    trades: new MemoryTradeStore(database),
    imbalance: new MemoryImbalancePriceStore(database),
    webhooks: new MemoryWebhookStore(database),
    inputs: new PurchaseInputs({ strategies, prices, software: 'test' }),
    splitter: {
      split: (task: SplitterTask) => splitToText(task, tools),
      evaluate: () => Promise.reject(new Error('Nothing is evaluated later.')),
    },
    messageText: (message: object) => JSON.stringify(message),
    unavailabilities: new MemoryUnavailabilityStore(database),
    measurements: new MemoryMeasurementStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    objects: new MemoryObjectStore(),
    secrets: new NodeSecrets(),
    keyFile: { read: async () => undefined, write: async () => {} },
    clock: () => now,
    newId: () => crypto.randomUUID(),
    digest: (text: string) => text,
  };
  await prepareDemo(deps, SOURCE);
  const [demo] = await deps.customers.list();
  if (!demo) throw new Error('There is no demonstration.');
  const { id } = demo;
  const put = async (at = NOW) => {
    now = at;
    await prepareDemo(deps, SOURCE);
    await refreshDemoDesk(deps, SOURCE);
  };
  const history = (part = 0) => addDemoHistory(deps, SOURCE, part);
  const purchases = () => deps.purchases.list({ customerId: id, user: 'ana', limit: 400 });
  /** The purchase that delivers on a day. */
  const purchaseFor = async (date: string) => {
    const all = await purchases();
    const found = all.filter(({ deliversFrom }) => deliversFrom?.getTime() === startOfDate(date));
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} purchases for ${date}.`);
    return found[0];
  };
  /** Carries a purchase out as the engine does. */
  const compute = async (purchaseId: string) => {
    const found = await deps.purchases.readWithSeries(purchaseId);
    if (!found) throw new Error('There is no such purchase.');
    const split = await splitToText(await deps.inputs.of(found), tools);
    const done = { status: 'completed', source: 'workflow', updatedAt: now } as const;
    await deps.purchases.update(purchaseId, () => ({ ...split, ...done, entry: anEntry() }));
  };
  const executed = (from = OLDEST, to = YESTERDAY) => deps.trades.executed(id, PORTFOLIO, from, to);
  const own = () => deps.imbalance.seenBy(id);
  return { database, deps, id, put, history, purchases, purchaseFor, compute, executed, own };
}
