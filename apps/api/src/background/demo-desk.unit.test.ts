import { NodeSecrets } from '@solano/crypto';
import { prepareDemo, refreshDemoDesk, refreshDemoEnergy } from '@solano/demo';
import { aCustomer, all, anEntry, SOURCE } from '@solano/domain/contracts';
import {
  PurchaseInputs,
  RealisedCurves,
  readDeviation,
  type SplitterTask,
} from '@solano/domain/desk';
import { splitToText } from '@solano/domain/desk/split';
import { dateAfter, MICRO, startOfDate } from '@solano/domain/kernel';
import { CachedImbalance, type ImbalanceRevision, type Market } from '@solano/domain/market';
import { HighsLinearSolver } from '@solano/highs';
import {
  MemoryAuditLog,
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
import { describe, expect, test } from 'vitest';

const TODAY = '2026-11-25';
const NOW = new Date(`${TODAY}T14:00:00Z`);
const PORTFOLIO = { user: 'ana', retailer: 'acme' };
const [OLDEST, YESTERDAY, TOMORROW] = [-60, -1, 1].map((days) => dateAfter(TODAY, days)) as [
  string,
  string,
  string,
];
const tools = { solver: new HighsLinearSolver(), digest: (text: string) => text };

/** A demonstration in memory whose clock a test sets. */
async function opened() {
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
  const purchases = () => deps.purchases.list({ customerId: id, user: 'ana', limit: 99 });
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
  return { database, deps, id, put, purchases, purchaseFor, compute, executed, own };
}

test('a new demonstration has 60 complete days whose deviations cost some percent of the market', async () => {
  const { deps, id, put } = await opened();
  await refreshDemoEnergy(deps, SOURCE);
  await put();
  const cached = { realisedCurves: new RealisedCurves(), imbalanceDays: new CachedImbalance() };
  const compared = await readDeviation(
    { ...deps, ...cached },
    {
      customerId: id,
      portfolio: PORTFOLIO,
      from: OLDEST,
      to: YESTERDAY,
    },
  );
  // A day of them has 25 hours.
  expect(compared.periods).toHaveLength(60 * 96 + 4);
  expect([compared.missing, compared.undecided, compared.notBought]).toEqual([[], [], []]);
  const market = compared.periods.reduce((sum, each) => sum + each.marketCost, 0n);
  const over = compared.periods.reduce((sum, each) => sum + each.overDayAhead, 0n);
  const percent = Number((over * 10_000n) / market) / 100;
  expect(percent).toBeGreaterThan(0.3);
  expect(percent).toBeLessThan(5);
});

describe('purchases of the demonstration', () => {
  test('purchases for yesterday and today were computed by the models and decided before the gate', async () => {
    const { deps, put, purchaseFor } = await opened();
    await put();
    for (const date of [YESTERDAY, TODAY]) {
      const purchase = await purchaseFor(date);
      const eve = dateAfter(date, -1);
      expect(purchase).toMatchObject({ status: 'completed', error: '', rows: 24 });
      expect(purchase.createdAt).toEqual(new Date(`${eve}T08:00:00Z`));
      const { outputs = [] } = (await deps.purchases.read(purchase.id)) ?? {};
      expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2, 3, 4, 5, 7, 8]);
      const [decision] = await deps.decisions.list(purchase.id);
      expect(decision).toMatchObject({ idmodel: 4, decidedAt: new Date(`${eve}T10:00:00Z`) });
    }
  });

  test('a purchase for tomorrow waits for the engine, and for a decision', async () => {
    const { deps, put, purchaseFor } = await opened();
    await put();
    const purchase = await purchaseFor(TOMORROW);
    expect(purchase).toMatchObject({ status: 'pending', createdAt: NOW });
    expect(await deps.decisions.list(purchase.id)).toEqual([]);
  });

  test('a purchase is decided shortly before its first gate, unless somebody has decided', async () => {
    const { deps, put, purchaseFor, compute } = await opened();
    await put();
    const day = dateAfter(TOMORROW, 1);
    const [early, due] = ['10:39', '10:45'].map((time) => new Date(`${TOMORROW}T${time}:00Z`));
    await put(new Date(`${TOMORROW}T00:05:00Z`));
    const { id } = await purchaseFor(day);
    await compute(id);
    await put(early);
    expect(await deps.decisions.list(id)).toEqual([]);
    await put(due);
    await put(due);
    const decisions = await deps.decisions.list(id);
    expect(decisions).toMatchObject([{ idmodel: 4, decidedAt: due }]);
    expect(decisions[0]).not.toHaveProperty('tooLate');
  });

  test('no purchase is added to a day for which one was submitted', async () => {
    const { put, purchases } = await opened();
    await put();
    await put(new Date(NOW.getTime() + 600_000));
    expect(await purchases()).toHaveLength(3);
    await put(new Date(`${TOMORROW}T09:00:00Z`));
    expect(await purchases()).toHaveLength(4);
  });
});

