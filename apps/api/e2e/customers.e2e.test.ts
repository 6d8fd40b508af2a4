import { SOURCE } from '@solano/domain/contracts';
import { UNUSED_SOURCE } from '@solano/domain/market';
import { issueKey, SCOPES } from '@solano/domain/service';
import { watchStatements } from '@solano/tools/statements';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, idOf, openService, type TestService } from './service.ts';

const PATH = '/api/v0/customers';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const DENIED = {
  status: 403,
  json: { detail: 'You do not have permission to perform this action.' },
};

let service: TestService;
let operator: string;
let operatorId: string;

beforeAll(async () => {
  service = await openService();
  await service.customer('Operadora');
  const issued = await issueKey(service.stores, SOURCE, 'Operadora', { scopes: ['operator'] });
  [operator, operatorId] = [issued.token, issued.key.id];
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { key: operator, ...(body && { body }) });

interface Listed {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly keys: readonly { readonly id: string; readonly revoked_at: string | null }[];
}

async function listed(name: string): Promise<Listed | undefined> {
  const { json } = await call('GET', PATH);
  return (json as Listed[]).find((customer) => customer.name === name);
}

/** The changes of a customer's data by the operator's key, newest first. */
async function changes(name: string): Promise<string[]> {
  const customer = await service.stores.customers.byName(name);
  const entries = await service.stores.audit.list({ customerId: customer?.id ?? '', limit: 100 });
  const own = entries.filter(({ actor }) => actor === `operator key ${operatorId}`);
  return own.map(({ action, subject }) => `${action} ${subject}`);
}

describe('customers', () => {
  test('a customer is added with a folder or without, and listed by name with its keys', async () => {
    const added = await call('POST', PATH, { name: 'Sol & Sombra/1' });
    expect(added).toMatchObject({
      status: 201,
      json: { name: 'Sol & Sombra/1', has_folder: true, permissions: [], keys: [] },
    });
    await call('POST', PATH, { name: 'Aire', folder: false });
    const { keyId } = await service.customer('Brisa');
    const { json } = await call('GET', PATH);
    const names = (json as Listed[]).map(({ name }) => name);
    expect(names).toEqual(['Aire', 'Brisa', 'Operadora', 'Sol & Sombra/1']);
    expect(await listed('Aire')).toEqual({
      id: expect.any(String),
      name: 'Aire',
      has_folder: false,
      permissions: [],
      last_used_at: null,
      keys: [],
    });
    expect((await listed('Brisa'))?.keys).toMatchObject([{ id: keyId, created_at: INSTANT }]);
    expect(await changes('Aire')).toEqual(['customer.add Aire']);
    expect((await service.stores.customers.byName('Aire'))?.folder).toBeNull();
  });

  test.each<[string, object, number, object]>([
    ['without a name', {}, 400, { name: ['This field is required.'] }],
    [
      'whose folder is no boolean',
      { name: 'x', folder: 'yes' },
      400,
      { folder: ['Must be a valid boolean.'] },
    ],
    [
      'of the service’s own folders',
      { name: 'market' },
      400,
      {
        error: 'The name market is reserved: the service keeps objects of its own under it.',
      },
    ],
    [
      'whose name is taken',
      { name: 'Operadora' },
      409,
      { error: 'There is a customer Operadora already.' },
    ],
  ])('a customer %s is not added', async (_, body, status, json) => {
    expect(await call('POST', PATH, body)).toMatchObject({ status, json });
  });

  test('customers and their keys are read in two statements, however many there are', async () => {
    await call('GET', PATH);
    using watch = watchStatements();
    await call('GET', PATH);
    const read = watch.sent.filter(({ text }) => /api_key|customer/.test(text));
    expect(read.length).toBe(2);
  });
});

describe('keys of a customer', () => {
  test('keys of a customer are issued with scopes that the operator’s key lacks, and revoked', async () => {
    await service.customer('Norte');
    const body = { label: 'meter', scopes: ['read', 'keys'], expires_in: '90d' };
    const issued = await call('POST', `${PATH}/Norte/keys`, body);
    expect(issued.status).toBe(201);
    expect(issued.headers.get('cache-control')).toBe('no-store');
    const { id, key, scopes } = issued.json as { id: string; key: string; scopes: string[] };
    expect(scopes).toEqual(['read', 'keys']);
    expect((await service.call('GET', '/api/v0/keys', { key })).status).toBe(200);
    expect((await listed('Norte'))?.keys.map((each) => each.id)).toContain(id);
    expect((await call('DELETE', `${PATH}/Norte/keys/${id}`)).status).toBe(204);
    const status = async () => (await service.call('GET', '/api/v0/keys', { key })).status;
    await expect.poll(status).toBe(401);
    expect(await changes('Norte')).toEqual([`key.revoke ${id}`, `key.issue ${id}`]);
  });

  test('keys of a customer have by default the scopes of its data', async () => {
    await service.customer('Centro');
    const { json } = await call('POST', `${PATH}/Centro/keys`);
    const scopes = ['read', 'plants', 'purchases', 'uploads', 'prices'];
    expect(json).toMatchObject({ label: '', scopes, expires_at: null });
  });

  test('keys with the scope operator are not issued over HTTP, not even for one’s own customer', async () => {
    for (const customer of ['Operadora', 'Centro']) {
      const body = { scopes: ['read', 'operator'] };
      expect(await call('POST', `${PATH}/${customer}/keys`, body)).toMatchObject(DENIED);
    }
  });

  test('keys are not those of another customer, and an unknown customer has none', async () => {
    const { keyId } = await service.customer('Sur');
    const unknown = { status: 404, json: { detail: 'There is no customer Oeste.' } };
    expect(await call('POST', `${PATH}/Oeste/keys`)).toMatchObject(unknown);
    expect(await call('DELETE', `${PATH}/Oeste/keys/${keyId}`)).toMatchObject(unknown);
    expect(await call('DELETE', `${PATH}/Centro/keys/${keyId}`)).toMatchObject({ status: 404 });
    expect((await listed('Sur'))?.keys).toMatchObject([{ id: keyId, revoked_at: null }]);
    const bad = await call('POST', `${PATH}/Sur/keys`, { scopes: ['write'] });
    expect(bad).toMatchObject({
      status: 400,
      json: { scopes: ['"write" is not a valid choice.'] },
    });
  });
});

describe('the permission of prices', () => {
  test('the permission of prices is granted and taken, and counts at once', async () => {
    const { key } = await service.customer('Luz/2');
    const path = `${PATH}/${encodeURIComponent('Luz/2')}/permissions/prices`;
    const prices = '/api/v0/prices/spain/md_pdbc_spain';
    const status = async () => (await service.call('GET', prices, { key })).status;
    expect(await status()).toBe(403);
    for (const _ of [1, 2]) expect((await call('PUT', path)).status).toBe(204);
    expect((await listed('Luz/2'))?.permissions).toEqual(['prices']);
    await expect.poll(status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(204);
    await expect.poll(status).toBe(403);
    const [taken, granted] = ['permission.revoke prices', 'permission.grant prices'];
    expect(await changes('Luz/2')).toEqual([taken, granted, granted]);
  });

  test('a permission or customer that is not known is not found', async () => {
    const unknown = await call('PUT', `${PATH}/Oeste/permissions/prices`);
    expect(unknown).toMatchObject({
      status: 404,
      json: { detail: 'There is no customer Oeste.' },
    });
    const other = await call('PUT', `${PATH}/Operadora/permissions/weather`);
    expect(other).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
  });
});

const REQUESTS: [method: string, path: string, body: object | undefined][] = [
  ['GET', PATH, undefined],
  ['POST', PATH, { name: 'Nadie' }],
  ['POST', `${PATH}/Operadora/keys`, {}],
  ['DELETE', `${PATH}/Operadora/keys/none`, undefined],
  ['PUT', `${PATH}/Operadora/permissions/prices`, undefined],
  ['DELETE', `${PATH}/Operadora/permissions/prices`, undefined],
];

describe('an operator', () => {
  test.each(REQUESTS)(
    'an operator alone may manage customers: %s %s',
    async (method, path, body) => {
      const scopes = SCOPES.filter((scope) => scope !== 'operator');
      const { token: key } = await issueKey(service.stores, SOURCE, 'Operadora', { scopes });
      const request: Call = { ...(body && { body }) };
      expect(await service.call(method, path, { ...request, key })).toMatchObject(DENIED);
      expect((await service.call(method, path, request)).status).toBe(401);
    },
  );

  test('an operator’s session changes customers from the console alone', async () => {
    const signedIn = await service.call('POST', '/api/v0/session', { key: operator });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await service.call('GET', PATH, { headers: { cookie } })).status).toBe(200);
    const body = { name: 'Consola' };
    expect(await service.call('POST', PATH, { headers: { cookie }, body })).toMatchObject({
      status: 403,
      json: { detail: 'CSRF check failed.' },
    });
    const headers = { cookie, 'x-solano-console': '1', origin: service.url };
    expect((await service.call('POST', PATH, { headers, body })).status).toBe(201);
  });
});

