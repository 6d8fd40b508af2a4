import {
  type ConsumptionSeries,
  DEFAULT_PORTFOLIO_SETTINGS,
  type MeasuredSeries,
} from '@solano/domain/energy';
import { compareCodePoints, HOUR_MS } from '@solano/domain/kernel';
import { CUSTOMER_RECORDS, type CustomerRecord } from '@solano/domain/operations';
import type { AuditEntry, Customer } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import {
  addedCustomer,
  addedDeliveries,
  addedPlant,
  addedUnavailability,
  addedWebhook,
  aKey,
  all,
  anEntry,
  anUnavailability,
  aPurchase,
  later,
  UNKNOWN_IDS,
} from '../examples.ts';
import { aDay, aPrediction, MARKET } from '../price-store/examples.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

/** What every CustomerRecords does. */
export function customerRecordsContract(name: string, open: OpenStores): void {
  describe(`CustomerRecords: ${name}`, () => {
    const handles = openForSuite(open);
    describe('finding', () => {
      finding(handles);
    });
    describe('removing', () => {
      removing(handles);
    });
  });
}

function finding(handles: TwoHandles): void {
  test('the purchases of one customer are paged through in the order of ids', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    const { id: other } = await addedCustomer(here);
    const purchases = Array.from({ length: 5 }, () => aPurchase(id));
    for (const purchase of [...purchases, aPurchase(other)]) {
      await here.purchases.add(purchase, '[]', { entry: anEntry() });
    }
    const ids = purchases.map((purchase) => purchase.id).sort();
    const { customerRecords } = there;
    expect(await customerRecords.purchaseIds(id, 3)).toEqual(ids.slice(0, 3));
    expect(await customerRecords.purchaseIds(id, 3, ids[2])).toEqual(ids.slice(3));
    expect(await customerRecords.purchaseIds(id, 3, ids[4])).toEqual([]);
  });

  test('all versions of the settings of one customer are paged through', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const { id: other } = await addedCustomer(here);
    const settings = [{ idmodel: 1, enabled: false, parameters: { a: 0.1 } }];
    const put = (owner: string, user: string, retailer: string) =>
      here.strategies.put({ customerId: owner, user, retailer }, settings, anEntry());
    for (const retailer of ['b', 'a', 'a']) await put(customerId, 'user', retailer);
    await put(customerId, 'another', 'a');
    await put(other, 'user', 'a');
    const version = (user: string, retailer: string, number: number) => {
      return { customerId, user, retailer, version: number, settings };
    };
    const { customerRecords } = there;
    expect(await customerRecords.settings(customerId, { offset: 0, limit: 3 })).toEqual([
      version('another', 'a', 1),
      version('user', 'a', 1),
      version('user', 'a', 2),
    ]);
    expect(await customerRecords.settings(customerId, { offset: 3, limit: 3 })).toEqual([
      version('user', 'b', 1),
    ]);
  });

  test('the groups of which a customer’s consumption was delivered are found, and no others', async () => {
    const { here, there } = handles;
    const [customer, other] = [await addedCustomer(here), await addedCustomer(here)];
    const plant = await addedPlant(here, { customerId: customer.id });
    const groups = [aGroup('2.0TD'), aGroup('')];
    for (const series of groups) await addMeasurements(here, customer.id, series);
    await addMeasurements(here, customer.id, { kind: 'production', plantId: plant.id });
    await addMeasurements(here, other.id, aGroup('3.0TD'));
    const found = await there.customerRecords.consumptions(customer.id);
    const firstStart = new Date('2026-07-01T00:00:00Z');
    expect(found.toSorted((a, b) => (a.group < b.group ? 1 : -1))).toEqual(
      groups.map((group) => ({ ...group, firstStart })),
    );
  });

  test('the portfolios of which a customer’s trades were delivered are found, and no others', async () => {
    const { here, there } = handles;
    const [customer, other] = [await addedCustomer(here), await addedCustomer(here)];
    for (const retailer of ['a', 'b', 'a']) await addTrades(here, customer.id, retailer);
    await addTrades(here, other.id, 'c');
    const found = await there.customerRecords.tradedPortfolios(customer.id);
    const names = found.map(({ user, retailer }) => `${user} ${retailer}`);
    expect(names.toSorted(compareCodePoints)).toEqual(['user a', 'user b']);
    expect(await there.customerRecords.tradedPortfolios('no id')).toEqual([]);
  });

  test('the settings of the portfolios of one customer are paged through', async () => {
    const { here, there } = handles;
    const [{ id }, { id: other }] = [await addedCustomer(here), await addedCustomer(here)];
    const settings = { ...DEFAULT_PORTFOLIO_SETTINGS, groups: [{ group: 'sur', ends: null }] };
    const put = (owner: string, user: string, retailer: string) =>
      here.energySettings.putPortfolio(owner, { user, retailer }, settings, anEntry());
    for (const retailer of ['b', 'a', 'c']) await put(id, 'user', retailer);
    await put(other, 'user', 'd');
    const { customerRecords } = there;
    const pages = [
      await customerRecords.portfolioSettings(id, { offset: 0, limit: 2 }),
      await customerRecords.portfolioSettings(id, { offset: 2, limit: 2 }),
    ];
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    const found = pages.flat().toSorted((a, b) => (a.retailer < b.retailer ? -1 : 1));
    expect(found).toEqual(
      ['a', 'b', 'c'].map((retailer) => ({ user: 'user', retailer, settings })),
    );
  });

  test.each(UNKNOWN_IDS)('an unknown customer has no records: %s', async (_, id) => {
    const { customerRecords } = handles.here;
    expect(await customerRecords.purchaseIds(id, 1)).toEqual([]);
    expect(await customerRecords.settings(id, { offset: 0, limit: 1 })).toEqual([]);
    expect(await customerRecords.consumptions(id)).toEqual([]);
    expect(await customerRecords.portfolioSettings(id, { offset: 0, limit: 1 })).toEqual([]);
    expect(await customerRecords.removeSome(id, 'purchases', 1, () => anEntry())).toBe(0);
    expect(await customerRecords.remove(id, anEntry())).toBe(false);
  });
}

