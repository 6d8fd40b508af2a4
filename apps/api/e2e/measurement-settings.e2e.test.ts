import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const DEFAULTS = { known_after_minutes: 60, losses: [], groups: [], region: null, place: null };
const MINUTES = 'known_after_minutes must be a whole number from 0 to 129600.';

let service: TestService;
let key: string;
let otherKey: string;
let customerId: string;
let plantId: string;

beforeAll(async () => {
  service = await openService();
  const norte = await service.customer('Norte');
  key = norte.key;
  customerId = norte.customer.id;
  ({ key: otherKey } = await service.customer('Sur'));
  plantId = await addPlant(service, key, 'Muxia');
});
afterAll(() => service[Symbol.asyncDispose]());

const ofPlant = (id = plantId) => `/api/v0/plants/${id}/settings`;
const ofPortfolio = (retailer: string) =>
  `/api/v0/user/ana/consumption/settings?retailer_id=${retailer}`;
const get = (path: string, as = key) => service.call('GET', path, { key: as });
const put = (path: string, body: unknown, as = key) => service.call('PUT', path, { key: as, body });

async function lastEntry() {
  const [entry] = await service.stores.audit.list({ customerId, limit: 1 });
  return entry;
}

describe('the settings of a plant', () => {
  test('the settings of a plant are put and read, with an audit entry', async () => {
    expect(await get(ofPlant())).toMatchObject({ status: 200, json: { known_after_minutes: 60 } });
    const settings = { known_after_minutes: 1440 };
    expect(await put(ofPlant(), settings)).toMatchObject({ status: 200, json: settings });
    expect((await get(ofPlant())).json).toEqual(settings);
    expect(await lastEntry()).toMatchObject({ action: 'plant.settings', subject: plantId });
    expect((await put(ofPlant(), {})).json).toEqual({ known_after_minutes: 60 });
  });

  test.each([
    [
      { known_after_minutes: 129_601, x: 1 },
      `The settings must not have the field "x". ${MINUTES}`,
    ],
    [[], 'The settings must be an object.'],
    [undefined, 'The settings must be an object.'],
  ])('settings of a plant that are not valid are rejected: %#', async (body, error) => {
    expect(await put(ofPlant(), body)).toMatchObject({ status: 400, json: { error } });
  });

  test('the settings of a plant are its customer’s alone, and need a key', async () => {
    const missing = { status: 404, json: { detail: 'Not found.' } };
    for (const [id, as] of [
      [plantId, otherKey],
      [UNKNOWN, key],
      ['x', key],
    ] as const) {
      expect(await get(ofPlant(id), as)).toMatchObject(missing);
      expect(await put(ofPlant(id), { known_after_minutes: 5 }, as)).toMatchObject(missing);
    }
    expect((await get(ofPlant())).json).toEqual({ known_after_minutes: 60 });
    for (const method of ['GET', 'PUT']) {
      expect((await service.call(method, ofPlant())).status).toBe(403);
    }
    expect((await service.call('DELETE', ofPlant(), { key })).status).toBe(405);
  });
});

describe('the settings of a portfolio', () => {
  test('the settings of a portfolio are replaced as a whole, with an audit entry', async () => {
    const path = ofPortfolio('acme');
    expect(await get(path)).toMatchObject({ status: 200, json: DEFAULTS });
    const settings = {
      known_after_minutes: 4_320,
      losses: [
        { from: '2026-01-01', percent: '5.25' },
        { from: '2026-07-01', percent: '0' },
      ],
      groups: [
        { group: 'sur', ends: '2026-03-31' },
        { group: '', ends: null },
      ],
      region: 'ES-MD',
      place: { lat: 40.4168, lon: -3.7038 },
    };
    expect(await put(path, settings)).toMatchObject({ status: 200, json: settings });
    expect((await get(path)).json).toEqual(settings);
    const entry = { action: 'consumption.settings', subject: 'ana acme' };
    expect(await lastEntry()).toMatchObject(entry);
    expect((await put(path, { losses: settings.losses })).json).toEqual({
      ...DEFAULTS,
      losses: settings.losses,
    });
  });

  test('settings that are not valid are rejected with every bad field named, and change nothing', async () => {
    const path = ofPortfolio('bad');
    const body = {
      known_after_minutes: -1,
      losses: [{ from: '2026-01-01', percent: '100' }],
      groups: [{ group: 'sur', ends: '31/03/2026' }],
    };
    const { status, json } = await put(path, body);
    expect(status).toBe(400);
    const { error } = json as { error: string };
    for (const field of ['known_after_minutes', 'losses[0].percent', 'groups[0].ends']) {
      expect(error).toContain(`${field} must be`);
    }
    expect((await get(path)).json).toEqual(DEFAULTS);
    const without = await get('/api/v0/user/ana/consumption/settings');
    const missing = 'Missing required query parameter: retailer_id';
    expect(without).toMatchObject({ status: 400, json: { error: missing } });
  });

  test('the settings of a portfolio are its customer’s alone, and need a key', async () => {
    const path = ofPortfolio('own');
    await put(path, { known_after_minutes: 5 });
    expect((await get(path, otherKey)).json).toEqual(DEFAULTS);
    await put(path, { known_after_minutes: 6 }, otherKey);
    expect((await get(path)).json).toMatchObject({ known_after_minutes: 5 });
    for (const method of ['GET', 'PUT']) {
      expect((await service.call(method, path)).status).toBe(401);
    }
  });
});

test('settings are read with a key for reading, and written with one for uploads', async () => {
  const keyFor = async (...scopes: ('read' | 'uploads' | 'plants')[]) =>
    (await issueKey(service.stores, SOURCE, 'Norte', { scopes })).token;
  const [reader, writer, other] = [
    await keyFor('read'),
    await keyFor('uploads'),
    await keyFor('plants'),
  ];
  for (const path of [ofPlant(), ofPortfolio('scopes')]) {
    const statuses = [];
    for (const each of [reader, writer, other]) {
      statuses.push([(await get(path, each)).status, (await put(path, {}, each)).status]);
    }
    expect(statuses).toEqual([
      [200, 403],
      [200, 200],
      [403, 403],
    ]);
  }
});
