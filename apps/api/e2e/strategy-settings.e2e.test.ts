import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Otra'));
});
afterAll(() => service[Symbol.asyncDispose]());

function call(method: string, query: string, options: { body?: unknown; key?: string } = {}) {
  const path = `/api/v0/strategies/ana/settings?${query}`;
  return service.call(method, path, { key, ...options });
}

const enabled = ({ json }: { json: unknown }) =>
  (json as { idmodel: number; enabled: boolean }[])
    .filter((model) => model.enabled)
    .map(({ idmodel }) => idmodel);

test('settings are put and read, and every version stays', async () => {
  const before = await call('GET', 'idretailer=acme');
  expect(before.status).toBe(200);
  expect(before.headers.get('x-settings-version')).toBe('0');
  const off = (idmodel: number) => [{ idmodel, enabled: false }];
  const first = await call('PUT', 'idretailer=acme', { body: off(1) });
  expect([first.status, first.headers.get('x-settings-version')]).toEqual([200, '1']);
  expect(enabled(first)).toEqual([2, 3, 4, 5]);
  await call('PUT', 'idretailer=acme', { body: off(2) });
  const newest = await call('GET', 'idretailer=acme');
  expect(newest.headers.get('x-settings-version')).toBe('2');
  expect(enabled(newest)).toEqual([1, 3, 4, 5]);
  expect((await call('GET', 'idretailer=acme&version=1')).json).toEqual(first.json);
  expect(enabled(await call('GET', 'idretailer=acme&version=0'))).toEqual([1, 2, 3, 4, 5]);
  expect(await call('GET', 'idretailer=acme&version=3')).toMatchObject({ status: 404 });
});

test('settings that were read can be put again', async () => {
  const { json } = await call('GET', 'idretailer=again');
  const response = await call('PUT', 'idretailer=again', { body: json });
  expect(response).toMatchObject({ status: 200, json });
});

test('settings with errors are rejected with every error named', async () => {
  const body = [{ idmodel: 9 }, { idmodel: 2, parameters: { weights_percent: { MD: -1 } } }];
  const response = await call('PUT', 'idretailer=bad', { body });
  expect(response.status).toBe(400);
  const { error } = response.json as { error: string };
  expect(error).toContain('[0].idmodel must be one of');
  expect(error).toContain('[1].parameters.weights_percent.MD must be a number');
  const shape = await call('PUT', 'idretailer=bad', { body: {} });
  expect(shape).toMatchObject({
    status: 400,
    json: { error: 'The settings must be an array of models.' },
  });
  expect((await call('GET', 'idretailer=bad')).headers.get('x-settings-version')).toBe('0');
});

test('settings belong to one customer', async () => {
  await call('PUT', 'idretailer=own', { body: [{ idmodel: 6, enabled: true }] });
  expect(enabled(await call('GET', 'idretailer=own', { key: otherKey }))).not.toContain(6);
  expect((await service.call('GET', '/api/v0/strategies/ana/settings?idretailer=own')).status).toBe(
    401,
  );
});
