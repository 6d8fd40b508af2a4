import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeSecrets } from '@solano/crypto';
import type { Caller } from '@solano/domain/service';
import { createLogger } from '@solano/process';
import type { Request, Response } from 'express';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { MinuteRateLimit } from '../authentication/rate-limit.ts';
import { WorkLimit } from '../http/work-limit.ts';
import { observeHttp } from './http-metrics.ts';
import { ReadyResponses, readyFirst } from './ready-responses.ts';

const SECRETS = new NodeSecrets();
const SECRET = SECRETS.newSecret();
const PATH = '/api/v0/things';

function aCaller(id: string, name: string): Caller {
  const key = {
    id,
    customerId: name,
    label: '',
    digest: SECRETS.digest(SECRET),
    scopes: ['read'],
    createdAt: new Date(0),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  } as const;
  return { key, customer: { id: name, name, folder: null, permissions: [] } };
}

/** A server whose application keeps what it sends, and counts its requests. */
async function opened() {
  const state = { revision: '1', made: 0, uses: 0, padding: '', isFaulty: false };
  const registry = new Registry();
  const observe = observeHttp(registry);
  const callers = new Map(['a', 'b'].map((id) => [id.repeat(12), aCaller(id.repeat(12), id)]));
  const ready = new ReadyResponses();
  const rateLimit = new MinuteRateLimit(50);
  const lines: string[] = [];
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    observe(req as Request, res as Response, () => {});
    const name = ready.nameOf(req);
    const caller = callers.get(/sol_(\w{12})_/.exec(req.headers.authorization ?? '')?.[1] ?? '');
    if (!caller) {
      res.writeHead(401).end();
      return;
    }
    state.made += 1;
    await rateLimit.countCustomer('key', caller.customer, res);
    const { revision } = state;
    const body = Buffer.from(
      `${caller.customer.name} ${revision} ${req.headers.accept}${state.padding}`,
    );
    res.setHeader('ETag', `"${revision}"`);
    res.setHeader('Content-Length', body.length);
    res.end(body);
    const read = async () => state.revision;
    if (name) ready.put(name, res as Response, { caller, state: { revision, read }, body });
  };
  const deps = {
    ready,
    rateLimit,
    secrets: SECRETS,
    clock: () => new Date(),
    callers: { find: async (id: string) => callers.get(id) },
    recordKeyUse: () => {
      if (state.isFaulty) throw new Error('no room');
      state.uses += 1;
    },
    work: new WorkLimit(9),
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
    observe,
  };
  const app: RequestListener = (req, res) => void respond(req, res);
  const server = createServer(readyFirst(deps, app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (id = 'a', accept = 'application/json', secret = SECRET) => {
    const authorization = `Bearer sol_${id.repeat(12)}_${secret}`;
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      headers: { authorization, accept },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** How many requests the metrics have. */
  const observed = async () => {
    const metric = await registry.getSingleMetric('http_requests_total')?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0);
  };
  return {
    state,
    callers,
    lines,
    get,
    observed,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** How many requests of the customer are left. */
function leftOf({ headers }: { readonly headers: Headers }): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

test('a ready response has the head and body of the first, and an id, a limit and a log line of its own', async () => {
  await using site = await opened();
  const all = [await site.get(), await site.get(), await site.get()];
  expect(site.state).toMatchObject({ made: 1, uses: 2 });
  for (const { status, text, headers } of all) {
    expect([status, text]).toEqual([200, 'a 1 application/json']);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('content-length')).toBe(String(text.length));
  }
  expect(all.map(leftOf)).toEqual([49, 48, 47]);
  const ids = all.slice(1).map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  const logged = site.lines.map((line) => JSON.parse(line) as { req: { id: string } });
  expect(logged.map(({ req }) => req.id)).toEqual(ids);
});

test('a ready response is made anew after a change of what it depends on, and is counted once', async () => {
  await using site = await opened();
  await site.get();
  site.state.revision = '2';
  const changed = await site.get();
  expect([changed.text, leftOf(changed)]).toEqual(['a 2 application/json', 48]);
  expect((await site.get()).text).toBe('a 2 application/json');
  expect(site.state.made).toBe(2);
});

test('a ready response is of one key and one set of headers', async () => {
  await using site = await opened();
  await site.get();
  expect((await site.get('b')).text).toBe('b 1 application/json');
  expect((await site.get('a', 'text/csv')).text).toBe('a 1 text/csv');
  expect(site.state.made).toBe(3);
});

test('a ready response is not sent where the key has changed, is gone or has another secret', async () => {
  await using site = await opened();
  await site.get();
  await site.get('a', 'application/json', SECRETS.newSecret());
  expect(site.state).toMatchObject({ made: 2, uses: 0 });
  const [id, caller] = [...site.callers][0] as [string, Caller];
  site.callers.set(id, { ...caller, customer: { ...caller.customer, permissions: ['prices'] } });
  await site.get();
  expect(site.state.made).toBe(3);
  site.callers.delete(id);
  expect((await site.get()).status).toBe(401);
  expect(site.state.uses).toBe(0);
});

test('a ready response is counted once by the metrics, and so is one that is made anew', async () => {
  await using site = await opened();
  await site.get();
  await site.get();
  site.state.revision = '2';
  await site.get();
  await expect.poll(() => site.observed()).toBe(3);
});

test('a ready response is made anew once its body had to leave, and one with a long name is not kept', async () => {
  await using site = await opened();
  site.state.padding = 'x'.repeat(1_500_000);
  const types = Array.from({ length: 12 }, (_, i) => `text/x-${i}`);
  for (const type of types) await site.get('a', type);
  await site.get('a', types.at(-1));
  expect(site.state.made).toBe(12);
  const { status, text } = await site.get('a', types[0]);
  expect([status, text.length]).toEqual([200, 1_500_012]);
  expect(site.state.made).toBe(13);

  site.state.padding = '';
  const long = `text/${'x'.repeat(2_000)}`;
  await site.get('a', long);
  await site.get('a', long);
  expect(site.state.made).toBe(15);
});

test('a fault while a ready response is sent is logged, and ends the connection', async () => {
  await using site = await opened();
  await site.get();
  site.state.isFaulty = true;
  await expect(site.get()).rejects.toThrow('fetch failed');
  const messages = site.lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toContain('request failed');
  site.state.isFaulty = false;
  expect((await site.get()).status).toBe(200);
});
