// Measures what traces cost: the CPU of two services with their engine, one of which sends its spans to a stand-in for a
// collector, at the same purchases at the same time: npm run bench:traces -- [--purchases N] [--rounds N]. It ends with 1
// where the goal is missed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { series } from './dataset.ts';
import { cpuSeconds } from './http/process-times.ts';
import { startDemonstration, untilInterrupted } from './processes.ts';

const CONCURRENCY = 16;
const ITEMS = 24;
/** Of the CPU of the API, in %. */
const GOAL = 5;
const POLL_MS = 100;
const IDLE_MS = 5_000;
const MAX_IDLE_SHARE = 0.1;

type Service = Awaited<ReturnType<typeof startDemonstration>>;

const interrupted = untilInterrupted();

try {
  const { values } = parseArgs({
    options: {
      purchases: { type: 'string', default: '120' },
      rounds: { type: 'string', default: '30' },
    },
  });
  await Promise.race([measure(Number(values.purchases), Number(values.rounds)), interrupted]);
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function measure(purchases: number, rounds: number): Promise<void> {
  await using collector = await openCollector();
  const common = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' };
  await using untraced = await startDemonstration(common);
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using traced = await startDemonstration({ ...common, ...traces });
  await Promise.all([idle(untraced), idle(traced)]);
  const spent = { untraced: [] as number[], traced: [] as number[] };
  // Both at a time, so that what else the machine does costs both the same; the first round warms them up.
  for (let round = 0; round <= rounds; round += 1) {
    const both = [cpuOf(untraced, purchases), cpuOf(traced, purchases)] as const;
    const [without, having] = await Promise.all(both);
    if (round === 0) continue;
    spent.untraced.push(without);
    spent.traced.push(having);
  }
  const [before, after] = [median(spent.untraced), median(spent.traced)];
  const ratios = spent.traced.map((ms, i) => ms / (spent.untraced[i] as number));
  const more = (median(ratios) - 1) * 100;
  const [low, high] = interval(ratios).map((ratio) => ((ratio - 1) * 100).toFixed(1));
  console.log('| CPU ms a purchase, untraced | traced | more | 95 % interval |');
  console.log('| ---: | ---: | ---: | ---: |');
  const noise = `${low} to ${high} %`;
  console.log(`| ${before.toFixed(2)} | ${after.toFixed(2)} | ${more.toFixed(1)} % | ${noise} |`);
  console.log(`${collector.bytes()} bytes in ${collector.requests()} requests to the collector`);
  if (more <= GOAL) return;
  console.error(`goal missed: traces take ${GOAL} % more CPU at most`);
  process.exitCode = 1;
}

/** Waits until the demonstration has been made up. */
async function idle({ pid }: Service): Promise<void> {
  for (;;) {
    const before = await cpuSeconds(pid);
    await pause(IDLE_MS);
    if ((await cpuSeconds(pid)) - before < (MAX_IDLE_SHARE * IDLE_MS) / 1_000) return;
  }
}

/** CPU in ms for each purchase, from its submission until all are completed and their spans are sent. */
async function cpuOf(service: Service, count: number): Promise<number> {
  const body = JSON.stringify({ purchase: series(ITEMS) });
  const before = await cpuSeconds(service.pid);
  let sent = 0;
  let last = '';
  const customer = async () => {
    while (sent < count) {
      sent += 1;
      last = (await call(service, 'POST', 'submit-purchase?retailer_id=bench', body)).id;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, customer));
  while ((await call(service, 'GET', `purchase/${last}/get`)).status !== 'completed') {
    await pause(POLL_MS);
  }
  // The spans of the last second.
  await pause(1_500);
  return (((await cpuSeconds(service.pid)) - before) * 1_000) / count;
}

async function call({ url, key }: Service, method: string, path: string, body?: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${url}/api/v0/user/bench/${path}`, init);
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
  return (await response.json()) as { readonly id: string; readonly status: string };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Where the median of such values is with 95 %, by their ranks. */
function interval(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const ranks = [sorted.length / 2 - reach, sorted.length / 2 + reach].map(Math.floor);
  return ranks.map((rank) => sorted[Math.min(sorted.length - 1, Math.max(0, rank))] as number);
}

/** Takes everything, and looks at nothing. */
async function openCollector() {
  let bytes = 0;
  let requests = 0;
  const server = createServer((req, res) => {
    requests += 1;
    req.on('data', (chunk: Buffer) => (bytes += chunk.length));
    req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
