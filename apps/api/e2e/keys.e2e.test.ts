import { SOURCE } from '@solano/domain/contracts';
import { issueKey, type Scope, setPermission } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANT } from './plant.ts';
import { type Call, openService, type TestService } from './service.ts';

let service: TestService;
const keys = {} as Record<Scope, string>;

const NO_ID = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  service = await openService();
  await service.customer('Sol');
  await setPermission(service.stores, SOURCE, 'Sol', 'prices', true);
  for (const scope of ['read', 'plants', 'purchases', 'uploads', 'prices'] as const) {
    keys[scope] = (await issueKey(service.stores, SOURCE, 'Sol', { scopes: [scope] })).token;
  }
});
afterAll(() => service[Symbol.asyncDispose]());

function form(): FormData {
  const data = new FormData();
  data.set('plant_id', 'nowhere');
  return data;
}

/** The status for each kind of key: by its scopes, or 403. */
const ROWS: [method: string, path: string, call: Call, statuses: Partial<Record<Scope, number>>][] =
  [
    ['GET', '/api/v0/plants/', {}, { read: 200, plants: 200 }],
    ['POST', '/api/v0/plants/', { body: PLANT }, { plants: 201 }],
    ['PATCH', `/api/v0/plants/${NO_ID}/`, { body: {} }, { plants: 404 }],
    ['DELETE', `/api/v0/unavailabilities/${NO_ID}/`, {}, { plants: 404 }],
    ['GET', '/api/v0/unavailabilities/', {}, { read: 200, plants: 200 }],
    ['POST', '/api/v0/user/ana/submit-purchase/acme', { body: {} }, { purchases: 400 }],
    ['PUT', `/api/v0/user/ana/purchase/${NO_ID}/update`, { body: {} }, { purchases: 400 }],
    ['GET', `/api/v0/user/ana/purchase/${NO_ID}/get`, {}, { read: 404, purchases: 404 }],
    ['GET', '/api/v0/user/ana/purchases', {}, { read: 200, purchases: 200 }],
    ['GET', '/api/v0/user/ana/purchases/summary', {}, { read: 200, purchases: 200 }],
    ['GET', '/api/v0/strategies/ana?idretailer=acme', {}, { read: 200, purchases: 200 }],
    ['POST', '/api/v0/strategies/ana/backtests?idretailer=acme', { body: {} }, { purchases: 400 }],
    ['GET', `/api/v0/strategies/ana/backtests/${NO_ID}`, {}, { read: 404, purchases: 404 }],
    ['GET', '/api/v0/forecasts/latest/', {}, { read: 404 }],
    ['GET', '/api/v0/forecasts/normalized/', {}, { read: 404 }],
    ['GET', '/api/v0/forecasts/custom/', {}, { read: 404 }],
    ['GET', '/api/v0/forecasts/latest/export', {}, { read: 404 }],
    ['GET', '/api/v0/forecasts/normalized/export', {}, { read: 404 }],
    ['GET', '/api/v0/forecasts/custom/export', {}, { read: 404 }],
    ['POST', '/api/v0/outages/upload/', { body: form() }, { uploads: 400 }],
    ['GET', '/api/v0/outages/template.csv', {}, { read: 200, uploads: 200 }],
    ['GET', '/api/v0/outages/template.xlsx', {}, { read: 200, uploads: 200 }],
    ['POST', '/api/v0/outages/files', { body: form() }, { uploads: 400 }],
    ['GET', '/api/v0/outages/uploads', {}, { read: 200, uploads: 200 }],
    ['GET', `/api/v0/outages/uploads/${NO_ID}/file`, {}, { read: 404, uploads: 404 }],
    ['DELETE', `/api/v0/outages/uploads/${NO_ID}`, {}, { uploads: 404 }],
    ['GET', '/api/v0/prices/spain/md_pdbc_spain', {}, { prices: 404 }],
    ['GET', '/api/v0/prices/spain/md_pdbc_spain/prediction', {}, { prices: 404 }],
    ['GET', '/api/v0/prices/spain/md_pdbc_spain/evaluation', {}, { prices: 400 }],
  ];

describe('a key', () => {
  test.each(ROWS)(
    'each scope of a key permits its endpoints and no others: %s %s',
    async (method, path, call, expected) => {
      const wanted: Record<string, number> = {};
      const got: Record<string, number> = {};
      const [rejections, pages] = [new Set<string>(), new Set<string>()];
      for (const [scope, key] of Object.entries(keys)) {
        const response = await service.call(method, path, { ...call, key });
        got[scope] = response.status;
        wanted[scope] = expected[scope as Scope] ?? 403;
        if (response.status !== 403) continue;
        rejections.add(response.text);
        const [, target = ''] =
          /^<([^>]+)>; rel="help"/.exec(response.headers.get('link') ?? '') ?? [];
        pages.add(new URL(target, service.url + path).href);
      }
      expect(got).toEqual(wanted);
      const detail = 'You do not have permission to perform this action.';
      expect([...rejections]).toEqual([JSON.stringify({ detail })]);
      expect([...pages]).toEqual([`${service.url}/docs/guide/remedies.html#a-key-may-not-do-that`]);
    },
  );

  test('a key without the scope of uploads is rejected in a token upload too', async () => {
    const data = new FormData();
    data.set('token', keys.read);
    const response = await service.call('POST', '/api/v0/outages', { body: data });
    expect(response).toMatchObject({
      status: 403,
      json: { error: 'You do not have permission to perform this action.' },
    });
  });

  test('a key has the time of its last use', async () => {
    const { key, keyId, customer } = await service.customer('Eolo');
    const before = Date.now();
    await service.call('GET', '/api/v0/plants/', { key });
    await service.stop();
    const [kept] = await service.stores.keys.list(customer.id);
    expect(kept?.id).toBe(keyId);
    expect(kept?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before);
  });
});
