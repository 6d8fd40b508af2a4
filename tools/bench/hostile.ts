// Measures how long others wait while one client sends what is expensive to read, at a tenth of its rate limit:
// node tools/bench/hostile.ts [--attack NAME]… [--requests N]
// How long the event loop stood still beside each attack is written to standard error.

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NodeSecrets } from '@solano/crypto';
import { importPlants, PLANT_DEFAULTS } from '@solano/domain/assets';
import { SOURCE } from '@solano/domain/contracts';
import { QUARTER_MS } from '@solano/domain/kernel';
import { addCustomer, issueKey } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { LoadGenerator } from './http/load-generator.ts';
import { type HttpSite, openHttpSite, type Server } from './http/site.ts';
import { series } from './load.ts';
import { STALLS } from './site.ts';

/** What the hostile client sends, over and over. */
interface Attack {
  readonly name: string;
  readonly path: string;
  /** Requests at the beginning, all at once; others follow one by one. */
  readonly burst: number;
  readonly contentType?: string;
  readonly body: () => string | FormData;
}

/** What others waited for their responses, in ms. */
interface Waits {
  readonly p50: number;
  readonly p90: number;
  readonly max: number;
}

interface Figures {
  readonly attack: string;
  readonly alone: Waits;
  readonly beside: Waits;
  /** How often the hostile client got each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

const PLANT = 'hostile';
/** The 90th percentile beside an attack by that without: two cores are shared by all of it. */
const GOAL = 10;
/** The usual limit is 600 requests a minute. */
const EVERY_MS = 1_000;

const ATTACKS: readonly Attack[] = [
  {
    name: 'outage file of 9.9 MB of ; in one row',
    path: '/api/v0/outages/upload/',
    burst: 6,
    body: () => uploadOf(`x${';'.repeat(9_900_000)}`),
  },
  {
    name: 'JSON object of 400,000 names',
    path: '/api/v0/user/hostile/submit-purchase/x',
    burst: 2,
    contentType: 'application/json',
    body: () => `{${Array.from({ length: 400_000 }, (_, i) => `"name ${i}":1`).join(',')}}`,
  },
  {
    name: 'valid outage file of 100,000 rows',
    path: '/api/v0/outages/upload/',
    burst: 2,
    body: () => uploadOf(`start;end;avail_qty\n${outageRows(100_000)}`),
  },
  {
    name: 'outage file of 10 MB whose rows are all bad',
    path: '/api/v0/outages/upload/',
    burst: 6,
    body: () => uploadOf(`start;end;avail_qty\n${'"";;\n'.repeat(2_000_000)}`),
  },
  {
    name: 'submission of a year',
    path: '/api/v0/user/hostile/submit-purchase/x',
    burst: 2,
    contentType: 'application/json',
    body: () => JSON.stringify({ purchase: series(35_136) }),
  },
];

const { values } = parseArgs({
  options: {
    /** A part of the name of an attack; all by default. */
    attack: { type: 'string', multiple: true },
    /** Of the other client, beside each attack. */
    requests: { type: 'string', default: '5000' },
  },
});

await using site = await openHttpSite('info', 1_000);
const key = await hostileKey(site.databaseUrl);
const attacks = ATTACKS.filter(
  ({ name }) => values.attack?.some((part) => name.includes(part)) ?? true,
);
const figures: Figures[] = [];
for (const attack of attacks) figures.push(await measure(site, attack, Number(values.requests)));
console.log(table(figures));
for (const [message, times] of site.warnings) console.error(`${message} (${times}×)`);
if (figures.some((each) => ratioOf(each) > GOAL)) process.exitCode = 1;

/** Lists plants over one connection, alone and then beside the attack, on a fresh service. */
async function measure(on: HttpSite, attack: Attack, count: number): Promise<Figures> {
  await using service = await on.startService(['--import', STALLS]);
  await using generator = new LoadGenerator();
  const request = `GET /api/v0/plants/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${on.data.key}\r\n\r\n`;
  const job = { port: service.port, request, status: 200, connections: 1, warmUp: 300, count };
  const alone = await generator.run(job, async () => {});
  const statuses = new Map<number, number>();
  const ended = new AbortController();
  process.kill(service.pid, 'SIGUSR2');
  const attacking = send(service, attack, statuses, ended.signal);
  const beside = await generator.run(job, async () => {});
  ended.abort();
  await attacking;
  console.error(`${attack.name}:`);
  return {
    attack: attack.name,
    alone: waitsOf(alone.latenciesMs),
    beside: waitsOf(beside.latenciesMs),
    statuses,
  };
}

/** Sends until it is stopped, and waits for the responses. */
async function send(
  { url }: Server,
  { path, burst, contentType, body }: Attack,
  statuses: Map<number, number>,
  signal: AbortSignal,
): Promise<void> {
  const type = contentType === undefined ? {} : { 'content-type': contentType };
  const headers = { authorization: `Bearer ${key}`, ...type };
  const sent = body();
  const request = async () => {
    const { status } = await fetch(`${url}${path}`, { method: 'POST', headers, body: sent });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const requests = Array.from({ length: burst }, request);
  for (; !signal.aborted; await pause(EVERY_MS)) requests.push(request());
  await Promise.all(requests);
}

/** The key of a customer with one plant. */
async function hostileKey(databaseUrl: string): Promise<string> {
  await using database = await PostgresDatabase.connect(databaseUrl, { connections: 1 });
  const deps = {
    ...postgresStores(database),
    secrets: new NodeSecrets(),
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
  };
  const { id } = await addCustomer(deps, SOURCE, PLANT);
  const decimals = { lat: '40.0000000', lon: '-3.0000000', installedCapacityMw: '50.000' };
  const texts = { area: 'ES', agrupation: '', timezone: 'Europe/Madrid' };
  const fields = {
    ...PLANT_DEFAULTS,
    ...({ name: PLANT, technologyType: 'wind', nominalCapacityMw: '50.000' } as const),
    ...decimals,
    ...texts,
  };
  await importPlants(deps, SOURCE, id, [{ name: PLANT, fields, changes: {} }]);
  return (await issueKey(deps, SOURCE, PLANT)).token;
}

function uploadOf(content: string): FormData {
  const form = new FormData();
  form.set('plant_id', PLANT);
  form.set('file', new File([content], 'outages.csv', { type: 'text/csv' }));
  return form;
}

function outageRows(count: number): string {
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * QUARTER_MS).toISOString();
  return Array.from({ length: count }, (_, i) => `${at(i)};${at(i + 1)};${i % 50}\n`).join('');
}

function waitsOf(latencies: readonly number[]): Waits {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9), max: at(1) };
}

function ratioOf({ alone, beside }: Figures): number {
  return beside.p90 / alone.p90;
}

/** A Markdown table; waits in ms, alone / beside the attack. */
function table(all: readonly Figures[]): string {
  const both = ({ alone, beside }: Figures, name: keyof Waits) =>
    `${alone[name].toFixed(1)} / ${beside[name].toFixed(1)}`;
  const rows = all.map((each) => [
    each.attack,
    Array.from(each.statuses, ([status, times]) => `${times} × ${status}`).join(', '),
    both(each, 'p50'),
    both(each, 'p90'),
    both(each, 'max'),
    ratioOf(each).toFixed(1),
    ratioOf(each) <= GOAL ? 'yes' : 'no',
  ]);
  const head = ['beside', 'responses', 'p50 ms', 'p90 ms', 'max ms', 'p90 ratio', `≤ ${GOAL}?`];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(['---', '---', ...Array<string>(5).fill('---:')]),
    ...rows.map(line),
  ].join('\n');
}
