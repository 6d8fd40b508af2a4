import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@solano/config';
import type { Customer } from '@solano/domain';
import { addCustomer, issueKey } from '@solano/domain';
import { NodeSecrets } from '@solano/node';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { pino } from 'pino';
import { startService } from '../src/compose.ts';

/** A log line of the service under test. */
interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly purchase_id?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown;
}

export interface Call {
  readonly key?: string;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export const WARN = 40;

/**
 * The whole service, composed as in production, on a database and a folder of its own, with the
 * stores to prepare and inspect what the API does not show.
 */
export async function openService(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'solano-e2e-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const db = opened.use(await PostgresDatabase.connect(database.url));
  const stores = {
    ...postgresStores(db),
    secrets: new NodeSecrets(),
    clock: () => new Date(),
    newId: () => randomUUID(),
    digest: (text: string) => new NodeSecrets().digest(text),
  };

  const config = readConfig({
    DATABASE_URL: database.url,
    SOLANO_DATA: folder,
    PORT: '0',
    ...environment,
  });
  const log: LogLine[] = [];
  const sink = { write: (line: string) => void log.push(JSON.parse(line) as LogLine) };
  const service = opened.use(await startService(config, pino({ level: 'debug' }, sink), () => {}));
  const running = opened.move();

  return {
    url: service.url,
    database: db,
    databaseUrl: database.url,
    folder,
    log,
    stores,
    /** Adds a customer of that name and gives a key of it. */
    async customer(name: string): Promise<{ customer: Customer; key: string; keyId: string }> {
      await addCustomer(stores, name);
      const { token, customer, key } = await issueKey(stores, name);
      return { customer, key: token, keyId: key.id };
    },
    call: (method: string, path: string, call?: Call) =>
      request(`${service.url}${path}`, method, call),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type TestService = Awaited<ReturnType<typeof openService>>;

async function request(url: string, method: string, call: Call = {}): Promise<Answer> {
  const { key, body, headers = {} } = call;
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id that an answer gives. */
export function idOf(answer: Answer): string {
  return (answer.json as { id: string }).id;
}

/** Reads a purchase until it is settled; the test's own time-out bounds it. */
export async function settled(service: TestService, key: string, user: string, id: string) {
  for (;;) {
    const answer = await service.call('GET', `/api/v0/user/${user}/purchase/${id}/get`, { key });
    const { status } = answer.json as { status: string };
    if (status === 'completed' || status === 'failed') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
