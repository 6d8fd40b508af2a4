import type { Plant } from '@solano/domain/assets';
import {
  aChange,
  anEntry,
  anUnavailability,
  aPlant,
  aPurchase,
  INSTANT,
  SOURCE,
} from '@solano/domain/contracts';
import { LEVELS, plantPlace } from '@solano/domain/forecasting';
import { MINUTE_MS } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import {
  MemoryAuditLog,
  MemoryCustomerRecords,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryDeliveredForecastStore,
  MemoryDeviationStore,
  MemoryEnergySettingsStore,
  MemoryEvaluationStore,
  MemoryFileUploadStore,
  MemoryKeyStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryOutageUploadStore,
  MemoryOwnForecastStore,
  MemoryPlanStore,
  MemoryPlantStore,
  MemoryPurchaseStore,
  MemoryStrategyStore,
  MemoryTradeStore,
  MemoryUnavailabilityStore,
  MemoryWeatherStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { type ExportTarget, exportCustomer, type RecordText } from './export.ts';
import type { CustomerRecords } from './records.ts';
import { endAccess, hasAccess, removeCustomer } from './remove.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const SERIES =
  '[ {"purchase":1.10,\r\n "at":12345678901234567890, "datetime":"2026-11-24 12:00"} ]';
const MODEL = {
  idmodel: 1,
  cost: '201/4',
  saved: '0/1',
  worstDecileCost: '61/3',
  energy: { MD: '3/2' },
};
const FIGURES = { models: [{ ...MODEL, missing: [] }], gates: [], inputs: {}, cancelled: [] };

function openedStores() {
  const database = new MemoryDatabase();
  const stores = {
    customers: new MemoryCustomerStore(database),
    customerRecords: new MemoryCustomerRecords(database),
    keys: new MemoryKeyStore(database),
    webhooks: new MemoryWebhookStore(database),
    plants: new MemoryPlantStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    uploads: new MemoryOutageUploadStore(database),
    measurements: new MemoryMeasurementStore(database),
    fileUploads: new MemoryFileUploadStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    weather: new MemoryWeatherStore(database),
    trades: new MemoryTradeStore(database),
    deviations: new MemoryDeviationStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    strategies: new MemoryStrategyStore(database),
    purchases: new MemoryPurchaseStore(database),
    evaluations: new MemoryEvaluationStore(database),
    decisions: new MemoryDecisionStore(database),
    plans: new MemoryPlanStore(database),
    audit: new MemoryAuditLog(database),
  };
  return { ...stores, objects: new MemoryObjectStore(), digest: () => '', clock: () => NOW };
}

type Deps = ReturnType<typeof openedStores>;

/** Two customers with data: the one that is removed, and another. */
async function opened() {
  const deps = openedStores();
  const customer = await addCustomerWithData(deps, 'Norte & Sur');
  return { deps, customer, other: await addCustomerWithData(deps, 'Norte') };
}

async function addCustomerWithData(deps: Deps, name: string): Promise<Customer> {
  const id = crypto.randomUUID();
  const customer: Customer = { id, name, folder: name, permissions: [] };
  await deps.customers.add(customer, anEntry({ customerId: id, subject: name }));
  const key = {
    id: `key${id}`,
    customerId: id,
    label: 'billing',
    digest: 'DIGEST',
    createdAt: NOW,
  };
  const valid = { scopes: ['read'], expiresAt: null, revokedAt: null, lastUsedAt: null } as const;
  await deps.keys.add({ ...key, ...valid }, anEntry());
  const secrets = { secret: 'SECRET', previousSecret: { secret: 'SECRET', until: NOW } };
  const webhook = { id: `w${id}`, customerId: id, url: 'https://x.example/', ...secrets };
  const events = { events: ['purchase.completed'], gateClosingMinutes: 60 } as const;
  const used = { ...events, createdAt: NOW, disabledAt: null };
  await deps.webhooks.add({ ...webhook, ...used }, anEntry());
  const owner = { customerId: id, user: 'ana', retailer: 'acme' };
  await deps.strategies.put(owner, [{ idmodel: 6, enabled: true, parameters: {} }], anEntry());
  await addCompletedPurchase(deps, id);
  const folder = encodeURIComponent(name);
  await deps.objects.put(`${folder}/forecasts/2026/11/22/a.csv`, new Uint8Array([1, 2]), '');
  await deps.objects.put(`${folder}/b.csv`, new Uint8Array([3]), '');
  return customer;
}

async function addCompletedPurchase({ purchases, decisions, plans }: Deps, customerId: string) {
  const purchase = aPurchase(customerId);
  const outputs = [{ idmodel: 1, json: '{"idmodel":1.0}' }];
  // 50 EUR/MWh over an hour.
  const prices = '{"MD":[3000000]}';
  const figures = { figures: JSON.stringify(FIGURES), prices, deliveredAt: NOW.toISOString() };
  await purchases.add(purchase, SERIES, { entry: anEntry() });
  await purchases.update(purchase.id, (present) =>
    aChange(present, { status: 'completed', outputs, evaluation: figures }),
  );
  const decision = { idmodel: 1, note: 'cheapest', decidedAt: NOW, decidedBy: 'key k' };
  await decisions.add(purchase.id, decision, { entry: anEntry(), deliveries: [] });
  const outcome = { bids: [], result: null, executed: null };
  const stage = { date: '2026-11-24', session: 'MD', revision: 1, madeAt: NOW, basis: '' } as const;
  await plans.save(
    purchase.id,
    { after: 0, computedFrom: '', superseded: [], stages: [{ ...stage, ...outcome }] },
    [],
  );
}

/** By the names of the domain. */
const recordText: RecordText = (record, texts = {}) => {
  const embedded = Object.entries(texts).map(([name, text]) => `,"${name}":${text}`);
  return `${JSON.stringify(record).slice(0, -1)}${embedded.join('')}}`;
};

const evaluationJson = (evaluation: object) => evaluation;

/** Keeps the files of an export by their paths, and looks into them. */
class Files implements ExportTarget {
  readonly #files = new Map<string, Buffer>();

  async write(path: readonly string[], content: AsyncIterable<string | Uint8Array>): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(Buffer.from(chunk));
    this.#files.set(path.join('/'), Buffer.concat(chunks));
  }

  get names(): string[] {
    return [...this.#files.keys()];
  }

  text(name: string): string {
    return String(this.#files.get(name));
  }

  json(name: string): unknown {
    return JSON.parse(this.text(name));
  }

  /** The records of a file with one on each line. */
  lines(name: string): unknown[] {
    const lines = this.text(name).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

async function exported(deps: Deps, customer: Customer): Promise<Files> {
  const files = new Files();
  await exportCustomer({ ...deps, recordText, evaluationJson, target: files }, customer);
  return files;
}

test('the export has everything of a customer, without digests of keys and secrets of webhooks', async () => {
  const { deps, customer } = await opened();
  const files = await exported(deps, customer);
  expect(files.names).toEqual([
    'customer.json',
    'keys.json',
    'webhooks.json',
    'plants.json',
    'unavailabilities.json',
    'superseded-unavailabilities.jsonl',
    'outage-uploads.json',
    'measurement-uploads.json',
    'production.jsonl',
    'consumption.jsonl',
    'delivered-forecasts.jsonl',
    'own-forecasts.jsonl',
    'weather.jsonl',
    'trade-uploads.json',
    'trades.jsonl',
    'deviations.jsonl',
    'plant-settings.json',
    'portfolio-settings.json',
    'strategies.json',
    'purchases.jsonl',
    'audit.jsonl',
    'files/b.csv',
    'files/forecasts/2026/11/22/a.csv',
  ]);
  expect(files.json('customer.json')).toMatchObject({ id: customer.id, name: 'Norte & Sur' });
  expect(files.json('keys.json')).toMatchObject([{ label: 'billing', revokedAt: null }]);
  expect(files.json('webhooks.json')).toMatchObject([{ url: 'https://x.example/' }]);
  expect(files.json('plants.json')).toEqual([]);
  expect(files.json('strategies.json')).toMatchObject([{ user: 'ana', version: 1 }]);
  expect(files.text('files/forecasts/2026/11/22/a.csv')).toBe('\u0001\u0002');
  expect(JSON.parse(files.text('audit.jsonl'))).toMatchObject({ subject: 'Norte & Sur' });
  for (const name of files.names) expect(files.text(name)).not.toMatch(/DIGEST|SECRET/);
});

test('the export has a purchase with all that belongs to it, and with the numbers as submitted', async () => {
  const { deps, customer } = await opened();
  const files = await exported(deps, customer);
  const text = files.text('purchases.jsonl');
  expect(text).toContain(`"purchase":${SERIES}`);
  expect(text).toContain('"strategyOutput":[{"idmodel":1.0}]');
  expect(JSON.parse(text)).toMatchObject({
    status: 'completed',
    history: [{ status: 'pending' }, { status: 'completed' }],
    decisions: [{ note: 'cheapest', decidedBy: 'key k' }],
    plan: [{ date: '2026-11-24', session: 'MD', bids: [] }],
    evaluation: {
      evaluated_at: expect.any(String) as string,
      models: [
        { expectedCost: '50.25', worstDecileCost: '20.33', mwh: { MD: 1.5 }, realised: null },
      ],
      prices: { MD: ['50.000'] },
    },
  });
});

test('the export has what unavailabilities said before they were removed', async () => {
  const { deps, customer } = await opened();
  const plant = { ...aPlant(customer.id), name: 'MUXIA' };
  await deps.plants.add(plant, anEntry());
  const record = anUnavailability(plant);
  await deps.unavailabilities.add(record, anEntry());
  await deps.unavailabilities.remove(customer.id, record.id, anEntry({ at: NOW }));
  const files = await exported(deps, customer);
  expect(JSON.parse(files.text('superseded-unavailabilities.jsonl'))).toEqual({
    plantId: 'MUXIA',
    startTimeUtc: '2026-10-25T00:30:00.000Z',
    endTimeUtc: '2026-10-25T01:30:00.000Z',
    availablePowerMw: 12.5,
    availabilityType: 'CURTAILMENT',
    recordedAt: INSTANT.toISOString(),
    supersededAt: NOW.toISOString(),
  });
});

describe('the measured energy, forecasts and weather of a customer', () => {
  const start = Date.parse('2025-01-01T00:00:00Z');
  const startUtc = '2025-01-01T00:00:00.000Z';
  const portfolio = { user: 'ana', retailer: 'acme' };
  const group = { ...portfolio, group: '2.0TD' };
  const settings = { knownAfterMinutes: 9, losses: [{ from: '2026-01-01', percent: '5' }] };
  const location = { groups: [], region: 'ES-MD', place: { lat: 40.42, lon: -3.7 } } as const;
  const delivered = { deliveredAt: NOW.toISOString(), takenBackAt: null };
  /** More than are read in one piece. */
  const FORECASTS = 101;

  /** A customer with a plant and a portfolio that have values of each kind, and another customer. */
  async function openedWithEnergy() {
    const { deps, customer, other } = await opened();
    const plant = { ...aPlant(customer.id), name: 'MUXIA' };
    await deps.plants.add(plant, anEntry());
    await addMeasurements(deps, plant);
    await addForecasts(deps, plant);
    await addSettings(deps, plant);
    return { deps, customer, other, plant };
  }

  async function addMeasurements({ measurements }: Deps, { customerId, id: plantId }: Plant) {
    const delivery = { customerId, deliveredAt: NOW };
    const runs = [
      { start, step: 15, microMw: [1_500_000, 0] },
      { start: Date.parse('2026-11-01T00:00:00Z'), step: 15, microMw: [1] },
    ] as const;
    const produced = [{ series: { kind: 'production', plantId }, runs }] as const;
    await measurements.record(delivery, produced, anEntry());
    const names = { id: 'u1', customerId, kind: 'consumption', portfolio, by: 'key k' } as const;
    const file = { fileName: 'a.csv', key: 'k', digest: 'd', rows: 1, series: ['2.0TD'] };
    const upload = { ...names, ...file, from: NOW, to: NOW, uploadedAt: NOW };
    const series = { kind: 'consumption', ...group } as const;
    const consumed = [{ series, runs: [{ start, step: 15, microMw: [2_000_000] }] }] as const;
    await measurements.record({ ...delivery, upload }, consumed, anEntry());
  }

  async function addForecasts(deps: Deps, { customerId, id: plantId }: Plant) {
    const run = { start, step: 60, microMw: [3_000_000, -1] } as const;
    const version = { plantId, file: 'f', knownAt: NOW, runs: [run] };
    await deps.deliveredForecasts.record(customerId, [version]);
    const issue = { source: 'file', issuedAt: start, knownAt: NOW.getTime() };
    const fields = { wind_speed_100m: Float64Array.of(7.2, Number.NaN) };
    await deps.weather.record(plantPlace(plantId), [{ ...issue, start, fields }], NOW);
    const own = Array.from({ length: FORECASTS }, (_, minute) => ({
      plantId,
      knownAt: new Date(NOW.getTime() - minute * MINUTE_MS),
      method: 'learned' as const,
      weather: { source: 'file', issuedAt: new Date(start) },
      start,
      installedMicroMw: 10_000_000,
      shares: Uint16Array.from({ length: 2 * LEVELS.length }, (_, i) => i),
    }));
    await deps.ownForecasts.record(customerId, own, NOW);
  }

  async function addSettings({ energySettings }: Deps, { customerId, id }: Plant) {
    await energySettings.putPlant(customerId, id, { knownAfterMinutes: 5 }, anEntry());
    const all = { ...settings, ...location };
    await energySettings.putPortfolio(customerId, portfolio, all, anEntry());
  }

  test('the export has every revision of production and consumption, and their files', async () => {
    const { deps, customer } = await openedWithEnergy();
    const files = await exported(deps, customer);
    const produced = { plantId: 'MUXIA', minutes: 15, ...delivered };
    expect(files.lines('production.jsonl')).toEqual([
      { ...produced, startUtc, mw: [1.5, 0] },
      { ...produced, startUtc: '2026-11-01T00:00:00.000Z', mw: [0.000001] },
    ]);
    expect(files.lines('consumption.jsonl')).toEqual([
      { ...group, startUtc, minutes: 15, mw: [2], ...delivered },
    ]);
    expect(files.json('measurement-uploads.json')).toMatchObject([{ id: 'u1', fileName: 'a.csv' }]);
  });

  test('the export has the delivered forecasts of a plant, and the weather imported for it', async () => {
    const { deps, customer } = await openedWithEnergy();
    const files = await exported(deps, customer);
    const known = { plantId: 'MUXIA', knownAt: NOW.toISOString(), startUtc };
    expect(files.lines('delivered-forecasts.jsonl')).toEqual([
      { ...known, minutes: 60, mw: [3, -0.000001] },
    ]);
    expect(files.lines('weather.jsonl')).toEqual([
      { ...known, source: 'file', issuedAt: startUtc, fields: { wind_speed_100m: [7.2, null] } },
    ]);
  });

  test('the export has all of the service’s own forecasts, with their quantiles', async () => {
    const { deps, customer } = await openedWithEnergy();
    const forecasts = (await exported(deps, customer)).lines('own-forecasts.jsonl');
    expect(forecasts).toHaveLength(FORECASTS);
    expect(forecasts[0]).toMatchObject({
      plantId: 'MUXIA',
      knownAt: NOW.toISOString(),
      method: 'learned',
      weatherSource: 'file',
      weatherIssuedAt: startUtc,
      startUtc,
      minutes: 60,
      installedMw: 10,
      quantiles: { p1: [0, 0.19], p99: [0.18, 0.37] },
    });
    const first = new Date(NOW.getTime() - (FORECASTS - 1) * MINUTE_MS);
    expect(forecasts.at(-1)).toMatchObject({ knownAt: first.toISOString() });
  });

  test('the export has the settings of plants and of portfolios', async () => {
    const { deps, customer } = await openedWithEnergy();
    const files = await exported(deps, customer);
    expect(files.json('plant-settings.json')).toEqual([{ plantId: 'MUXIA', knownAfterMinutes: 5 }]);
    expect(files.json('portfolio-settings.json')).toEqual([
      { ...portfolio, ...settings, ...location },
    ]);
  });

  test('the export of another customer has none of its values and settings', async () => {
    const { deps, other } = await openedWithEnergy();
    const files = await exported(deps, other);
    const names = ['production', 'consumption', 'delivered-forecasts', 'own-forecasts', 'weather'];
    for (const name of names) expect(files.text(`${name}.jsonl`)).toBe('');
    for (const name of ['plant', 'portfolio']) {
      expect(files.json(`${name}-settings.json`)).toEqual([]);
    }
  });

  test('removing a customer deletes its measurements, forecasts, settings and weather', async () => {
    const { deps, customer, plant } = await openedWithEnergy();
    expect(await removeCustomer(deps, SOURCE, customer)).toMatchObject({
      measured_series: 2,
      measurement_uploads: 1,
      delivered_forecasts: 1,
      portfolio_settings: 1,
      plants: 1,
    });
    expect(await deps.weather.states([plantPlace(plant.id)])).toEqual([]);
  });
});

test('the export has every delivery of executed trades, and their files', async () => {
  const { deps, customer, other } = await opened();
  const { id: customerId } = customer;
  const portfolio = { user: 'ana', retailer: 'acme' };
  const start = Date.parse('2026-11-22T10:00:00Z');
  const trade = { start, minutes: 15, microMw: -1_500_000, price: 61_250 } as const;
  const days = [{ session: 'MIC', day: '2026-11-22', trades: [trade] }] as const;
  const names = { id: 'u1', customerId, kind: 'trades', portfolio, by: 'key k' } as const;
  const file = { fileName: 'a.csv', key: 'k', digest: 'd', rows: 1, series: ['MIC'] };
  const upload = { ...names, ...file, from: NOW, to: NOW, uploadedAt: NOW };
  const delivery = { customerId, portfolio, deliveredAt: NOW };
  await deps.trades.record(delivery, days, anEntry());
  await deps.trades.record({ ...delivery, upload }, days, anEntry());
  const files = await exported(deps, customer);
  expect(files.json('trade-uploads.json')).toMatchObject([{ id: 'u1', fileName: 'a.csv' }]);
  const line = {
    ...portfolio,
    session: 'MIC',
    day: '2026-11-22',
    deliveredAt: NOW.toISOString(),
    takenBackAt: null,
    trades: [
      {
        start: '2026-11-22T10:00:00.000Z',
        minutes: 15,
        mw: -1.5,
        price: 61.25,
      },
    ],
  };
  expect(files.lines('trades.jsonl')).toEqual([line, line]);
  const removed = await removeCustomer(deps, SOURCE, customer);
  expect(removed).toMatchObject({ traded_days: 2, measurement_uploads: 1 });
  const others = await exported(deps, other);
  expect(others.text('trades.jsonl')).toBe('');
});

test('the keys of the customer are revoked, each with its entry, and those of others are not', async () => {
  const { deps, customer, other } = await opened();
  await endAccess(deps, SOURCE, customer);
  await endAccess(deps, SOURCE, customer);
  expect(await hasAccess(deps, customer)).toBe(false);
  expect(await hasAccess(deps, other)).toBe(true);
  const query = { customerId: customer.id, action: 'key.revoke', limit: 9 } as const;
  expect(await deps.audit.list(query)).toMatchObject([{ subject: `key${customer.id}` }]);
});

test.each(['market', 'Weather'])(
  'removing a customer leaves the service’s objects where the customer has its folder: %s',
  async (name) => {
    const deps = openedStores();
    const customer = await addCustomerWithData(deps, name);
    const served = [`${name}/omie/marginalpdbc_20261122.1`, `${name}/forecasts.txt`];
    for (const key of served) await deps.objects.put(key, new Uint8Array([1]), '');
    const files = await exported(deps, customer);
    expect(files.names.filter((each) => each.startsWith('files/'))).toEqual([
      'files/forecasts/2026/11/22/a.csv',
    ]);
    expect(await removeCustomer(deps, SOURCE, customer)).toMatchObject({ files: 1 });
    for (const key of [...served, `${name}/b.csv`]) {
      expect(await deps.objects.get(key)).toBeDefined();
    }
    expect(await deps.objects.get(`${name}/forecasts/2026/11/22/a.csv`)).toBeUndefined();
  },
);

test('removing a customer deletes its objects, and no data of another', async () => {
  const { deps, customer, other } = await opened();
  const before = await exported(deps, other);
  const removed = await removeCustomer(deps, SOURCE, customer);
  const some = { keys: 1, webhooks: 1, purchases: 1, strategy_versions: 1, files: 2 };
  expect(removed).toMatchObject({ ...some, plants: 0 });
  expect(await deps.customers.get(customer.id)).toBeUndefined();
  const keys: unknown[] = [];
  for await (const entry of deps.objects.list('')) keys.push(entry);
  expect(keys).toEqual([{ folder: 'Norte/' }]);
  const query = { customerId: customer.id, limit: 1 };
  expect(await deps.audit.list(query)).toEqual([
    {
      ...SOURCE,
      at: NOW,
      action: 'customer.remove',
      customerId: customer.id,
      subject: 'Norte & Sur',
    },
  ]);
  const after = await exported(deps, other);
  expect(after).toEqual(before);
});

test('an interrupted removal is completed by a repetition, and its parts are in the audit log', async () => {
  const { deps, customer } = await opened();
  const { customerRecords } = deps;
  const breaking: CustomerRecords = {
    purchaseIds: (...args) => customerRecords.purchaseIds(...args),
    consumptions: (...args) => customerRecords.consumptions(...args),
    settings: (...args) => customerRecords.settings(...args),
    tradedPortfolios: (...args) => customerRecords.tradedPortfolios(...args),
    portfolioSettings: (...args) => customerRecords.portfolioSettings(...args),
    remove: (...args) => customerRecords.remove(...args),
    async removeSome(id, kind, ...rest) {
      if (kind === 'plants') throw new Error('broken off');
      return customerRecords.removeSome(id, kind, ...rest);
    },
  };
  const broken = removeCustomer({ ...deps, customerRecords: breaking }, SOURCE, customer);
  await expect(broken).rejects.toThrow('broken off');
  expect(await deps.customers.get(customer.id)).toEqual(customer);
  expect(await removeCustomer(deps, SOURCE, customer)).toMatchObject({ purchases: 0, files: 2 });
  const query = { customerId: customer.id, action: 'customer.remove', limit: 9 } as const;
  const entries = await deps.audit.list(query);
  expect(entries.map(({ subject }) => subject)).toEqual([
    'Norte & Sur',
    'Norte & Sur: 1 strategy_versions',
    'Norte & Sur: 1 purchases',
    'Norte & Sur: 1 webhooks',
    'Norte & Sur: 1 keys',
  ]);
});
