// Measures requests of a customer with a million plants, unavailabilities and uploads: npm run
// bench:size [-- --rows 100000]. It judges counts and CPU, not seconds, and ends with 1 where a goal is
// missed.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate } from '@solano/postgres';
import { TestRelay } from '../servers/between/test-relay.ts';
import { StatementCounts } from './http/counters.ts';
import { cpuSeconds, peakMegabytes, treeCpuSeconds } from './http/process-times.ts';
import { Processes, type Running, untilInterrupted } from './processes.ts';
import { addRows, PLANT } from './size/dataset.ts';

const GOALS = { loopMs: 15, statements: 6, rowsOfAStatement: 1_000 };
/** Requests whose CPU is measured together: the clock of CPU ticks a hundred times a second. */
const REPEATED = 50;
/** For how long is seen what the service does without requests. */
const IDLE_MS = 8_000;
const LOOP = /^loop held: ([\d.]+)$/;

interface SizeScenario {
  readonly name: string;
  readonly path: string;
  readonly status?: number;
  /** The rows of a file that is no list in JSON. */
  readonly rows?: number;
  /** CPU at most, in ms, of PostgreSQL or of it and the API; requests with such a goal are repeated. */
  readonly maxDatabaseMs?: number;
  readonly maxCpuMs?: number;
}

interface Measured {
  readonly scenario: string;
  readonly rows: number;
  readonly bytes: number;
  readonly statements: number;
  readonly loopMs: number;
  /** CPU of a request, in ms. */
  readonly apiMs: number;
  readonly databaseMs: number;
  readonly missed: readonly string[];
}

const interrupted = untilInterrupted();
const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' } },
});