function removing(handles: TwoHandles): void {
  test.each(CUSTOMER_RECORDS)(
    'removing deletes %s of one customer, at most as many as requested',
    async (kind) => {
      const { here, there } = handles;
      const [customer, other] = [await addedCustomer(here), await addedCustomer(here)];
      await addEverything(here, customer);
      await addEverything(here, other);
      const untouched = await stateOf(there, other);
      const before = (await stateOf(there, customer))[kind];
      expect(before.length).toBeGreaterThan(1);
      const entries: AuditEntry[] = [];
      const entryOf = (count: number) => {
        entries.unshift(anEntry({ customerId: customer.id, subject: `${count}` }));
        return entries[0] as AuditEntry;
      };
      const removeSome = (limit: number) =>
        here.customerRecords.removeSome(customer.id, kind, limit, entryOf);
      expect(await removeSome(1)).toBe(1);
      expect((await stateOf(there, customer))[kind]).toHaveLength(before.length - 1);
      expect(await removeSome(9)).toBe(before.length - 1);
      expect((await stateOf(there, customer))[kind]).toEqual([]);
      expect(await removeSome(9)).toBe(0);
      expect(entries.map(({ subject }) => subject)).toEqual([`${before.length - 1}`, '1']);
      expect(await there.audit.list({ customerId: customer.id, limit: 9 })).toEqual(entries);
      expect(await stateOf(there, other)).toEqual(untouched);
    },
  );

  test('removing a customer deletes all that is left of it, and keeps its audit entries', async () => {
    const { here, there } = handles;
    const [customer, other] = [await addedCustomer(here), await addedCustomer(here)];
    const { sessionDigest, purchaseId } = await addEverything(here, customer);
    await addEverything(here, other);
    const untouched = await stateOf(there, other);
    const { id: customerId } = customer;
    const earlier = anEntry({ customerId, subject: 'before' });
    await here.audit.record([earlier]);
    const entry = anEntry({ action: 'customer.remove', customerId, at: later(1) });
    expect(await here.customerRecords.remove(customerId, entry)).toBe(true);
    expect(await there.customers.get(customerId)).toBeUndefined();
    const none = Object.fromEntries(CUSTOMER_RECORDS.map((kind) => [kind, []]));
    expect(await stateOf(there, customer)).toEqual(none);
    expect(await there.consoleSessions.find(sessionDigest)).toBeUndefined();
    expect(await there.purchases.series(purchaseId)).toBeUndefined();
    expect(await there.audit.list({ customerId, limit: 9 })).toEqual([entry, earlier]);
    expect(await stateOf(there, other)).toEqual(untouched);
    expect(await here.customerRecords.remove(customerId, entry)).toBe(false);
  });
}

