import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createSolanoClient, csvForm } from './client.ts';
import type { Retries } from './retry.ts';

const QUICK = { firstMs: 5, maxMs: 20 };
const PURCHASE = [{ datetime: '2026-11-23 20:15', purchase: 1.5 }];
const SUBMIT = '/api/v0/user/{user}/submit-purchase/{retailer_id}';
const PARAMS = { path: { user: 'ana', retailer_id: 'acme' } };
const BODY = { purchase: PURCHASE };

/** A server that passes each request to the next of its listeners, and all further ones to the last. */
async function serve(...listeners: RequestListener[]) {
  const seen: { readonly request: IncomingMessage; readonly body: string; readonly at: number }[] =
    [];
  const respond = async (...[request, response]: Parameters<RequestListener>) => {
    const next = listeners[Math.min(seen.length, listeners.length - 1)] as RequestListener;
    seen.push({ request, body: await text(request), at: performance.now() });
    next(request, response);
  };
  const server = createServer((...exchange) => void respond(...exchange));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    seen,
    client: (retries: Partial<Retries> = QUICK) => {
      return createSolanoClient({ url: `${url}/`, key: 'sol_a_b', retries });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Headers = Record<string, string>;
const says = (status: number, headers: Headers | (() => Headers) = {}, body: unknown = []) => {
  return ((_request, response) => {
    const own = typeof headers === 'function' ? headers() : headers;
    response.writeHead(status, { 'content-type': 'application/json', ...own });
    response.end(JSON.stringify(body));
  }) satisfies RequestListener;
};
const hangsUp: RequestListener = (request) => request.socket.destroy();

test('the client sends the key and the parameters where they belong', async () => {
  await using server = await serve(says(201));
  const { response } = await server.client().POST('/api/v0/user/{user}/submit-purchase', {
    params: { path: { user: 'ana/1' }, query: { retailer_id: 'a&b' } },
    body: { purchase: PURCHASE },
  });
  expect(response.status).toBe(201);
  const [{ request, body }] = server.seen as [(typeof server.seen)[0]];
  expect(request.url).toBe('/api/v0/user/ana%2F1/submit-purchase?retailer_id=a%26b');
  expect(request.headers.authorization).toBe('Bearer sol_a_b');
  expect(JSON.parse(body)).toEqual({ purchase: PURCHASE });
});

test('the client repeats a query parameter that has several values', async () => {
  await using server = await serve(says(200));
  await server.client().GET('/api/v0/forecasts/normalized/', {
    params: { query: { plant: ['A', 'B'], timezone: 'EUR-MAD' } },
  });
  expect(server.seen[0]?.request.url).toMatch(/\?plant=A&plant=B&timezone=EUR-MAD$/);
});

test('the client sends an upload as a form with a CSV file', async () => {
  await using server = await serve(says(201));
  await server.client().POST('/api/v0/outages/upload/', {
    body: { plant_id: 'Muxía', file: 'a;b\n' },
    bodySerializer: csvForm,
  });
  const [{ request, body }] = server.seen as [(typeof server.seen)[0]];
  expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toContain(
    'name="file"; filename="outages.csv"\r\nContent-Type: text/csv\r\n\r\na;b',
  );
});

test('the client returns a rejection as an error, at once', async () => {
  await using server = await serve(says(404, {}, { detail: 'Not found.' }));
  const { data, error } = await server.client().GET('/api/v0/plants/{plant_id}/', {
    params: { path: { plant_id: 'x' } },
  });
  expect([data, error]).toEqual([undefined, { detail: 'Not found.' }]);
  expect(server.seen).toHaveLength(1);
});

describe('the client', () => {
  test.each<[number, Record<string, string>]>([
    [429, {}],
    [503, { 'retry-after': '0' }],
  ])('the client retries after %i %j, with the same body', async (status, headers) => {
    const rejects = says(status, headers);
    await using server = await serve(rejects, rejects, says(201, {}, { id: '7' }));
    const { data } = await server.client().POST('/api/v0/user/{user}/submit-purchase', {
      params: { path: { user: 'ana' }, query: { retailer_id: 'acme' } },
      body: { purchase: PURCHASE },
    });
    expect(data).toEqual({ id: '7' });
    expect(server.seen.map(({ body }) => body)).toEqual(Array(3).fill(server.seen[0]?.body));
  });

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 1_900).toUTCString()],
  ])('the client retries as soon as Retry-After allows, given in %s', async (_form, after) => {
    const throttled = says(429, () => ({ 'retry-after': after() }));
    await using server = await serve(throttled, says(200));
    // A pause of its own would be longer than the request may take.
    const retries = { firstMs: 3_600_000, maxMs: 3_600_000, withinMs: 1_800_000 };
    await server.client(retries).GET('/api/v0/plants/');
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(800);
  });

  test('the client retries up to its limit, and returns the last response', async () => {
    await using server = await serve(says(503, {}, { detail: 'busy' }));
    const { error, response } = await server.client({ ...QUICK, tries: 3 }).GET('/api/v0/plants/');
    expect([response.status, error, server.seen.length]).toEqual([503, { detail: 'busy' }, 3]);
  });

  test('the client does not retry when the pause would be too long', async () => {
    await using server = await serve(says(429, { 'retry-after': '60' }));
    const { response } = await server.client({ withinMs: 1_000 }).GET('/api/v0/plants/');
    expect([response.status, server.seen.length]).toEqual([429, 1]);
  });

  test('the client does not retry a request that is not idempotent after 503 without Retry-After', async () => {
    await using server = await serve(says(503));
    const { response } = await server.client().POST(SUBMIT, { params: PARAMS, body: BODY });
    expect([response.status, server.seen.length]).toEqual([503, 1]);
  });

  test('the client retries a request with an Idempotency-Key after any 503', async () => {
    await using server = await serve(says(503), says(201));
    const params = { ...PARAMS, header: { 'Idempotency-Key': 'k' } };
    const { response } = await server.client().POST(SUBMIT, { params, body: BODY });
    expect([response.status, server.seen.length]).toEqual([201, 2]);
  });

  test.each([500, 502, 400])('the client does not retry after %i', async (status) => {
    await using server = await serve(says(status));
    const { response } = await server.client().GET('/api/v0/plants/');
    expect([response.status, server.seen.length]).toEqual([status, 1]);
  });
});

