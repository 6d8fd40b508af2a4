// The data set of a measurement: its database and its object folder.

import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
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

/** Plants, of which the first has more unavailabilities than the others. */
const ADD_PLANTS = `
  WITH added AS (
    INSERT INTO plant
      (id, customer_id, name, lat, lon, installed_capacity_mw, nominal_capacity_mw, area,
       technology_type, last_training_cnn_at, last_training_trees_at, agrupation,
       customer_display_name, timezone, created_at, updated_at)
    SELECT gen_random_uuid(), $1, 'PLANT_' || lpad(n::text, 4, '0'), 40.1234567 + n % 4,
      -3 - n / 1e7, 10.5 + n, 10 + n, 'ES', CASE n % 2 WHEN 0 THEN 'wind' ELSE 'solar' END,
      '2026-11-01 06:00', '', 'group ' || n % 5, 'Plant number ' || n, 'Europe/Madrid', now(), now()
    FROM generate_series(1, $2::int) AS n RETURNING id, name
  )
  INSERT INTO unavailability
    (id, customer_id, plant_id, start_at, end_at, available_power_mw, availability_type,
     observations, source_unit, source_value, timezone_source, created_at, updated_at)
  SELECT gen_random_uuid(), $1, id, $5::timestamptz + n * interval '6 hours',
    $5::timestamptz + n * interval '6 hours' + interval '3 hours', 2.5 + n % 10, 'UNAVAILABILITY',
    'maintenance of turbine ' || n, 'kW', 2500 + 1000 * (n % 10), 'Europe/Madrid', now(), now()
  FROM added CROSS JOIN generate_series(0, 999) AS n
  WHERE n < CASE name WHEN 'PLANT_0001' THEN $3::int ELSE $4::int END`;

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
  await addPlants(databaseUrl, customerId);
  const made = { generatedAt: new Date(), origin: 'live', inputsUntil: null } as const;
  await stores.prices.putPredictions([{ market: MARKET, ...made, ...dayOfPrices() }]);
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

async function addPlants(databaseUrl: string, customerId: string): Promise<void> {
  const counts = [PLANTS, UNAVAILABILITIES, UNAVAILABILITIES_OF_OTHERS];
  const start = new Date(startOfDate(FIRST_DATE)).toISOString();
  await withClient(databaseUrl, (client) =>
    client.query(ADD_PLANTS, [customerId, ...counts, start]),
  );
}

/** Adds purchases of 24 items that are completed, and what belongs to them; then analyses. Returns the id of one. */
async function addPurchases(
  databaseUrl: string,
  { customerId, user }: { readonly customerId: string; readonly user: string },
  count: number,
  outputs: readonly string[],
): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const sent = JSON.stringify(series(24));
    const values = [customerId, user, count, sent, outputs];
    const { rows } = await client.query<{ id: string }>(ADD_COMPLETED, values);
    await client.query('VACUUM (ANALYZE)');
    return rows[0]?.id ?? '';
  });
}

async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
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

function dayOfPrices() {
  const start = startOfDate(FIRST_DATE);
  const ends = Array.from({ length: 96 }, (_, i) => start + (i + 1) * QUARTER_MS);
  return { stepMinutes: 15, ends, prices: ends.map((_, i) => 40_000 + 317 * i) };
}