describe('trades of the demonstration', () => {
  test('trades of a new demonstration are of 60 days, and came in one delivery', async () => {
    const { put, executed } = await opened();
    await put();
    const days = await executed();
    expect(new Set(days.map(({ day }) => day)).size).toBe(60);
    expect(new Set(days.map(({ deliveredAt }) => deliveredAt.getTime()))).toEqual(
      new Set([NOW.getTime()]),
    );
    const sessions = Map.groupBy(days, ({ session }) => session);
    expect(sessions.get('MD')).toHaveLength(60);
    // Yesterday's were decided: by hours in which the day-ahead market was the cheapest.
    const undecided = sessions.get('MD')?.filter(({ day }) => day !== YESTERDAY) ?? [];
    expect(undecided.every(({ trades }) => trades.length >= 24)).toBe(true);
    expect(sessions.get('MID1')).toHaveLength(60);
    // Corrections of some evenings.
    const corrected = sessions.get('MIC')?.length ?? 0;
    expect(corrected).toBeGreaterThan(5);
    expect(corrected).toBeLessThan(30);
  });

  test('trades of a decided day add up to its purchase, at realised prices', async () => {
    const { deps, id, put, executed } = await opened();
    await put();
    const days = (await executed(YESTERDAY)).filter(({ session }) => session !== 'MIC');
    expect(days.map(({ session }) => session)).toEqual(['MD', 'MID1', 'MID2', 'MID3']);
    const traded = days.flatMap(({ trades }) => trades);
    const megawatts = traded.reduce((sum, { microMw }) => sum + microMw, 0) / MICRO;
    const window = {
      from: new Date(startOfDate(YESTERDAY)),
      to: new Date(startOfDate(TODAY)),
    };
    const [purchase] = await all(deps.purchases.delivered(id, PORTFOLIO, window));
    const items = JSON.parse(purchase?.series ?? '[]') as { purchase: number }[];
    const submitted = items.reduce((sum, item) => sum + item.purchase, 0);
    expect(megawatts).toBeCloseTo(submitted, 6);
    const market: Market = 'md_pdbc_spain';
    const [day] = await all(deps.prices.seenBy(id).realised(market, YESTERDAY, YESTERDAY));
    const first = days[0]?.trades[0];
    const quarter = day?.ends.findIndex((end) => end === (first?.start ?? 0) + 900_000) ?? -1;
    const four = day?.prices.slice(quarter, quarter + 4) ?? [];
    expect(first?.price).toBe(Math.round(four.reduce((sum, price) => sum + price, 0) / 4));
  });

  test('trades grow with the days, and a day that has some gets none', async () => {
    const { deps, id, put, executed } = await opened();
    const trade = { start: startOfDate(YESTERDAY), minutes: 60, microMw: MICRO, price: 1 } as const;
    const delivery = { customerId: id, portfolio: PORTFOLIO, deliveredAt: NOW };
    await put();
    const before = await executed();
    await put();
    expect(await executed()).toEqual(before);
    await put(new Date(`${TOMORROW}T09:00:00Z`));
    const today = await executed(TODAY, TODAY);
    expect(today.map(({ session }) => session)).toContain('MD');
    expect(await executed()).toEqual(before);
    const other = [{ session: 'BIL', day: TOMORROW, trades: [trade] }] as const;
    await deps.trades.record(delivery, other, anEntry());
    await put(new Date(`${dateAfter(TOMORROW, 1)}T09:00:00Z`));
    expect(await executed(TOMORROW, TOMORROW)).toMatchObject(other);
  });
});

