// The data set of a measurement: its database and its object folder.

import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { PLANT_DEFAULTS } from '@solano/domain/assets';
import { anEntry, SOURCE } from '@solano/domain/contracts';
import {
  listStrategies,
  type PurchaseStore,
  readSeries,
  runModels,
  type SeriesItem,
} from '@solano/domain/desk';
import { HOUR_MS, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import { SESSIONS, type Session } from '@solano/domain/market';
import { type AuditEntry, addCustomer, issueKey, setPermission } from '@solano/domain/service';
import { HighsLinearSolver } from '@solano/highs';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import pg from 'pg';
import { series } from './load.ts';

type Stores = ReturnType<typeof postgresStores>;

/** Paths and names of the data set. */
export interface DataSet {
  readonly key: string;
  readonly customerId: string;
  readonly user: string;
  /** The plant whose unavailabilities are listed. */
  readonly plant: string;
  /** A completed purchase with outputs of three models. */
  readonly purchaseId: string;
}

const NAME = 'bench';
const PLANTS = 50;
const UNAVAILABILITIES = 100;
const UNAVAILABILITIES_OF_OTHERS = 20;
const FORECAST_PLANTS = 20;
const FORECAST_ROWS = 240;
const FORECAST_FILES = 3;
/** Purchases that are added in one statement. */
const CONCURRENCY = 50_000;
/** Whole days, so that every quarter has a label of its own. */
const FIRST_DATE = '2026-11-23';
const MARKET = 'md_pdbc_spain';

/** A minute apart, the newest of now, each with series, an output and history. */
const ADD_COMPLETED = `
  WITH added AS (
    INSERT INTO purchase
      (id, customer_id, "user", retailer, status, error, rows, created_at, updated_at)
    SELECT gen_random_uuid(), $1, $2, 'retailer', 'completed', '', 24, at, at
    FROM (SELECT now() - n * interval '1 minute' AS at FROM generate_series(1, $3::int) AS n) AS t
    RETURNING id, created_at
  ), submitted AS (
    INSERT INTO purchase_series (purchase_id, json) SELECT id, $4 FROM added
  ), computed AS (
    INSERT INTO purchase_output (purchase_id, position, idmodel, json)
    SELECT id, 0, 1, '{"idmodel":1,"value":{}}' FROM added
  )
  INSERT INTO purchase_status_change (purchase_id, status, at, source)
  SELECT id, status, created_at, 'submission' FROM added
  CROSS JOIN unnest(ARRAY['pending', 'in_progress', 'completed']) AS status`;

/**
 * Fills an empty database that has been migrated, and the object folder.
 *
 * @param others how many purchases there are besides, so that indexes matter.
 */
export async function buildDataSet(
  databaseUrl: string,
  objects: string,
  others: number,
): Promise<DataSet> {
  await using database = await PostgresDatabase.connect(databaseUrl);
  const stores = postgresStores(database);
  const secrets = new NodeSecrets();
  const clock = () => new Date();
  const { id: customerId } = await addCustomer(
    { ...stores, newId: randomUUID, clock },
    SOURCE,
    NAME,
  );
  await setPermission({ ...stores, clock }, SOURCE, NAME, 'prices', true);
  const { token: key } = await issueKey({ ...stores, secrets, clock }, SOURCE, NAME);
  await addPlants(stores, customerId);
  await addUnavailabilities(stores, customerId);
  const made = { generatedAt: new Date(), origin: 'live', inputsUntil: null } as const;
  await stores.prices.putPrediction({ market: MARKET, ...made, ...dayOfPrices() });
  const purchaseId = await addCompleted(stores, customerId);
  await addPurchases(databaseUrl, { customerId, user: 'somebody else', count: others });
  for (let i = 0; i < FORECAST_PLANTS; i += 1) {
    const folder = forecastFolder(objects, plantName(i));
    await addForecasts(folder, FORECAST_FILES, forecastFile(FORECAST_ROWS, i));
  }
  return { key, customerId, user: NAME, plant: plantName(0), purchaseId };
}

/** Adds purchases of 24 items that are completed, and what belongs to them; then analyses. */
async function addPurchases(
  databaseUrl: string,
  { customerId, user, count }: { customerId: string; user: string; count: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const sent = JSON.stringify(series(24));
    for (let left = count; left > 0; left -= CONCURRENCY) {
      await client.query(ADD_COMPLETED, [customerId, user, Math.min(left, CONCURRENCY), sent]);
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** The folder of a plant's normalized forecasts. */
function forecastFolder(objects: string, plant: string): string {
  return join(objects, NAME, 'normalized', plant);
}

/** Puts so many files with the content into a folder that is new, the newest an hour old. */
async function addForecasts(folder: string, files: number, content: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const newest = Math.floor(Date.now() / 1000) - 3600;
  for (let i = 0; i < files; i += 1) {
    const path = join(folder, `forecast-${String(i).padStart(6, '0')}.csv`);
    await writeFile(path, content);
    await utimes(path, newest, newest - (files - 1 - i));
  }
}

/** A normalized forecast of hours. */
function forecastFile(rows: number, seed: number): string {
  const start = startOfDate(FIRST_DATE);
  const lines = Array.from({ length: rows }, (_, i) => {
    const label = new Date(start + (i + 1) * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
    return `${label};${(1000 * (seed + 1) + i * 7.125).toFixed(3)}`;
  });
  return `;pred\n${lines.join('\n')}\n`;
}

function plantName(index: number): string {
  return `PLANT_${String(index + 1).padStart(4, '0')}`;
}

async function addPlants({ plants }: Stores, customerId: string): Promise<void> {
  for (let i = 0; i < PLANTS; i += 1) {
    const now = new Date();
    await plants.add(
      {
        ...PLANT_DEFAULTS,
        id: randomUUID(),
        customerId,
        name: plantName(i),
        lat: `4${i % 4}.1234567`,
        lon: `-3.${String(i).padStart(7, '0')}`,
        installedCapacityMw: `${10 + i}.500`,
        nominalCapacityMw: `${10 + i}.000`,
        area: 'ES',
        technologyType: i % 2 === 0 ? 'wind' : 'solar',
        lastTrainingCnnAt: '2026-11-01 06:00',
        agrupation: `group ${i % 5}`,
        customerDisplayName: `Plant number ${i + 1}`,
        timezone: 'Europe/Madrid',
        createdAt: now,
        updatedAt: now,
      },
      anEntry(),
    );
  }
}

async function addUnavailabilities(stores: Stores, customerId: string): Promise<void> {
  const records = Array.from({ length: PLANTS }, (_, plant) => {
    const count = plant === 0 ? UNAVAILABILITIES : UNAVAILABILITIES_OF_OTHERS;
    return Array.from({ length: count }, (__, i) => unavailability(customerId, plant, i));
  });
  await stores.unavailabilities.replaceAll(customerId, records.flat(), anEntry());
}

function unavailability(customerId: string, plant: number, index: number) {
  const start = startOfDate(FIRST_DATE) + index * 6 * HOUR_MS;
  const now = new Date();
  const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return {
    id: randomUUID(),
    customerId,
    plantName: plantName(plant),
    start: instant(start),
    end: instant(start + 3 * HOUR_MS),
    availablePowerMw: 2.5 + (index % 10),
    availabilityType: 'UNAVAILABILITY' as const,
    observations: `maintenance of turbine ${index}`,
    sourceUnit: 'kW' as const,
    sourceValue: 2500 + 1000 * (index % 10),
    timezoneSource: 'Europe/Madrid',
    createdAt: now,
    updatedAt: now,
  };
}

function dayOfPrices() {
  const start = startOfDate(FIRST_DATE);
  const ends = Array.from({ length: 96 }, (_, i) => start + (i + 1) * QUARTER_MS);
  return { stepMinutes: 15, ends, prices: ends.map((_, i) => 40_000 + 317 * i) };
}

/** Splits a purchase by models 1, 2 and 3 at synthetic prices, and stores it with the outputs. */
async function addCompleted(stores: Stores, customerId: string): Promise<string> {
  const sent = series(24);
  const items = readSeries(sent);
  const id = randomUUID();
  const now = new Date();
  await stores.purchases.add(
    {
      id,
      customerId,
      user: NAME,
      retailer: NAME,
      status: 'pending',
      error: '',
      rows: items.length,
      requestId: null,
      wasSettled: false,
      createdAt: now,
      updatedAt: now,
    },
    JSON.stringify(sent),
    { entry: entryOf(customerId, id) },
  );
  const outputs = await split(stores, customerId, items);
  const source = 'workflow' as const;
  const entry = entryOf(customerId, id);
  await updateTo(stores.purchases, id, { status: 'completed', error: '', source, outputs, entry });
  return id;
}

/** The audit entry of a synthetic purchase. */
function entryOf(customerId: string, subject: string): AuditEntry {
  const by = { actor: 'service', origin: '', requestId: null };
  return { ...by, at: new Date(), action: 'purchase.submit', customerId, subject };
}

type Change = NonNullable<ReturnType<Parameters<PurchaseStore['update']>[1]>>;

async function updateTo(purchases: PurchaseStore, id: string, change: Omit<Change, 'updatedAt'>) {
  await purchases.update(id, () => ({ ...change, updatedAt: new Date() }));
}

async function split(stores: Stores, customerId: string, items: readonly SeriesItem[]) {
  const owner = { customerId, user: NAME, retailer: NAME };
  const { models: strategies } = await listStrategies(stores.strategies, owner);
  const settings = strategies.map((each) => ({ ...each, enabled: each.idmodel <= 3 }));
  const curves = new Map(SESSIONS.map(({ session }, i) => [session, curveOf(items, i)]));
  const submittedAt = (items[0]?.period.end ?? 0) - 36 * HOUR_MS;
  const history = new Map<Session, never>();
  const inputs = { items, submittedAt, settings, curves, history };
  const { outputs, error } = await runModels(inputs, new HighsLinearSolver());
  if (outputs.length !== 3) throw new Error(`the models give no outputs: ${error}`);
  return outputs.map((model) => ({ idmodel: model.idmodel, json: JSON.stringify(model) }));
}

/** Prices of every quarter of the items, other ones in each session. */
function curveOf(items: readonly SeriesItem[], session: number): Map<number, number> {
  const ends = items.flatMap(({ period: { end, minutes } }) => {
    return Array.from({ length: minutes / 15 }, (_, i) => end - i * QUARTER_MS);
  });
  return new Map(ends.map((end) => [end, 50_000 - 1500 * session + (end % 7919)]));
}
