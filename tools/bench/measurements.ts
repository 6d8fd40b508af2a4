// Measures the store of measured energy, the reading of its files, scores and deviations: npm run
// bench:measurements. It judges counts, bytes and a deviation's CPU, not seconds, and ends with 1 where a
// goal is missed.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { anEntry, aPlant, SOURCE } from '@solano/domain/contracts';
import { MEASUREMENT_COLUMNS, readMeasurements } from '@solano/domain/energy/files';
import type { PlantForecastVersion } from '@solano/domain/forecasting';
import { DAY_MS, dateAfter, dateAt, HOUR_MS, MICRO, QUARTER_MS } from '@solano/domain/kernel';
import { addCustomer, issueKey } from '@solano/domain/service';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { readTable } from '@solano/spreadsheet';
import pg from 'pg';
import { TestRelay } from '../servers/between/test-relay.ts';
import { fillDeviation } from './deviation.ts';
import { StatementCounts } from './http/counters.ts';
import { cpuSeconds, postgresPid, treeCpuSeconds } from './http/process-times.ts';
import { Processes, untilInterrupted } from './processes.ts';

/** Plants with a value for each quarter of three years, and those that have yesterday's alone. */
const PLANTS = 30;
const DAYS = 3 * 365;
const OTHER_PLANTS = 970;
/** Days of which the first plant has a forecast of the day before, and the days that each reaches. */
const FORECASTS = 366;
const FORECAST_DAYS = 2;
const NAME = 'bench';
const QUARTERS = DAY_MS / QUARTER_MS;
const FILE_PLANTS = 10;
const FILE_ROWS = 1_000_000;
const READS = 10;
const MAX_BYTES = 12;
const MAX_STATEMENTS = 6;
const DEVIATIONS = 50;
/** Milliseconds of CPU, API and PostgreSQL. */
const MAX_DEVIATION_MS = 100;

/** Statements of a list. */
const OF_LISTS = /measure|plant/;
/** Statements of workers and schedules. */
const BACKGROUND = /job|heartbeat|worker|^SELECT 1$|LISTEN/;

const interrupted = untilInterrupted();