describe('prices of deviations of the demonstration', () => {
  test('prices of deviations are dearer than the day-ahead market for what adds to the imbalance', async () => {
    const { deps, id, put, own } = await opened();
    await put();
    const days = await all(own().prices(OLDEST, YESTERDAY));
    const market: Market = 'md_pdbc_spain';
    const realised = await all(deps.prices.seenBy(id).realised(market, OLDEST, YESTERDAY));
    const dayAhead = new Map(realised.map(({ date, prices }) => [date, prices]));
    const [short, long] = [
      differences(days, dayAhead, 'short'),
      differences(days, dayAhead, 'long'),
    ];
    expect(short).toHaveLength(60 * 96 + 4);
    const share = (values: readonly number[], is: (value: number) => boolean) =>
      values.filter(is).length / values.length;
    expect(share(short, (value) => value >= 0)).toBeGreaterThan(0.9);
    expect(share(long, (value) => value <= 0)).toBeGreaterThan(0.9);
    expect(share(short, (value) => value > 0)).toBeGreaterThan(0.3);
    expect(share(long, (value) => value < 0)).toBeGreaterThan(0.3);
    const equal = days.flatMap((day) => day.short.map((price, i) => price === day.long[i]));
    expect(equal.filter(Boolean).length / equal.length).toBeGreaterThan(0.05);
    expect(days.some((day) => day.long.some((price) => price < 0))).toBe(true);
  });

  test('prices of deviations are the same in each demonstration, and seen by its customer alone', async () => {
    const [one, other] = [await opened(), await opened()];
    await one.put();
    await other.put();
    const days = await all(one.own().prices(OLDEST, TOMORROW));
    expect(days.map(({ date }) => date)).toHaveLength(60);
    expect(await all(other.own().prices(OLDEST, TOMORROW))).toEqual(days);
    expect(await all(one.deps.imbalance.prices(OLDEST, TOMORROW))).toEqual([]);
  });

  test('prices of deviations are not added beside settled ones, nor beside real prices of the market', async () => {
    const { deps, put, own } = await opened();
    const day = { date: YESTERDAY, stepMinutes: 60, short: [1], long: [1] };
    const settled = { ...day, settlement: 'C1', source: 'csv', knownAt: NOW } as const;
    await deps.imbalance.revise([YESTERDAY], () => [settled]);
    await put();
    expect(await all(own().prices(OLDEST, YESTERDAY))).toHaveLength(1);
    const real = await opened();
    const prices = { stepMinutes: 60, ends: [startOfDate(TODAY)], prices: [1] };
    const omie = { date: YESTERDAY, source: 'omie', version: 1, ...prices } as const;
    await real.deps.prices.putRealised([{ market: 'md_pdbc_spain', ...omie }]);
    await real.put();
    const dates = (await all(real.own().prices(OLDEST, YESTERDAY))).map(({ date }) => date);
    expect(dates).not.toContain(YESTERDAY);
  });
});

test('a customer beside the demonstration gets nothing, and a removed demonstration stays away', async () => {
  const { deps, database, put } = await opened();
  const other = aCustomer({ name: 'norte' });
  await deps.customers.add(other, anEntry());
  await put();
  const written = await new MemoryAuditLog(database).list({ customerId: other.id, limit: 9 });
  expect(written).toEqual([]);
  expect(await deps.purchases.list({ customerId: other.id, user: 'ana', limit: 9 })).toEqual([]);
  expect(await deps.trades.executed(other.id, PORTFOLIO, OLDEST, TODAY)).toEqual([]);
  database.customers.clear();
  const purchases = database.purchases.size;
  await refreshDemoDesk({ ...deps, clock: () => new Date('2027-01-01T12:00:00Z') }, SOURCE);
  expect(database.purchases.size).toBe(purchases);
});

/** Prices of deviations less day-ahead prices, in thousandths of EUR/MWh. */
function differences(
  days: readonly ImbalanceRevision[],
  dayAhead: ReadonlyMap<string, readonly number[]>,
  direction: 'short' | 'long',
): number[] {
  return days.flatMap((day) => {
    return day[direction].map((price, i) => price - (dayAhead.get(day.date)?.[i] ?? Number.NaN));
  });
}