describe('the state of the service', () => {
  test('the state of the service says whose purchases and messages failed, and which source', async () => {
    const { customer, key } = await service.customer('Fallida');
    const body = { purchase: [{ datetime: '2027-01-15 20:00', purchase: 1 }] };
    const path = '/api/v0/user/ana/submit-purchase?retailer_id=r';
    const id = idOf(await service.call('POST', path, { key, body }));
    const { purchases } = service.stores;
    await expect.poll(async () => (await purchases.get(id))?.status).toBe('completed');
    const update = `/api/v0/user/ana/purchase/${id}/update`;
    const failed = { status: 'failed', outputs: [], error: 'No solver.' };
    expect((await service.call('PUT', update, { key, body: failed })).status).toBe(200);
    await service.stores.market.updateSource('nowhere', () => {
      return { ...UNUSED_SOURCE, failure: 'answered 503' };
    });
    const { json } = await call('GET', '/api/v0/service');
    const { failures } = json as { failures: { since: string; customers: object[] } };
    expect(failures).toEqual({
      since: INSTANT,
      customers: [
        {
          customer: customer.name,
          purchases: { count: 1, newest_at: INSTANT, newest_error: 'No solver.' },
          deliveries: null,
        },
      ],
      // Of configured sources only.
      sources: [],
    });
  });
});