describe('a request without a response', () => {
  test('a request without a response is retried when it only reads', async () => {
    await using server = await serve(hangsUp, says(200));
    expect((await server.client().GET('/api/v0/plants/')).response.status).toBe(200);
  });

  test('a request without a response is retried when it has an Idempotency-Key', async () => {
    await using server = await serve(hangsUp, says(201));
    const header = { 'Idempotency-Key': 'k' };
    const { response } = await server.client().POST(SUBMIT, {
      params: { ...PARAMS, header },
      body: BODY,
    });
    expect([response.status, server.seen.length]).toEqual([201, 2]);
    expect(server.seen[1]?.request.headers['idempotency-key']).toBe('k');
  });

  test('a request without a response is not retried when it is not idempotent', async () => {
    await using server = await serve(hangsUp);
    await expect(server.client().POST(SUBMIT, { params: PARAMS, body: BODY })).rejects.toThrow(
      'fetch failed',
    );
    expect(server.seen).toHaveLength(1);
  });

  test('a request without a response ends with the last error after the last attempt', async () => {
    await using server = await serve(hangsUp);
    const call = server.client({ ...QUICK, tries: 2 }).GET('/api/v0/plants/');
    await expect(call).rejects.toThrow('fetch failed');
    expect(server.seen).toHaveLength(2);
  });
});

describe('a signal', () => {
  test('a signal ends the pause', async () => {
    await using server = await serve(says(429, { 'retry-after': '60' }));
    const caller = new AbortController();
    const call = server.client().GET('/api/v0/plants/', { signal: caller.signal });
    while (server.seen.length === 0) await new Promise(setImmediate);
    caller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  test('a signal ends a request that gets no response', async () => {
    const caller = new AbortController();
    await using server = await serve(() => caller.abort(new Error('enough')));
    const call = server.client().GET('/api/v0/plants/', { signal: caller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});
