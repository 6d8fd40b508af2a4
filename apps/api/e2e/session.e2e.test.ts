import { SOURCE } from '@solano/domain/contracts';
import { issueKey, issueSignInCode, revokeKey } from '@solano/domain/service';
import { ownAddress } from '@solano/tools/own-address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANT } from './plant.ts';
import { type Call, openService, send, type TestResponse, type TestService } from './service.ts';

const PATH = '/api/v0/session';
const CSRF = { status: 403, json: { detail: 'CSRF check failed.' } };

let service: TestService;
let key: string;
let keyId: string;

beforeAll(async () => {
  service = await openService();
  ({ key, keyId } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

/** The `Cookie` header of a session that the call begins. */
async function signIn(call: Call = { key }): Promise<string> {
  return cookieOf(await service.call('POST', PATH, call));
}

function cookieOf(response: TestResponse): string {
  expect(response.status).toBe(204);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Returns the headers that the console sends. */
const fromConsole = (cookie: string) => ({
  cookie,
  'x-solano-console': '1',
  origin: service.url,
});

describe('a session', () => {
  test('a session is a cookie that scripts cannot read, for this site alone', async () => {
    const response = await service.call('POST', PATH, { key });
    expect(response.status).toBe(204);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [pair, ...rules] = (response.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(/^solano_session=[0-9A-Za-z]{27,}$/);
    const expires = rules.find((rule) => rule.startsWith('Expires='))?.slice(8) ?? '';
    const lifeMs = Date.parse(expires) - Date.parse(response.headers.get('date') ?? '');
    expect(Math.abs(lifeMs - 12 * 3_600_000)).toBeLessThan(60_000);
    expect(rules).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Strict']));
    expect(rules).toHaveLength(4);
  });

  test('a session acts as its key', async () => {
    const cookie = await signIn();
    const response = await service.call('GET', PATH, { headers: { cookie } });
    const scopes = ['read', 'plants', 'purchases', 'uploads', 'prices'];
    const expires_at = expect.stringMatching(/Z$/);
    const customer = { customer: 'Norte', permissions: [] };
    expect(response.json).toEqual({ ...customer, label: '', scopes, expires_at });
    const plants = await service.call('GET', '/api/v0/plants/', { headers: { cookie } });
    expect(plants.status).toBe(200);
  });

  test('a session is counted apart from keys', async () => {
    // The service is the test's own, so that no minute ends meanwhile.
    const { token: own } = await issueKey(service.stores, SOURCE, 'Norte');
    const cookie = await signIn({ key: own });
    const left = async (call: Call) =>
      (await service.call('GET', PATH, call)).headers.get('ratelimit')?.match(/r=(\d+)/)?.[1];
    await left({ key: own });
    const byKey = Number(await left({ key: own }));
    const bySession = Number(await left({ headers: { cookie } }));
    expect(Number(await left({ key: own }))).toBe(byKey - 1);
    expect(Number(await left({ headers: { cookie } }))).toBe(bySession - 1);
    expect(bySession).not.toBe(byKey);
  });

  test('a session ends at DELETE, for this browser alone', async () => {
    const [cookie, other] = [await signIn(), await signIn()];
    const ended = await service.call('DELETE', PATH, { headers: fromConsole(cookie) });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/^solano_session=;.*Expires=Thu, 01 Jan 1970/);
    const after = await service.call('GET', PATH, { headers: { cookie } });
    expect([after.status, after.json]).toEqual([401, { detail: 'Invalid token.' }]);
    expect((await service.call('GET', PATH, { headers: { cookie: other } })).status).toBe(200);
  });

  test('a session ends with its key', async () => {
    const { token, key: own } = await issueKey(service.stores, SOURCE, 'Norte');
    const cookie = await signIn({ key: token });
    await revokeKey(service.stores, SOURCE, own.id);
    expect((await service.call('GET', PATH, { headers: { cookie } })).status).toBe(401);
  });

  test('a session has a lower limit than a key', async () => {
    const headers = { cookie: await signIn() };
    const { key: other } = await service.customer('Sur');
    const response = await service.call('GET', PATH, { key: other, headers });
    expect(response.json).toMatchObject({ customer: 'Sur', expires_at: null });
    const bad = { ...headers, authorization: 'Bearer sol_x_y' };
    expect((await service.call('GET', PATH, { headers: bad })).status).toBe(401);
  });
});

describe('a change by a session', () => {
  const create = (headers: Record<string, string>) =>
    service.call('POST', '/api/v0/plants/', {
      headers,
      body: { ...PLANT, name: crypto.randomUUID() },
    });

  test('a change by a session is accepted from the console', async () => {
    expect((await create(fromConsole(await signIn()))).status).toBe(201);
  });

  test.each<[string, (headers: ReturnType<typeof fromConsole>) => Record<string, string>]>([
    ['without an Origin', ({ cookie }) => ({ cookie, 'x-solano-console': '1' })],
    ['of another host', (headers) => ({ ...headers, origin: 'https://evil.example' })],
    ['of another port', (headers) => ({ ...headers, origin: 'http://127.0.0.1:1' })],
    ['of another scheme', (h) => ({ ...h, origin: String(h.origin).replace('http', 'https') })],
    ['of nowhere', (headers) => ({ ...headers, origin: 'null' })],
    ['without its header', ({ cookie, origin }) => ({ cookie, origin })],
    ['with another header', (headers) => ({ ...headers, 'x-solano-console': 'true' })],
  ])('a change by a session is rejected %s', async (_, change) => {
    expect(await create(change(fromConsole(await signIn())))).toMatchObject(CSRF);
  });

  test('a change by a session is authenticated first, then rejected before any other check', async () => {
    const cookie = await signIn();
    const unknown = await service.call('PUT', '/api/v0/plants/', { headers: { cookie } });
    expect(unknown).toMatchObject(CSRF);
    const nobody = await create({ cookie: 'solano_session=unknown' });
    expect([nobody.status, nobody.json]).toEqual([403, { detail: 'Invalid token.' }]);
  });

  test('a change by a session is no update of a purchase, which takes keys and callback tokens only', async () => {
    const path = `/api/v0/user/ana/purchase/${crypto.randomUUID()}/update`;
    const cookie = await signIn();
    const missing = { detail: 'Authentication credentials were not provided.' };
    for (const headers of [fromConsole(cookie), { cookie }]) {
      const response = await service.call('PUT', path, { headers, body: { outputs: [] } });
      expect([response.status, response.json]).toEqual([401, missing]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    const byKey = await service.call('PUT', path, { key, body: { outputs: [] } });
    expect(byKey.status).toBe(404);
  });

  test('a change with a key needs no origin', async () => {
    const response = await service.call('DELETE', PATH, { key });
    expect(response.status).toBe(204);
  });
});

describe('a sign-in link', () => {
  test('a sign-in link begins one session', async () => {
    const code = await issueSignInCode(service.stores, keyId);
    const cookie = await signIn({ body: { code } });
    const response = await service.call('GET', PATH, { headers: { cookie } });
    expect(response.json).toMatchObject({ customer: 'Norte' });
    const again = await service.call('POST', PATH, { body: { code } });
    const detail = 'The sign-in link is not valid any more.';
    expect([again.status, again.json]).toEqual([401, { detail }]);
  });

  test('a sign-in link is consumed only by POST', async () => {
    const code = await issueSignInCode(service.stores, keyId);
    await service.call('GET', `${PATH}?code=${code}`);
    await signIn({ body: { code } });
  });

  test.each([{}, { code: 7 }, { code: '' }, []])(
    'a sign-in body without a code is rejected: %j',
    async (body) => {
      const response = await service.call('POST', PATH, { body });
      const detail = 'Authentication credentials were not provided.';
      expect([response.status, response.json]).toEqual([401, { detail }]);
    },
  );

  test('a sign-in link is rejected in a form, which another site could send', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await service.call('POST', PATH, { headers, body: '{}' })).status).toBe(415);
  });
});

test('wrong sign-in codes are counted by address and stop codes alone', async () => {
  await using small = await openService({ RATE_LIMIT_PER_MINUTE: '3' });
  const { key: own, keyId: id } = await small.customer('Norte');
  const code = await issueSignInCode(small.stores, id);
  const redeem = (text: string) => small.call('POST', PATH, { body: { code: text } });
  for (let i = 0; i < 3; i += 1) expect((await redeem(`wrong${i}`)).status).toBe(401);
  const throttled = await redeem(code);
  expect([throttled.status, throttled.json]).toEqual([429, { detail: 'Request was throttled.' }]);
  expect(throttled.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await small.call('POST', PATH, { key: own })).status).toBe(204);
});

test('right sign-in codes are not counted', async () => {
  await using small = await openService({ RATE_LIMIT_PER_MINUTE: '1' });
  const { keyId: id } = await small.customer('Norte');
  for (let i = 0; i < 3; i += 1) {
    const code = await issueSignInCode(small.stores, id);
    expect((await small.call('POST', PATH, { body: { code } })).status).toBe(204);
  }
});

test('a key signs in twenty times at once, and the next sign-in says what to do', async () => {
  await using own = await openService();
  const { key: desk } = await own.customer('Norte');
  const attempts = Array.from({ length: 25 }, () => own.call('POST', PATH, { key: desk }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  const rejected = await own.call('POST', PATH, { key: desk });
  const error = 'A key has at most 20 sessions: sign out of one, or use another key.';
  expect([rejected.status, rejected.json]).toEqual([409, { error }]);
});

test('the cookie is for its host and https alone if the service is reached that way', async () => {
  const { host: HOST, port, address } = ownAddress();
  const PUBLIC_URL = 'https://solano.example:8443/';
  await using secure = await openService({ HOST, PORT: String(port), PUBLIC_URL });
  const { key: own } = await secure.customer('Norte');
  const call = (method: string, more: Call) => send(`http://${address}`, method, PATH, more);
  const begun = await call('POST', { key: own });
  const cookie = begun.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^__Host-solano=[^;]+; .*Path=\/.*Secure/);
  const headers = { cookie: cookie.split(';')[0] as string, 'x-solano-console': '1' };
  const statuses = [];
  for (const origin of ['https://solano.example', 'https://solano.example:8443']) {
    statuses.push((await call('DELETE', { headers: { ...headers, origin } })).status);
  }
  expect(statuses).toEqual([403, 204]);
});