/** Two of each kind of record at least. */
async function addEverything(stores: Stores, { id: customerId }: Customer) {
  const plants = [
    await addedPlant(stores, { customerId }),
    await addedPlant(stores, { customerId }),
  ];
  const keys = [aKey(customerId), aKey(customerId)];
  const sessionDigest = crypto.randomUUID();
  for (const key of keys) await stores.keys.add(key, anEntry());
  for (const plant of plants) await addedUnavailability(stores, {}, plant);
  for (const plant of plants) await addUpload(stores, plant);
  await addMeasurements(stores, customerId, aGroup('2.0TD'));
  await addTrades(stores, customerId, 'retailer');
  for (const portfolio of DEVIATIONS) {
    const along = { computedFrom: 'x', deliveries: [] };
    await stores.deviations.publish(customerId, portfolio, [], along);
  }
  for (const { id: plantId } of plants) {
    await addMeasurements(stores, customerId, { kind: 'production', plantId });
    const run = { start: Date.parse('2026-07-01T00:00:00Z'), step: 60, microMw: [1] } as const;
    const version = { plantId, file: 'f', knownAt: later(1), runs: [run] };
    await stores.deliveredForecasts.record(customerId, [version]);
  }
  const session = { digest: sessionDigest, keyId: keys[0]?.id ?? '', createdAt: later(0) };
  await stores.consoleSessions.begin({ ...session, expiresAt: later(HOUR_MS) }, anEntry());
  for (let i = 0; i < 2; i += 1) {
    const webhook = await addedWebhook(stores, { customerId });
    await addedDeliveries(stores, webhook, [{}]);
    await stores.strategies.put({ customerId, user: 'user', retailer: `${i}` }, [], anEntry());
    const portfolio = { user: 'user', retailer: `${i}` };
    const settings = DEFAULT_PORTFOLIO_SETTINGS;
    await stores.energySettings.putPortfolio(customerId, portfolio, settings, anEntry());
    await addBacktest(stores, customerId);
  }
  const purchase = aPurchase(customerId);
  await stores.purchases.add(purchase, '[1]', { entry: anEntry() });
  const prices = stores.prices.seenBy(customerId);
  for (const day of ['2026-01-01', '2026-01-02']) {
    await prices.putPredictions([aPrediction(Date.parse(day))], anEntry());
    await prices.putRealised([aDay(day)], anEntry());
    const deviations = { date: day, stepMinutes: 60, short: [1], long: [1] };
    await stores.imbalance.seenBy(customerId).putSynthetic([deviations], later(0));
  }
  return { sessionDigest, purchaseId: purchase.id };
}

async function addUpload(
  stores: Stores,
  plant: Awaited<ReturnType<typeof addedPlant>>,
): Promise<void> {
  const id = crypto.randomUUID();
  const { customerId, name } = plant;
  const file = { fileName: 'a.csv', key: `a/${id}.csv`, digest: id, mode: 'add', rows: 1 } as const;
  const upload = { id, customerId, ...file, plants: [name], uploadedAt: later(1), by: 'key k' };
  const hour = { start: '2026-07-01T00:00:00Z', end: '2026-07-01T01:00:00Z' };
  const brought = anUnavailability(plant, { ...hour, updatedAt: upload.uploadedAt });
  await stores.uploads.record(upload, [brought], undefined, anEntry());
}

function aGroup(group: string): ConsumptionSeries {
  return { kind: 'consumption', user: 'user', retailer: 'retailer', group };
}

/** An hour of a series, in a file. */
async function addMeasurements(
  stores: Stores,
  customerId: string,
  series: MeasuredSeries,
): Promise<void> {
  const id = crypto.randomUUID();
  const { kind } = series;
  const portfolio = kind === 'consumption' ? series : undefined;
  const file = { fileName: 'a.csv', key: `a/${id}.csv`, digest: id, rows: 1, series: ['a'] };
  const span = { from: later(0), to: later(HOUR_MS), uploadedAt: later(HOUR_MS) };
  const upload = { id, customerId, kind, portfolio, ...file, ...span, by: 'key k' };
  const start = Date.parse('2026-07-01T00:00:00Z');
  const values = [{ series, runs: [{ start, step: 60, microMw: [1] } as const] }];
  await stores.measurements.record(
    { customerId, deliveredAt: later(1), upload },
    values,
    anEntry(),
  );
}

