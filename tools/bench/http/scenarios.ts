// The requests that are measured, and what their responses must be.
import { isDeepStrictEqual } from 'node:util';
import { type DataSet, series } from '../dataset.ts';

/** A request that is measured. */
export interface Scenario {
  readonly name: string;
  readonly goals: Goals;
  /** Requests of a round: enough for half a second of CPU, which counts in hundredths. */
  readonly requests: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** The encoding that is asked for; the bare server has none. */
  readonly encoding?: 'gzip';
  readonly status: number;
  /** How many rows the response must have. */
  readonly rows: number;
  /** Counts them in the parsed response. */
  readonly rowsOf: (parsed: unknown) => number;
}

/** Limits of a request's cost. */
interface Goals {
  /** CPU of service and PostgreSQL by that of the bare server, with many connections and with one. */
  readonly ratio: number;
  readonly aloneRatio: number;
  /** Of latencies at half of the requests that the service can do, in ms. */
  readonly p99Ms: number;
  /** CPU of the service on S3, in ms. */
  readonly s3Cpu?: S3Cpu;
  readonly statements: number;
  readonly commits: number;
  readonly listings: number;
  /** Includes calls of the service's interval jobs, of which a slow machine has more. */
  readonly systemCalls: number;
}

/** CPU of the service for a request, in ms. */
export interface S3Cpu {
  readonly readMs: number;
  /** Of a 304. */
  readonly notModifiedMs: number;
}

const RETAILER = 'bench';
const MADRID = 'timezone=EUR-MAD&format=json';

/** Values that are read from the database for a key are cached. */
const READ = { aloneRatio: 3, p99Ms: 8, statements: 0, commits: 0, listings: 0 };
const SUBMITTED = { p99Ms: 20, statements: 1, commits: 1, systemCalls: 18 };

/** Scenarios that add purchases come last, so that nothing else is measured beside their work. */
export function scenariosOn(data: DataSet): Scenario[] {
  const read = { method: 'GET', status: 200, rowsOf: lengthOf } as const;
  const forecasts = '/api/v0/forecasts/normalized/';
  const compressible = [
    {
      ...read,
      ...goal('normalized forecast, 1 × 240 rows', 3000, {
        ratio: 0.7,
        listings: 1,
        systemCalls: 20,
      }),
      path: `${forecasts}?plant=${data.plant}&${MADRID}`,
      rows: 240,
    },
    {
      ...read,
      ...goal('normalized forecast, 20 × 240 rows', 500, {
        ratio: 0.35,
        s3Cpu: { readMs: 1, notModifiedMs: 0.8 },
        listings: 1,
        systemCalls: 40,
      }),
      path: `${forecasts}?${MADRID}`,
      rows: 4800,
    },
    {
      ...read,
      ...goal('prices, 96 rows', 4000, { ratio: 0.5, systemCalls: 10 }),
      path: '/api/v0/prices/spain/md_pdbc_spain',
      rows: 96,
    },
  ];
  return [
    {
      ...read,
      ...goal('list 50 plants', 2000, { ratio: 1.3, statements: 1, systemCalls: 18 }),
      path: '/api/v0/plants/',
      rows: 50,
    },
    {
      ...read,
      ...goal('list 100 unavailabilities of a plant', 1500, {
        ratio: 1.3,
        statements: 1,
        systemCalls: 20,
      }),
      path: `/api/v0/unavailabilities/?plant_id=${data.plant}`,
      rows: 100,
    },
    {
      ...read,
      ...goal('get a purchase', 3000, { ratio: 1.3, statements: 1, systemCalls: 16 }),
      path: `/api/v0/user/${data.user}/purchase/${data.purchaseId}/get`,
      rows: 3,
      rowsOf: (parsed) => lengthOf((parsed as { strategy_output: unknown }).strategy_output),
    },
    ...compressible,
    ...compressible.map((each): Scenario => {
      return { ...each, name: `${each.name}, gzip`, encoding: 'gzip' };
    }),
    submission(
      data,
      24,
      goal('submit a purchase of 24 items', 3000, { ...SUBMITTED, ratio: 1.3, aloneRatio: 1.5 }),
    ),
    submission(
      data,
      2976,
      goal('submit a purchase of 2,976 items', 400, { ...SUBMITTED, ratio: 1.8, systemCalls: 32 }),
    ),
  ];
}

/** The submission of a purchase of so many items. */
function submission(
  { user }: DataSet,
  items: number,
  named: Pick<Scenario, 'name' | 'goals' | 'requests'>,
): Scenario {
  return {
    ...named,
    method: 'POST',
    path: `/api/v0/user/${user}/submit-purchase?retailer_id=${RETAILER}`,
    body: JSON.stringify({ purchase: series(items) }),
    status: 201,
    rows: items,
    rowsOf: (parsed) => (parsed as { rows_uploaded: number }).rows_uploaded,
  };
}

export function isSubmission({ method }: Scenario): boolean {
  return method === 'POST';
}

/** The request as it goes over the wire. */
export function wireRequest(
  { method, path, body, encoding }: Scenario,
  key: string,
  headers: readonly string[] = [],
): string {
  const caller = ['Host: bench', `Authorization: Bearer ${key}`];
  const head = [`${method} ${path} HTTP/1.1`, ...caller, ...headers];
  if (encoding) head.push(`Accept-Encoding: ${encoding}`);
  if (body !== undefined) {
    head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Fetches a response once.
 *
 * @throws Error where its status or its number of rows is not what it must be.
 */
export async function fetchResponse(scenario: Scenario, url: string, key: string): Promise<string> {
  const { method, path, body, name, status, rows } = scenario;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`${name}: ${url} answers ${response.status}: ${text.slice(0, 200)}`);
  }
  const found = scenario.rowsOf(JSON.parse(text));
  if (found !== rows) throw new Error(`${name}: ${url} answers with ${found} rows, not ${rows}`);
  return text;
}

/** The entity tag of the response. */
export async function fetchTag(
  { path, encoding }: Scenario,
  url: string,
  key: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': encoding ?? 'identity' };
  const response = await fetch(`${url}${path}`, { headers });
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}

/** @throws Error where two responses differ in more than ids and times. */
export function requireEqual(scenario: Scenario, ours: string, theirs: string): void {
  const [a, b] = [ours, theirs].map((text) => {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    return isSubmission(scenario) ? timeless(parsed) : parsed;
  });
  if (isDeepStrictEqual(a, b)) return;
  const begin = [ours, theirs].map((text) => text.slice(0, 300)).join('\n');
  throw new Error(`${scenario.name}: the two servers give different responses:\n${begin}`);
}

/** Without the id and the time of a purchase. */
function timeless({ id, created_at, message, ...rest }: Record<string, unknown>): object {
  const hasTime = typeof created_at === 'string' && !Number.isNaN(Date.parse(created_at));
  return { ...rest, hasTime, message: String(message).replace(String(id), '<id>') };
}

function goal(
  name: string,
  requests: number,
  goals: Partial<Goals> & Pick<Goals, 'ratio' | 'systemCalls'>,
) {
  return { name, requests, goals: { ...READ, ...goals } };
}

function lengthOf(parsed: unknown): number {
  return Array.isArray(parsed) ? parsed.length : Number.NaN;
}