try {
  await measureAll(Number(options.rows));
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

function scenariosOf(rows: number, cursor: string): SizeScenario[] {
  const unavailabilities = '/api/v0/unavailabilities/';
  const page = 100;
  return [
    { name: '400 of a bad cursor', path: `${unavailabilities}?cursor=x`, status: 400, maxCpuMs: 5 },
    { name: 'total of all', path: `${unavailabilities}?limit=0`, maxDatabaseMs: 1 },
    {
      name: 'total of a plant',
      path: `${unavailabilities}?limit=0&plant_id=${PLANT}`,
      maxDatabaseMs: 1,
    },
    { name: 'total of a window', path: `${unavailabilities}?limit=0&from=2000-01-01` },
    { name: 'first page of 100', path: `${unavailabilities}?limit=${page}`, maxDatabaseMs: 3 },
    { name: 'page 10,000 by its cursor', path: cursor, maxDatabaseMs: 3 },
    {
      name: 'page 10,000 by its offset',
      path: `${unavailabilities}?limit=${page}&offset=${rows - page}`,
    },
    {
      name: '404 of a plant',
      path: `/api/v0/plants/${crypto.randomUUID()}/`,
      status: 404,
      maxCpuMs: 5,
    },
    { name: 'template.xlsx of outages', path: '/api/v0/outages/template.xlsx' },
    { name: 'a page of 5,000', path: `${unavailabilities}?limit=5000` },
    { name: '5,000 as .xlsx', path: `${unavailabilities}?limit=5000&format=xlsx`, rows: 5_000 },
    { name: 'all of a plant', path: `${unavailabilities}?plant_id=${PLANT}` },
    { name: 'all unavailabilities', path: unavailabilities },
    { name: 'all plants', path: '/api/v0/plants/' },
    { name: 'all uploads', path: '/api/v0/outages/uploads' },
  ];
}

async function measureAll(rows: number): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const server = opened.use(await openEmbeddedServer(folder));
  await migrate(server.url);
  const key = await Promise.race([addRows(server.url, rows), interrupted]);
  const statements = new StatementCounts();
  const relay = opened.use(await TestRelay.open(server.url, statements.counter));
  const service = opened.use(
    await new Processes().startService({
      DATABASE_URL: relay.url,
      OBJECT_STORE: `file:${join(folder, 'objects')}`,
      SOLANO_DATA: folder,
      SOLANO_DEMO: 'off',
      WORKFLOW_ENGINE: 'embedded',
      RATE_LIMIT_PER_MINUTE: '0',
      NODE_OPTIONS: `--import ${import.meta.resolve('./size/loop-watch.ts')}`,
    }),
  );
  const postgres = Number(
    (await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n', 1)[0],
  );
  await Promise.race([pause(IDLE_MS), interrupted]);
  const site = { service, postgres, key, statements, background: statements.take() };
  const cursor = await lastPage(site, rows);
  const all: Measured[] = [];
  for (const scenario of scenariosOf(rows, cursor)) {
    const measured = await Promise.race([measure(site, scenario), interrupted]);
    all.push(measured);
    console.error(tableRow(measured));
  }
  console.log(tableOf(all));
  console.log(`Peak of the API: ${(await peakMegabytes(service.pid)).toFixed(0)} MB`);
  for (const { scenario, missed } of all) {
    for (const line of missed) console.error(`goal missed: ${scenario}: ${line}`);
  }
  if (all.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
}

interface Site {
  readonly service: Running & { readonly url: string };
  /** The process of PostgreSQL whose children its connections have. */
  readonly postgres: number;
  readonly key: string;
  readonly statements: StatementCounts;
  /** Statements that are also sent without requests, by their text. */
  readonly background: ReadonlyMap<string, number>;
}

function send({ service, key }: Site, path: string): Promise<Response> {
  return fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${key}` } });
}

/** The address of the last page of 100, by its cursor. */
async function lastPage(site: Site, rows: number): Promise<string> {
  const response = await send(site, `/api/v0/unavailabilities/?limit=100&offset=${rows - 200}`);
  await response.arrayBuffer();
  const path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
  if (path === undefined) throw new Error('a page has no link to the next one');
  return path;
}

async function measure(site: Site, scenario: SizeScenario): Promise<Measured> {
  const { path, status = 200, rows, maxCpuMs, maxDatabaseMs } = scenario;
  const { service, statements, background } = site;
  const request = async () => {
    const response = await send(site, path);
    if (response.status !== status) throw new Error(`${path}: ${response.status}`);
    const size = await sizeOf(response);
    return rows === undefined ? size : { ...size, rows };
  };
  const count = (maxCpuMs ?? maxDatabaseMs) === undefined ? 1 : REPEATED;
  for (let i = 0; i < count / 10; i += 1) await request();
  await heldMs(service);
  statements.take();
  const before = [await cpuSeconds(service.pid), await treeCpuSeconds(site.postgres)] as const;
  let size = { rows: 0, bytes: 0 };
  for (let i = 0; i < count; i += 1) size = await request();
  const apiMs = ((await cpuSeconds(service.pid)) - before[0]) * (1_000 / count);
  const databaseMs = ((await treeCpuSeconds(site.postgres)) - before[1]) * (1_000 / count);
  const loopMs = await heldMs(service);
  const sent = [...statements.take()].filter(([text]) => !background.has(text));
  const each = sent.reduce((sum, [, times]) => sum + times, 0) / count;
  const most = GOALS.statements + Math.ceil(size.rows / GOALS.rowsOfAStatement);
  const judged: [string, number, number][] = [
    ['ms of the event loop', loopMs, GOALS.loopMs],
    ['statements', Math.round(each), most],
    ['ms of CPU', apiMs + databaseMs, maxCpuMs ?? Infinity],
    ['ms of CPU of PostgreSQL', databaseMs, maxDatabaseMs ?? Infinity],
  ];
  const missed = judged
    .filter(([, found, max]) => found > max)
    .map(([what, found, max]) => `${found.toFixed(1)} ${what}, not ${max}`);
  return { scenario: scenario.name, ...size, statements: each, loopMs, apiMs, databaseMs, missed };
}

/** The bytes of a response, and its rows where it is a list in JSON. */
async function sizeOf(response: Response): Promise<{ rows: number; bytes: number }> {
  const isList = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const decoder = new TextDecoder('latin1');
  let [rows, bytes] = [0, 0];
  let rest = '';
  const chunks: AsyncIterable<Uint8Array> | [] = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (!isList) continue;
    const text = rest + decoder.decode(chunk, { stream: true });
    rows += text.split('{"id":').length - 1;
    rest = text.slice(-5);
  }
  return { rows, bytes };
}

async function heldMs(service: Running): Promise<number> {
  const said = service.said(LOOP);
  process.kill(service.pid, 'SIGUSR2');
  return Number((await said)[1]);
}

function tableOf(all: readonly Measured[]): string {
  return [
    '| request | rows | MB | statements | loop held, ms | CPU ms, API + PostgreSQL | goals met? |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.map(tableRow),
  ].join('\n');
}

function tableRow({ scenario, rows, bytes, missed, ...each }: Measured): string {
  const cpu = `${each.apiMs.toFixed(1)} + ${each.databaseMs.toFixed(1)}`;
  const cells = [
    scenario,
    rows,
    (bytes / 1e6).toFixed(2),
    each.statements.toFixed(1),
    each.loopMs.toFixed(1),
    cpu,
  ];
  return `| ${[...cells, missed.length === 0 ? 'yes' : 'no'].join(' | ')} |`;
}