/** An hour of two days of a portfolio. */
async function addTrades(stores: Stores, customerId: string, retailer: string): Promise<void> {
  const days = ['2026-07-01', '2026-07-02'].map((day) => {
    const start = Date.parse(`${day}T10:00:00Z`);
    const trade = { start, minutes: 60, microMw: 1, price: 1 } as const;
    return { session: 'MD', day, trades: [trade] } as const;
  });
  const delivery = { customerId, portfolio: { user: 'user', retailer }, deliveredAt: later(1) };
  await stores.trades.record(delivery, days, anEntry());
}

async function addBacktest(stores: Stores, customerId: string): Promise<void> {
  const id = crypto.randomUUID();
  const owner = { customerId, user: 'user', retailer: 'retailer' };
  const days = { from: '2026-01-01', to: '2026-01-02' };
  const request = { id, ...owner, ...days, settings: [], settingsVersion: null, series: null };
  await stores.backtests.add({ ...request, createdAt: later(0) }, 9, anEntry());
  backtests.set(customerId, [...(backtests.get(customerId) ?? []), id]);
}

/** Those that were added, by customer: a store does not list them. */
const backtests = new Map<string, readonly string[]>();

const PRODUCTION = { kind: 'production' } as const;
const PORTFOLIO = { kind: 'consumption', user: 'user', retailer: 'retailer' } as const;

const DEVIATIONS = ['a', 'b'].map((retailer) => ({ user: 'user', retailer }));

/** What the portfolios were computed from. */
async function publishedOf({ deviations }: Stores, customerId: string): Promise<string[]> {
  const found = DEVIATIONS.map((portfolio) => deviations.computedFrom(customerId, portfolio));
  return (await Promise.all(found)).filter((each) => each !== undefined);
}

/** What the stores find of each kind. */
async function stateOf(
  stores: Stores,
  { id }: Customer,
): Promise<Record<CustomerRecord, readonly unknown[]>> {
  const prices = stores.prices.seenBy(id);
  const webhooks = await stores.webhooks.list(id);
  const messages = webhooks.map((webhook) => stores.webhooks.deliveries(webhook.id, 9));
  const from = Date.parse('2026-01-01');
  const plants = await all(stores.plants.list(id));
  const plantIds = plants.map((plant) => plant.id);
  const found = (backtests.get(id) ?? []).map((each) => {
    return stores.backtests.get({ customerId: id, user: 'user' }, each);
  });
  return {
    keys: await stores.keys.list(id),
    messages: (await Promise.all(messages)).flat(),
    webhooks,
    purchases: await stores.customerRecords.purchaseIds(id, 9),
    outage_uploads: await all(stores.uploads.list(id, { offset: 0 })),
    unavailabilities: await all(stores.unavailabilities.list(id, undefined, { offset: 0 })),
    measurement_uploads: [
      ...(await all(stores.fileUploads.list(id, PRODUCTION, { offset: 0 }))),
      ...(await all(stores.fileUploads.list(id, PORTFOLIO, { offset: 0 }))),
    ],
    measured_series: [
      ...(await stores.measurements.states(id, { ...PRODUCTION, plantIds })),
      ...(await stores.measurements.states(id, PORTFOLIO)),
    ],
    traded_days: await stores.trades.executed(id, PORTFOLIO, '2026-07-01', '2026-07-02'),
    deviations: await publishedOf(stores, id),
    portfolio_settings: await stores.customerRecords.portfolioSettings(id, {
      offset: 0,
      limit: 9,
    }),
    delivered_forecasts: await stores.deliveredForecasts.states(id, plantIds),
    plants,
    strategy_versions: await stores.customerRecords.settings(id, { offset: 0, limit: 9 }),
    backtests: (await Promise.all(found)).filter((each) => each !== undefined),
    predictions: await all(prices.predictions(MARKET, from, from + 9 * 24 * HOUR_MS)),
    realised_prices: await all(prices.realised(MARKET, '2026-01-01', '2026-01-02')),
    imbalance_prices: await all(stores.imbalance.seenBy(id).prices('2026-01-01', '2026-01-02')),
  };
}
