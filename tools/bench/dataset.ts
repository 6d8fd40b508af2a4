// The data set of a measurement: its database and its object folder.

import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { PLANT_DEFAULTS } from '@solano/domain/assets';
import { anEntry, SOURCE } from '@solano/domain/contracts';
import {
  dateAfter,
  dateAt,
  HOUR_MS,
  labelOf,
  QUARTER_MS,
  startOfDate,
} from '@solano/domain/kernel';
import { addCustomer, issueKey, setPermission } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import pg from 'pg';

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
/** Whole days, so that every quarter has a label of its own. */
const FIRST_DATE = '2026-11-23';
const MARKET = 'md_pdbc_spain';

/** The split of every item by each model, in % by session. */
const SPLITS = [{ MD: 100 }, { MD: 70, MID1: 15, MID2: 10, MID3: 5 }, { MD: 60, MID1: 40 }];

/** A minute apart, the newest of now, each with series, outputs and history. */
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
    SELECT id, n - 1, n, json FROM added
    CROSS JOIN unnest($5::text[]) WITH ORDINALITY AS outputs (json, n)
  )
  INSERT INTO purchase_status_change (purchase_id, status, at, source)
  SELECT id, status, created_at, 'submission' FROM added
  CROSS JOIN unnest(ARRAY['pending', 'in_progress', 'completed']) AS status
  RETURNING purchase_id AS id`;

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
  const owner = { customerId, user: NAME };
  const purchaseId = await addPurchases(databaseUrl, owner, 1, outputsOf(series(24)));
  const somebodyElse = { customerId, user: 'somebody else' };
  await addPurchases(databaseUrl, somebodyElse, others, ['{"idmodel":1,"value":{}}']);
  for (let i = 0; i < FORECAST_PLANTS; i += 1) {
    const folder = forecastFolder(objects, plantName(i));
    await addForecasts(folder, FORECAST_FILES, forecastFile(FORECAST_ROWS, i));
  }
  return { key, customerId, user: NAME, plant: plantName(0), purchaseId };
}

/** Consecutive periods from the day after tomorrow on: hours of a day, or quarter hours where there are more. */
export function series(count: number): { readonly datetime: string; readonly purchase: number }[] {
  const step = count <= 24 ? HOUR_MS : QUARTER_MS;
  const start = startOfDate(dateAfter(dateAt(Date.now()), 2));
  return Array.from({ length: count }, (_, i) => ({
    datetime: labelOf(start + (i + 1) * step),
    purchase: 5 + (i % 7) / 4,
  }));
}

/** Adds purchases of 24 items that are completed, and what belongs to them; then analyses. Returns the id of one. */
async function addPurchases(
  databaseUrl: string,
  { customerId, user }: { readonly customerId: string; readonly user: string },
  count: number,
  outputs: readonly string[],
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const sent = JSON.stringify(series(24));
    const values = [customerId, user, count, sent, outputs];
    const { rows } = await client.query<{ id: string }>(ADD_COMPLETED, values);
    await client.query('VACUUM (ANALYZE)');
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

/** Model objects as JSON. */
function outputsOf(items: ReturnType<typeof series>): string[] {
  return SPLITS.map((split, i) => {
    const sessions = Object.entries(split).map(([session, purchase_percentage]) => {
      const rows = items.map(({ datetime }) => {
        return { datetime, purchase_percentage, sale_percentage: 0 };
      });
      return [session, rows] as const;
    });
    return JSON.stringify({ idmodel: i + 1, value: Object.fromEntries(sessions) });
  });
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
