import { randomUUID } from 'node:crypto';
import { HmacCallbackTokens, NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dial } from '../test/server.ts';
import { openService, type TestResponse, type TestService, WARN } from './service.ts';

const PER_MINUTE = 5;
const PLANTS = '/api/v0/plants';

let service: TestService;
beforeAll(async () => {
  service = await openService({
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    TRUSTED_PROXIES: '127.0.0.0/8',
    MAX_JSON_BYTES: '2000',
    MAX_UPLOAD_BYTES: '2000',
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Returns a key without counted requests. */
async function freshKey(): Promise<string> {
  return (await service.customer(randomUUID())).key;
}

function limitsOf({ headers }: TestResponse) {
  const names = ['RateLimit-Policy', 'RateLimit', 'Retry-After'];
  return names.map((name) => headers.get(name)?.replace(/t=([1-5]?\d|60)$/, 't=…') ?? null);
}

describe('the limit of requests per minute', () => {
  const policy = `"default";q=${PER_MINUTE};w=60`;

  test('the limit of requests throttles a customer until the minute is over', async () => {
    const key = await freshKey();
    for (let left = PER_MINUTE - 1; left >= 0; left -= 1) {
      const response = await service.call('GET', PLANTS, { key });
      expect(response.status).toBe(200);
      expect(limitsOf(response)).toEqual([policy, `"default";r=${left};t=…`, null]);
    }
    const response = await service.call('GET', PLANTS, { key });
    expect(response).toMatchObject({ status: 429, json: { detail: 'Request was throttled.' } });
    expect(limitsOf(response)).toEqual([policy, '"default";r=0;t=…', expect.any(String)]);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(await service.call('GET', PLANTS, { key: await freshKey() })).toMatchObject({
      status: 200,
    });
  });

  test('the limit of requests is in the headers of failed requests, too', async () => {
    const key = await freshKey();
    const missing = await service.call('GET', `${PLANTS}/${randomUUID()}`, { key });
    expect(missing.status).toBe(404);
    expect(limitsOf(missing)).toEqual([policy, '"default";r=4;t=…', null]);
    const wrong = await service.call('DELETE', PLANTS, { key });
    expect(wrong.status).toBe(405);
    expect(limitsOf(wrong)).toEqual([policy, '"default";r=3;t=…', null]);
  });

  test('the keys of a customer count together, token uploads too, and its sessions together', async () => {
    const { key, customer } = await service.customer(randomUUID());
    const { token } = await issueKey(service.stores, SOURCE, customer.id);
    const signIn = async () => {
      const { headers } = await service.call('POST', '/api/v0/session', { key });
      return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
    };
    const sessions = [await signIn(), await signIn()];
    const body = new FormData();
    body.append('token', key);
    expect((await service.call('POST', '/api/v0/outages', { body })).status).toBe(400);
    for (const each of [token, key]) {
      expect((await service.call('GET', PLANTS, { key: each })).status).toBe(200);
    }
    for (const each of [token, key]) {
      expect((await service.call('GET', PLANTS, { key: each })).status).toBe(429);
    }
    expect((await service.call('POST', '/api/v0/outages', { body })).status).toBe(429);
    for (let i = 0; i < PER_MINUTE; i += 1) {
      const headers = sessions[i % 2] ?? {};
      expect((await service.call('GET', PLANTS, { headers })).status).toBe(200);
    }
    for (const headers of sessions) {
      expect((await service.call('GET', PLANTS, { headers })).status).toBe(429);
    }
  });

  test('bad keys count by address, and do not affect good ones', async () => {
    const headers = { 'x-forwarded-for': '2001:db8::1' };
    const bad = (from = headers) =>
      service.call('GET', PLANTS, { key: 'sol_nobody_x', headers: from });
    for (let i = 0; i < PER_MINUTE; i += 1) expect((await bad()).status).toBe(403);
    const response = await bad({ 'x-forwarded-for': '2001:db8::2' });
    expect(response.status).toBe(429);
    expect(limitsOf(response)).toEqual([policy, '"default";r=0;t=…', expect.any(String)]);
    expect((await bad({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(403);
    const good = await service.call('GET', PLANTS, { key: await freshKey(), headers });
    expect(good.status).toBe(200);
    expect(limitsOf(good)).toEqual([policy, '"default";r=4;t=…', null]);
  });

  test('uploads with the testing token count by address', async () => {
    const upload = (address: string) => {
      const body = new FormData();
      body.append('token', 'testing-token');
      body.append('file', new File(['x'], 'a.csv', { type: 'text/csv' }));
      const headers = { 'x-forwarded-for': address };
      return service.call('POST', '/api/v0/outages', { body, headers });
    };
    for (let i = 0; i < PER_MINUTE; i += 1) {
      expect((await upload('203.0.113.1')).status).toBe(200);
    }
    const response = await upload('203.0.113.1');
    expect(response.status).toBe(429);
    expect(limitsOf(response)).toEqual([policy, '"default";r=0;t=…', expect.any(String)]);
    expect((await upload('203.0.113.2')).status).toBe(200);
  });

  test('the document and its pages count by address, and no other public path does', async () => {
    const paths = ['/docs/', '/openapi.json', '/docs/start.js', '/docs', '/openapi.json'];
    expect(paths).toHaveLength(PER_MINUTE);
    const ask = (path: string, address = '203.0.113.3') =>
      fetch(`${service.url}${path}`, {
        headers: { 'x-forwarded-for': address },
        redirect: 'manual',
      });
    for (const path of paths) expect((await ask(path)).status).toBeLessThan(400);
    const response = await ask('/docs/');
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({ detail: 'Request was throttled.' });
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect((await ask('/docs/', '203.0.113.4')).status).toBe(200);
    for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status).toBe(200);
  });

  test('bad callback tokens count by address', async () => {
    const update = (address: string) =>
      service.call('PUT', `/api/v0/user/u/purchase/${randomUUID()}/update`, {
        key: new HmacCallbackTokens(new NodeSecrets().newSecret()).issue(randomUUID(), new Date()),
        body: { outputs: [] },
        headers: { 'x-forwarded-for': address },
      });
    for (let i = 0; i < PER_MINUTE; i += 1) {
      expect((await update('198.51.100.1')).status).toBe(401);
    }
    const response = await update('198.51.100.1');
    expect(response.status).toBe(429);
    expect(limitsOf(response)).toEqual([policy, '"default";r=0;t=…', expect.any(String)]);
    expect((await update('198.51.100.2')).status).toBe(401);
  });

  test('the limit of requests can be turned off', async () => {
    await using free = await openService({ RATE_LIMIT_PER_MINUTE: '0' });
    const { key } = await free.customer('Norte');
    const response = await free.call('GET', PLANTS, { key });
    expect([response.status, ...limitsOf(response)]).toEqual([200, null, null, null]);
  });
});

describe('the limit of bytes', () => {
  const TOO_LARGE = { status: 413, json: { detail: 'Request body is too large.' } };

  test('the limit of bytes holds for a body and for a file', async () => {
    const key = await freshKey();
    const body = JSON.stringify({ name: 'x'.repeat(2000) });
    expect(await service.call('POST', PLANTS, { key, body })).toMatchObject(TOO_LARGE);
    const form = new FormData();
    form.set('file', new File(['x'.repeat(2100)], 'a.csv', { type: 'text/csv' }));
    const upload = await service.call('POST', '/api/v0/outages/upload', { key, body: form });
    expect(upload).toMatchObject(TOO_LARGE);
  });

  test('the second of two bodies of one caller that do not fit at once is rejected', async () => {
    const key = await freshKey();
    const { port } = new URL(service.url);
    const begin = async () => {
      const caller = await dial(Number(port));
      const origin = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1300000`;
      const type = 'Content-Type: multipart/form-data; boundary=x';
      caller.send(`POST /api/v0/outages/upload HTTP/1.1\r\n${origin}\r\n${type}\r\n\r\n`);
      caller.send('x'.repeat(1_000_000));
      return caller;
    };
    const callers = await Promise.all([begin(), begin()]);
    const response = await Promise.race(callers.map((caller) => caller.saw('}')));
    expect(response).toMatch(/^HTTP\/1\.1 503 /);
    expect(response).toMatch(/^Retry-After: 1\r$/m);
    expect(response).toContain('{"detail":"The service is busy. Try again soon."}');
    for (const caller of callers) caller.socket.destroy();
  });
});

describe('the limit of values', () => {
  test('the values of a large body are counted before it is parsed, while others are served', async () => {
    await using large = await openService();
    const { key } = await large.customer('Norte');
    const body = `{"purchase":[${'{},'.repeat(7_000_000)}{}]}`;
    const path = '/api/v0/user/u/submit-purchase/r';
    const rejected = large.call('POST', path, { key, body });
    expect((await fetch(`${large.url}/healthz`)).status).toBe(200);
    expect(await rejected).toMatchObject({
      status: 400,
      json: { error: 'Request body holds more than 431632 values.' },
    });
  });

  test.each<[string, string, string]>([
    ['nested', '['.repeat(300_000), 'Request body is nested too deeply.'],
    ['many', `{"name":[${'1,'.repeat(150_000)}`, 'Request body holds more than 10000 values.'],
  ])('a record with too %s values is rejected', async (_what, body, error) => {
    await using large = await openService();
    const { key } = await large.customer('Norte');
    expect(await large.call('POST', PLANTS, { key, body })).toMatchObject({
      status: 400,
      json: { error },
    });
  });
});

test('requests beyond the limit of those in work are rejected with 503', async () => {
  await using small = await openService({ MAX_REQUESTS_IN_WORK: '1' });
  const { key } = await small.customer('Norte');
  const list = () => small.call('GET', PLANTS, { key });
  const waiting = {
    text: `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  };
  const { first } = await small.database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE plant IN ACCESS EXCLUSIVE MODE' }, []);
    const call = list();
    await expect.poll(() => small.database.run(waiting, [])).toHaveLength(1);
    const busy = await list();
    expect(busy).toMatchObject({
      status: 503,
      json: { detail: 'The service is busy. Try again soon.' },
    });
    expect(busy.headers.get('Retry-After')).toBe('1');
    expect((await fetch(`${small.url}/healthz`)).status).toBe(200);
    return { first: call };
  });
  expect((await first).status).toBe(200);
  expect((await list()).status).toBe(200);
  expect(small.log.filter(({ level }) => level > WARN)).toEqual([]);
});

test('the headers of a response and of a rejection have limits', async () => {
  const key = await freshKey();
  const responses = [
    await service.call('GET', PLANTS, { key }),
    await service.call('GET', PLANTS),
    await service.call('GET', '/nowhere'),
  ];
  for (const { headers } of responses) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
  }
});
