import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSolanoClient } from '@solano/client';
import { readConfig } from '@solano/config';
import { AesSecretCipher, NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, type Customer, issueKey } from '@solano/domain/service';
import { webhookBody } from '@solano/http/webhook-body';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createLogger } from '@solano/process';
import { requireNoSecrets, secretsOf } from '@solano/tools/log-secrets';
import { noticesReceived } from '@solano/tools/notices';
import { createTestDatabase } from '@solano/tools/test-database';
import { startService } from '../src/compose.ts';
import { conformanceTo, type Document, type Exchange } from './conformance.ts';

/** A log line of the service under test. */
interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly purchase_id?: string;
  readonly [field: string]: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The parsed body; undefined if it is no JSON. */
  readonly json: unknown;
}

export interface Call {
  readonly key?: string;
  /** Sent as JSON; a string, bytes or a form are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export const WARN = 40;

const SECRETS_KEY = 'not a secret: that of the tests of the API';

/** What the database and the folder of a service begin as copies of. */
interface Begun {
  readonly template: string;
  readonly folder: string;
}

/**
 * The whole service, composed as in production, on a database and a folder of its own, with the
 * stores to prepare and inspect what the API does not show. Disposing requires that no secret has
 * been logged.
 */
export async function openService(environment: Record<string, string> = {}, begun?: Begun) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await createTestDatabase(begun?.template));
  const folder = await mkdtemp(join(tmpdir(), 'solano-e2e-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  if (begun) await cp(begun.folder, folder, { recursive: true });
  const db = opened.use(await PostgresDatabase.connect(database.url));
  const stored = postgresStores(db);
  const stores = {
    ...stored,
    prices: noticed(stored.prices, db),
    keys: noticed(stored.keys, db),
    customers: noticed(stored.customers, db),
    secrets: new NodeSecrets(),
    cipher: new AesSecretCipher(SECRETS_KEY),
    clock: () => new Date(),
    newId: () => randomUUID(),
    messageText: webhookBody,
    digest: (text: string) => new NodeSecrets().digest(text),
  };

  const own = { DATABASE_URL: database.url, SOLANO_DATA: folder, PORT: '0', SECRETS_KEY };
  const variables = { ...own, ...environment };
  const config = readConfig(variables);
  const log: LogLine[] = [];
  const requireSilence = () => requireNoSecrets(log, secretsOf({ ...process.env, ...variables }));
  const sink = { write: (line: string) => void log.push(JSON.parse(line) as LogLine) };
  const service = opened.use(await startService(config, createLogger('debug', sink), () => {}));
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
      await addCustomer(stores, SOURCE, name);
      const { token, customer, key } = await issueKey(stores, SOURCE, name);
      return { customer, key: token, keyId: key.id };
    },
    /** Sends a request; its response has to fit the OpenAPI document. */
    call: (method: string, path: string, call?: Call) => send(service.url, method, path, call),
    /** The typed client of a customer; its responses have to fit the document too. */
    client: (key: string) => createSolanoClient({ url: service.url, key, fetch: checkedFetch }),
    /** Stops the service and leaves its database. */
    stop: () => service[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      requireSilence();
    },
  };
}

/** Calls that make PostgreSQL notify the service. */
const CHANGES = /^(put|remove|replace|update)/;

/** A store whose changes count for the service when their call ends, and not a moment later. */
function noticed<Store extends object>(store: Store, db: PostgresDatabase): Store {
  const notify = (id: string) => {
    return db.run({ text: `SELECT pg_notify('solano_keys', $1)` }, [id]);
  };
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        if (name === 'seenBy') return noticed(result as object, db);
        if (!CHANGES.test(String(name))) return result;
        return (result as Promise<unknown>).then(async (value) => {
          await noticesReceived(notify);
          return value;
        });
      };
    },
  });
}

export type TestService = Awaited<ReturnType<typeof openService>>;

type Check = (exchange: Exchange) => void;
/** By the address of the service. */
const checks = new Map<string, Promise<Check>>();
/** By the text of the document, which most services have in common: its schemas take long to compile. */
const compiled = new Map<string, Check>();

/** Checks a response against the document that its service gives of itself. */
export async function requireConforming(origin: string, exchange: Exchange): Promise<void> {
  const check = await checkOf(origin);
  check(exchange);
}

function checkOf(url: string): Promise<Check> {
  const known = checks.get(url);
  if (known) return known;
  const check = fetch(`${url}/openapi.json`)
    .then((found) => found.text())
    .then((text) => {
      const same = compiled.get(text) ?? conformanceTo(JSON.parse(text) as Document);
      compiled.set(text, same);
      return same;
    });
  checks.set(url, check);
  return check;
}

/** A fetch that requires the response to fit the OpenAPI document of the service that gives it. */
async function checkedFetch(request: Request): Promise<Response> {
  const { method, url } = request;
  const sent = parsed(await request.clone().text());
  const response = await fetch(request);
  const { status, headers } = response;
  const text = await response.clone().text();
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  await requireConforming(origin, { method, path, sent, status, headers, text });
  return response;
}

/** Sends a request to a service; its response has to fit the service's OpenAPI document. */
export async function send(
  origin: string,
  method: string,
  path: string,
  call: Call = {},
): Promise<TestResponse> {
  const { key, body, headers = {} } = call;
  const isForm = body instanceof FormData;
  const isRaw = isForm || typeof body === 'string' || body instanceof Uint8Array;
  const request = new Request(new URL(path, origin), {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const response = await checkedFetch(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { status, headers: responseHeaders } = response;
  return { status, headers: responseHeaders, bytes, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id that a response gives. */
export function idOf(found: TestResponse): string {
  return (found.json as { id: string }).id;
}

/** Reads a purchase until it is settled; the test's own timeout bounds it. */
export async function settled(service: TestService, key: string, user: string, id: string) {
  for (;;) {
    const found = await service.call('GET', `/api/v0/user/${user}/purchase/${id}/get`, { key });
    const { status } = found.json as { status: string };
    if (status === 'completed' || status === 'failed') return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
