// Measures purchases from their submission to `completed` in a service with its engine, beside nothing:
// npm run bench:purchases -- [--items N]… [--models 1,2,…]… [--purchases N]. It judges CPU, and ends with 1
// where a goal is missed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isSettled, MODELS, type StatusChange } from '@solano/domain/desk';
import { DAY_MS } from '@solano/domain/kernel';
import { latestPrediction, SESSIONS } from '@solano/domain/market';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { series } from './dataset.ts';
import { cpuSeconds, treeCpuSeconds } from './http/process-times.ts';
import { startDemonstration, untilInterrupted } from './processes.ts';

const NAME = 'bench';
/** How often the demonstration's predictions of ten days are repeated, to reach as far as 2,976 items. */
const REPEATS = 4;
/** A day is in both, as the clock may change. */
const REPEATED_DAYS = 9;
const CONCURRENCY = 32;
const ALONE = 30;
const POLL_MS = 50;
/** CPU of the API and of PostgreSQL for each purchase, in ms: for one of so many items at most. */
const GOALS = [
  { items: 24, api: 8, postgres: 1.5 },
  { items: 2976, api: 180, postgres: 25 },
];
/** What models 7 and 8 may add, in ms. */
const MORE_MODELS = 2;

const interrupted = untilInterrupted();

try {
  const options = readOptions();
  await using site = await openSite();
  await Promise.race([measureAll(site, options), site.lost, interrupted]);
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function measureAll(
  site: Site,
  { items, models, purchases }: ReturnType<typeof readOptions>,
): Promise<void> {
  console.log('| items | models | CPU ms: API + PostgreSQL | completed/s | alone, p50 ms |');
  console.log('| ---: | --- | ---: | ---: | ---: |');
  for (const count of items) {
    for (const chosen of models) {
      await measure(site, count, chosen, purchases ?? Math.max(8, Math.ceil(12_000 / count)));
    }
  }
}

async function measure(site: Site, items: number, models: readonly number[], count: number) {
  await chooseModels(site, models);
  const body = JSON.stringify({ purchase: series(items) });
  await requireModels(site, await submitAll(site, body, Math.ceil(count / 5)), models);
  const before = await site.cpu();
  const start = performance.now();
  await submitAll(site, body, count);
  const seconds = (performance.now() - start) / 1000;
  const after = await site.cpu();
  const api = ((after.api - before.api) * 1000) / count;
  const postgres = ((after.postgres - before.postgres) * 1000) / count;
  const alone: number[] = [];
  for (let i = 0; i < Math.min(ALONE, count); i += 1) {
    const [id = ''] = await submitAll(site, body, 1);
    alone.push(await settledAfter(site, id));
  }
  const p50 = alone.sort((a, b) => a - b)[Math.floor(alone.length / 2)] as number;
  const cpu = `${api.toFixed(1)} + ${postgres.toFixed(1)}`;
  console.log(
    `| ${items} | ${models.join()} | ${cpu} | ${(count / seconds).toFixed(1)} | ${p50} |`,
  );
  judge(items, models, { api, postgres });
}

function judge(
  items: number,
  models: readonly number[],
  { api, postgres }: { readonly api: number; readonly postgres: number },
): void {
  const goal = GOALS.find((each) => each.items === items);
  if (!goal) return;
  const more = models.some((idmodel) => idmodel > 6) ? MORE_MODELS : 0;
  if (api + postgres <= goal.api + goal.postgres + more) return;
  const wanted = `${goal.api + more} + ${goal.postgres} ms`;
  console.error(`goal missed: a purchase of ${items} items, models ${models.join()}: ${wanted}`);
  process.exitCode = 1;
}

/** A service with its demonstration, whose prices are predicted for longer. */
async function openSite() {
  await using opened = new AsyncDisposableStack();
  const environment = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' };
  const service = opened.use(await startDemonstration(environment));
  const { folder } = service;
  const server = opened.use(await openEmbeddedServer(folder));
  const postmaster = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8');
  const database = opened.use(await PostgresDatabase.connect(server.url, { connections: 1 }));
  const stores = postgresStores(database);
  const customer = await stores.customers.byName('demo');
  const own = stores.prices.seenBy(customer?.id ?? '');
  for (const { market } of SESSIONS) {
    const made = await latestPrediction(own, market);
    for (let i = 1; made && i <= REPEATS; i += 1) {
      const generatedAt = new Date(made.generatedAt.getTime() + i);
      const ends = made.ends.map((end) => end + i * REPEATED_DAYS * DAY_MS);
      await own.putPredictions([{ ...made, generatedAt, ends }]);
    }
  }
  const running = opened.move();
  return {
    url: service.url,
    /** Rejected when the service ends that was not stopped. */
    lost: service.lost,
    key: service.key,
    purchases: stores.purchases,
    cpu: async () => ({
      api: await cpuSeconds(service.pid),
      postgres: await treeCpuSeconds(Number.parseInt(postmaster, 10)),
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Turns these models on and all others off. */
async function chooseModels(site: Site, chosen: readonly number[]): Promise<void> {
  const settings = MODELS.map(({ idmodel }) => ({ idmodel, enabled: chosen.includes(idmodel) }));
  const path = `strategies/${NAME}/settings?idretailer=${NAME}`;
  await call(site, 'PUT', path, JSON.stringify(settings));
}

/** Submits purchases, some at a time, and waits until all are settled. */
async function submitAll(site: Site, body: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let sent = 0;
  const customer = async () => {
    while (sent < count) {
      sent += 1;
      const path = `user/${NAME}/submit-purchase?retailer_id=${NAME}`;
      ids.push(((await call(site, 'POST', path, body)) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, customer));
  const statuses = ['pending', 'in_progress'] as const;
  const soon = new Date(Date.now() + DAY_MS);
  while ((await site.purchases.inStatus(statuses, soon, undefined, 1)).length > 0) {
    await pause(POLL_MS);
  }
  return ids;
}

/** @throws Error where one of the purchases lacks a model. */
async function requireModels(site: Site, ids: readonly string[], models: readonly number[]) {
  for (const id of ids) {
    const found = await site.purchases.read(id);
    const made = found?.outputs.map(({ idmodel }) => idmodel).join();
    if (made !== models.join()) throw new Error(`models ${made}: ${found?.purchase.error}`);
  }
}

async function settledAfter({ purchases }: Site, id: string): Promise<number> {
  const history = await purchases.history(id);
  const at = (found: StatusChange | undefined) => found?.at.getTime() ?? Number.NaN;
  return at(history.find(isSettled)) - at(history[0]);
}

async function call({ url, key }: Site, method: string, path: string, body: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v0/${path}`, { method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}

function readOptions() {
  const list = (...values: string[]) =>
    ({ type: 'string', multiple: true, default: values }) as const;
  const { values } = parseArgs({
    options: {
      items: list('24', '2976'),
      models: list('1,2,3,4,5,6', '1,2,3,4,5,6,7,8'),
      purchases: { type: 'string' },
    },
  });
  return {
    items: values.items.map(Number),
    models: values.models.map((text) => text.split(',').map(Number)),
    purchases: values.purchases === undefined ? undefined : Number(values.purchases),
  };
}
