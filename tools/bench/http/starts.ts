// What a start of the service costs, and how long others wait beside the dearest work.
import { series } from '../dataset.ts';
import { startDemonstration } from '../processes.ts';
import { completeOne } from './large-purchases.ts';
import { LoadGenerator } from './load-generator.ts';
import { cpuSeconds } from './process-times.ts';
import type { HttpSite } from './site.ts';

const STARTS = 5;
/** CPU of the service until it listens, on a database that is up to date. */
const MAX_START_SECONDS = 0.35;
const CLIENTS = 16;
const READS_PER_SECOND = 50;
const READS = 500;

interface Waiting {
  readonly beside: string;
  readonly p99Ms: number;
  readonly maxP99Ms: number;
}

export interface Starts {
  readonly startSeconds: number;
  readonly waiting: readonly Waiting[];
}

/** @param site with a database that is up to date. */
export async function measureStart(site: HttpSite): Promise<number> {
  const seconds: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    await using service = await site.startService();
    seconds.push(await cpuSeconds(service.pid));
  }
  return seconds.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN;
}

/** Reads the list of plants at a rate while others have the service work, as `npm start` runs it. */
export async function measureWaiting(): Promise<Waiting[]> {
  await using service = await startDemonstration({ RATE_LIMIT_PER_MINUTE: '0' });
  const { url, key } = service;
  const port = Number(new URL(url).port);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const month = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7);
  const report = `${url}/api/v0/user/ana/report?retailer_id=acme&month=${month}`;
  const purchase = JSON.stringify({ purchase: series(2_976) });
  const ask = async () => {
    const response = await fetch(report, { headers });
    if (!response.ok) throw new Error(`${report} is answered ${response.status}`);
    await response.arrayBuffer();
  };
  return [
    {
      beside: 'purchases of 2,976 items, one after the other',
      p99Ms: await besides(port, key, 1, () =>
        completeOne(`${url}/api/v0/user/bench`, headers, purchase),
      ),
      maxP99Ms: 15,
    },
    {
      beside: `${CLIENTS} clients who ask for the report of a month`,
      p99Ms: await besides(port, key, CLIENTS, ask),
      maxP99Ms: 50,
    },
  ];
}

/** The 99th percentile of reads (ms) beside so many clients who do the same again and again. */
async function besides(
  port: number,
  key: string,
  clients: number,
  work: () => Promise<void>,
): Promise<number> {
  await using generator = new LoadGenerator();
  let isOver = false;
  const repeat = async () => {
    while (!isOver) await work();
  };
  const working = Promise.all(Array.from({ length: clients }, repeat));
  const request = `GET /api/v0/plants/ HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const job = { port, request, status: 200, connections: 32, warmUp: 100, count: READS };
  const reading = generator
    .run({ ...job, perSecond: READS_PER_SECOND }, async () => {})
    .finally(() => {
      isOver = true;
    });
  const [{ latenciesMs }] = await Promise.all([reading, working]);
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN;
}

export function startsTable({ startSeconds, waiting }: Starts): string {
  return [
    '| | measured | goal |',
    '| --- | ---: | ---: |',
    `| CPU of a start, s | ${startSeconds.toFixed(2)} | ${MAX_START_SECONDS} |`,
    ...waiting.map(({ beside, p99Ms, maxP99Ms }) => {
      return `| p99 of a list of plants beside ${beside}, ms | ${p99Ms.toFixed(1)} | ${maxP99Ms} |`;
    }),
  ].join('\n');
}

/** Which goals are missed. */
export function missedStarts({ startSeconds, waiting }: Starts): string[] {
  const start =
    startSeconds > MAX_START_SECONDS ? [`a start takes ${startSeconds.toFixed(2)} s`] : [];
  const late = waiting.filter(({ p99Ms, maxP99Ms }) => p99Ms > maxP99Ms);
  return [...start, ...late.map(({ beside }) => `reads beside ${beside} wait too long`)];
}
