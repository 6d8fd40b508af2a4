import { SOURCE } from '@solano/domain/contracts';
import { setPermission } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;

const ID = '00000000-0000-4000-8000-000000000000';
const INTERNAL = { detail: 'Internal server error.' };
const purchase = { purchase: [{ datetime: '2026-11-23 20:00', purchase: 1 }] };

/** Every table except those that authentication reads. */
const TABLES = [
  'plant',
  'unavailability',
  'purchase',
  'strategy_setting',
  'price_prediction',
  'realised_price',
];

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Sol'));
  await setPermission(service.stores, SOURCE, 'Sol', 'prices', true);
  // The statements are prepared while the tables exist.
  await service.call('GET', '/api/v0/plants/', { key });
  for (const table of TABLES) await rename(table, `${table}_away`);
});
afterAll(async () => {
  for (const table of TABLES) await rename(`${table}_away`, table);
  await service[Symbol.asyncDispose]();
});

async function rename(from: string, to: string): Promise<void> {
  await service.database.run({ text: `ALTER TABLE ${from} RENAME TO ${to}` }, []);
}

describe('a fault of the service', () => {
  test.each<[string, string, object | undefined, object]>([
    ['GET', '/api/v0/plants/', undefined, INTERNAL],
    ['GET', `/api/v0/plants/${ID}/`, undefined, INTERNAL],
    ['DELETE', `/api/v0/plants/${ID}/`, undefined, INTERNAL],
    ['GET', '/api/v0/unavailabilities/', undefined, INTERNAL],
    ['GET', `/api/v0/user/ana/purchase/${ID}/get`, undefined, INTERNAL],
    ['PUT', `/api/v0/user/ana/purchase/${ID}/update`, { outputs: [] }, INTERNAL],
    [
      'GET',
      '/api/v0/user/ana/purchases',
      undefined,
      { error: 'Internal server error while listing purchases.' },
    ],
    [
      'POST',
      '/api/v0/user/ana/submit-purchase/acme',
      purchase,
      { error: 'Internal server error while creating purchase.' },
    ],
    [
      'GET',
      '/api/v0/strategies/ana?idretailer=acme',
      undefined,
      { error: 'Internal server error while retrieving strategies.' },
    ],
    [
      'GET',
      '/api/v0/prices/spain/md_pdbc_spain',
      undefined,
      { detail: 'Failed to retrieve prices.' },
    ],
    [
      'GET',
      '/api/v0/prices/spain/md_pdbc_spain/prediction',
      undefined,
      { detail: 'Failed to retrieve prices.' },
    ],
    [
      'GET',
      '/api/v0/prices/spain/md_pdbc_spain/evaluation?from=2026-11-01&to=2026-11-02',
      undefined,
      { detail: 'Failed to evaluate prices.' },
    ],
  ])(
    'a fault of the service gets the endpoint’s own error response: %s %s',
    async (method, path, body, expected) => {
      const response = await service.call(method, path, { key, ...(body && { body }) });
      expect(response.status).toBe(500);
      expect(response.json).toEqual(expected);
      expect(response.text + JSON.stringify([...response.headers])).not.toMatch(
        /relation|SELECT|node_modules|\.ts:|_away/,
      );
    },
  );
});
