import { SOURCE } from '@solano/domain/contracts';
import { setStrategies } from '@solano/domain/desk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let customerId: string;

beforeAll(async () => {
  service = await openService();
  const made = await service.customer('Norte');
  ({ key } = made);
  customerId = made.customer.id;
});
afterAll(() => service[Symbol.asyncDispose]());

function list(path: string) {
  return service.call('GET', `/api/v0/strategies${path}`, { key });
}

test('the list has every model with its parameters, and models 6 to 8 are off', async () => {
  const response = await list('/ana?idretailer=acme');
  expect(response.status).toBe(200);
  const models = response.json as { idmodel: number; enabled: boolean }[];
  expect(models.map(({ idmodel, enabled }) => [idmodel, enabled])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, true],
    [5, true],
    [6, false],
    [7, false],
    [8, false],
  ]);
  for (const model of models) {
    expect(Object.keys(model).toSorted()).toEqual(
      ['idmodel', 'name', 'description', 'sessions', 'inputs', 'parameters', 'enabled'].toSorted(),
    );
  }
});

test('the list has the settings of that user and retailer, and of no other', async () => {
  const owner = { customerId, user: 'ana', retailer: 'own' };
  const settings = [{ idmodel: 6, enabled: true, parameters: { max_resale_percent: 10 } }];
  await setStrategies(service.stores, SOURCE, owner, settings);
  expect((await list('/ana/?idretailer=own')).json).toMatchObject([
    { idmodel: 1, enabled: true },
    {},
    {},
    {},
    {},
    { enabled: true, parameters: { max_resale_percent: 10, fee_eur_per_mwh: 0.25 } },
    {},
    {},
  ]);
  expect((await list('/eva?idretailer=own')).json).toMatchObject([
    {},
    {},
    {},
    {},
    {},
    { enabled: false },
    {},
    {},
  ]);
});

test.each([
  ['?idretailer=acme', 'Missing required parameter: user'],
  ['/?idretailer=acme', 'Missing required parameter: user'],
  ['/ana', 'Missing required parameter: retailer_id'],
  ['/ana?idretailer=', 'Missing required parameter: retailer_id'],
  ['/ana?retailer_id=acme', 'Missing required parameter: retailer_id'],
])('the path %s is rejected: %s', async (path, error) => {
  expect(await list(path)).toMatchObject({ status: 400, json: { error } });
});

test('a request without a key is rejected', async () => {
  const response = await service.call('GET', '/api/v0/strategies/ana?idretailer=acme');
  expect(response).toMatchObject({
    status: 401,
    json: { detail: 'Authentication credentials were not provided.' },
  });
});