try {
  await Promise.race([measure(), interrupted]);
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function measure(): Promise<void> {
  measureFile();
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { url } = opened.use(await openEmbeddedServer(folder));
  await migrate(url);
  const { key, names, plantId, deviation } = await fill(url);
  judge('bytes of disk a value', await bytesPerValue(url), MAX_BYTES);
  const statements = new StatementCounts();
  const relay = opened.use(await TestRelay.open(url, statements.counter));
  const environment = { SOLANO_DATA: folder, SOLANO_DEMO: 'off', RATE_LIMIT_PER_MINUTE: '0' };
  const processes = new Processes();
  const service = opened.use(
    await processes.startService({ ...environment, DATABASE_URL: relay.url }),
  );
  const today = dateAt(Date.now());
  const yesterday = dateAfter(today, -1);
  const year = `plant_id=${names[0]}&from=${dateAfter(today, -366)}&to=${dateAfter(today, -2)}`;
  const site = { ...service, key, statements };
  await measureList(site, 'a plant’s year', year);
  await measureList(
    site,
    `yesterday of ${names.length} plants`,
    `from=${yesterday}&to=${yesterday}`,
  );
  await measureScores(site, plantId, today);
  await measureDeviation(site, folder, deviation);
}

interface Site {
  readonly pid: number;
  readonly url: string;
  readonly key: string;
  readonly statements: StatementCounts;
}

async function measureList(site: Site, what: string, query: string): Promise<void> {
  const rows = await readList(site, query);
  const before = await cpuSeconds(site.pid);
  site.statements.take();
  for (let i = 0; i < READS; i += 1) {
    await readList(site, query);
  }
  const cpu = ((await cpuSeconds(site.pid)) - before) / READS;
  console.log(`${what}: ${rows} rows, ${Math.round(cpu * 1000)} ms of CPU`);
  // The service's workers look for jobs meanwhile.
  const sent = [...site.statements.take()].filter(([text]) => OF_LISTS.test(text));
  const statements = sent.reduce((sum, [, count]) => sum + count, 0) / READS;
  judge(`statements of ${what}`, statements, MAX_STATEMENTS);
}

/** Scores of a plant's year that nobody has asked for yet, and the same again. */
async function measureScores(site: Site, plantId: string, today: string): Promise<void> {
  const path = (days: number) =>
    `/api/v0/plants/${plantId}/score?from=${dateAfter(today, -365 - days)}&to=${dateAfter(today, -1 - days)}`;
  await readScore(site, path(READS + 1));
  const first = await cpuSeconds(site.pid);
  for (let i = 0; i < READS; i += 1) await readScore(site, path(i));
  const computed = await cpuSeconds(site.pid);
  for (let i = 0; i < READS; i += 1) await readScore(site, path(0));
  const again = await cpuSeconds(site.pid);
  const ms = (seconds: number) => Math.round((seconds * 1000) / READS);
  const figures = `${ms(computed - first)} ms of CPU, again ${ms(again - computed)} ms`;
  console.log(`scores of a plant’s year: ${figures}`);
}

/** A month's deviation once its prices are cached. */
async function measureDeviation(site: Site, folder: string, path: string): Promise<void> {
  const postgres = await postgresPid(folder);
  const cpu = async () => ({
    api: await cpuSeconds(site.pid),
    postgres: await treeCpuSeconds(postgres),
  });
  await readDeviation(site, path);
  const before = await cpu();
  site.statements.take();
  for (let i = 0; i < DEVIATIONS; i += 1) await readDeviation(site, path);
  const after = await cpu();
  const sent = [...site.statements.take()].filter(([text]) => !BACKGROUND.test(text));
  const statements = sent.reduce((sum, [, count]) => sum + count, 0) / DEVIATIONS;
  const ms = (seconds: number) => (seconds * 1000) / DEVIATIONS;
  const [api, postgresMs] = [ms(after.api - before.api), ms(after.postgres - before.postgres)];
  console.log(`a month’s deviation: ${api.toFixed(1)} + ${postgresMs.toFixed(1)} ms of CPU`);
  judge('ms of CPU of a month’s deviation', api + postgresMs, MAX_DEVIATION_MS);
  judge('statements of a month’s deviation', statements, MAX_STATEMENTS);
}

async function readDeviation({ url, key }: Site, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(new URL(path, url), { headers });
  const { periods, missing } = (await response.json()) as { periods: number; missing: unknown[] };
  if (!response.ok || missing.length > 0) throw new Error(`${path}: ${periods} periods`);
}

async function readScore({ url, key }: Site, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(new URL(path, url), { headers });
  const { periods } = (await response.json()) as { periods: number };
  if (!response.ok || periods < 300 * QUARTERS) throw new Error(`${path}: ${periods} periods`);
}

/** How many rows a list of production has. */
async function readList({ url, key }: Site, query: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(new URL(`/api/v0/production/?${query}`, url), { headers });
  const rows = (await response.text()).split('"mw"').length - 1;
  if (!response.ok || rows === 0) throw new Error(`${query}: ${response.status}, ${rows} rows`);
  return rows;
}

function judge(what: string, figure: number, goal: number): void {
  console.log(`${what}: ${Number(figure.toFixed(1))} (goal: ${goal} at most)`);
  if (figure <= goal) return;
  console.error(`goal missed: ${what}`);
  process.exitCode = 1;
}

/** Prints how quickly values came. */
function printRate(what: string, values: number, since: number): void {
  const perSecond = Math.round(values / ((performance.now() - since) / 1000));
  console.log(`${what}: ${values} values, ${perSecond} a second`);
}

function measureFile(): void {
  const start = Date.parse('2023-01-01T00:00:00Z');
  const times = FILE_ROWS / FILE_PLANTS;
  const lines = Array.from({ length: FILE_ROWS }, (_, i) => {
    const [plant, at] = [Math.floor(i / times), start + (i % times) * QUARTER_MS];
    return `P${plant};${new Date(at).toISOString()};${(powerAt(plant, i) / MICRO).toFixed(3)}`;
  });
  const content = Buffer.from(
    `plant_id;end_time_utc;mw\n${lines.join('\n').replaceAll('.000Z', 'Z')}`,
  );
  const plants = new Map(Array.from({ length: FILE_PLANTS }, (_, i) => [`P${i}`, 50]));
  const since = performance.now();
  const table = readTable(content, MEASUREMENT_COLUMNS);
  const read = readMeasurements(table, { kind: 'production', plants }, {}, Date.now());
  if (read.series.length !== FILE_PLANTS) throw new Error(JSON.stringify(read.problems[0]));
  printRate('a file', FILE_ROWS, since);
}

/** Micro-MW to three decimals, as meters have them. */
function powerAt(plant: number, i: number): number {
  const shape = Math.sin((2 * Math.PI * i) / QUARTERS) * Math.sin(i / 977 + plant);
  return Math.round(Math.abs(shape) * 48_000 + ((i * 7919) % 997)) * (MICRO / 1000);
}

interface Filled {
  readonly key: string;
  readonly names: readonly string[];
  readonly plantId: string;
  /** The path of a month's deviation. */
  readonly deviation: string;
}

/** A customer whose plants have measurements; its key and their names. */
async function fill(url: string): Promise<Filled> {
  await using database = await PostgresDatabase.connect(url);
  const stores = postgresStores(database);
  const secrets = new NodeSecrets();
  const deps = { ...stores, secrets, clock: () => new Date(), newId: randomUUID };
  const customer = await addCustomer(deps, SOURCE, NAME);
  const { token: key } = await issueKey(deps, SOURCE, NAME);
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const names: string[] = [];
  let plantId = '';
  let since = performance.now();
  for (let i = 0; i < PLANTS + OTHER_PLANTS; i += 1) {
    const plant = aPlant(customer.id, { name: `P${i}` });
    names.push(plant.name);
    await stores.plants.add(plant, anEntry());
    if (i === 0) plantId = plant.id;
    if (i === 0) since = performance.now();
    const days = i < PLANTS ? DAYS : 2;
    const microMw = Array.from({ length: days * QUARTERS }, (_, at) => powerAt(i, at));
    const run = { start: end - days * DAY_MS, step: 15, microMw } as const;
    const series = { kind: 'production', plantId: plant.id } as const;
    const delivery = { customerId: customer.id, deliveredAt: new Date() };
    await stores.measurements.record(delivery, [{ series, runs: [run] }], anEntry());
    if (i === PLANTS - 1) printRate('the store', PLANTS * DAYS * QUARTERS, since);
  }
  await stores.deliveredForecasts.record(customer.id, versions(plantId, end));
  const deviation = await fillDeviation(stores, customer.id, dateAfter(dateAt(end), -2));
  return { key, names, plantId, deviation };
}

/** One version of a plant's forecast for each day, known the evening before. */
function versions(plantId: string, end: number): PlantForecastVersion[] {
  return Array.from({ length: FORECASTS + READS }, (_, i) => {
    const start = end - (i + 1) * DAY_MS;
    const microMw = Array.from({ length: FORECAST_DAYS * QUARTERS }, (_, at) => powerAt(1, at + i));
    const knownAt = new Date(start - DAY_MS + 7 * HOUR_MS);
    return { plantId, file: `${i}`, knownAt, runs: [{ start, step: 15, microMw }] };
  });
}

/** With all indexes. */
async function bytesPerValue(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const sql = `SELECT pg_total_relation_size('measured_day') + pg_total_relation_size('measured_series') AS bytes`;
    const { rows } = await client.query<{ bytes: string }>(sql);
    return Number(rows[0]?.bytes) / ((PLANTS * DAYS + OTHER_PLANTS * 2) * QUARTERS);
  } finally {
    await client.end();
  }
}
