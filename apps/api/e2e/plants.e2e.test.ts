import { randomUUID } from 'node:crypto';
import { defaultsOf, PLANT } from '@solano/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, idOf, openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const PLANTS = '/api/v0/plants/';
const plant = {
  name: 'Muxía',
  lat: '43.1',
  lon: -9.25,
  installed_capacity_mw: '30.6',
  nominal_capacity_mw: 30,
  area: 'ES',
  technology_type: 'wind',
  agrupation: '',
  timezone: 'Europe/Madrid',
};
const NOT_FOUND = { status: 404, json: { detail: 'Not found.' } };

function call(method: string, path: string, body?: unknown, as = key) {
  const options: Call = body === undefined ? { key: as } : { key: as, body };
  return service.call(method, path, options);
}

test('the client creates, reads, changes and deletes a plant', async () => {
  const { key: own } = await service.customer('Ebro');
  const client = service.client(own);
  const body = { ...plant, technology_type: 'wind' as const };
  const { data: made, response } = await client.POST('/api/v0/plants/', { body });
  expect(response.status).toBe(201);
  expect(made).toMatchObject({ name: 'Muxía', lat: '43.1000000', customer_display_name: '' });

  const at = { params: { path: { plant_id: made?.id ?? '' } } };
  const one = '/api/v0/plants/{plant_id}/';
  expect((await client.GET(one, at)).data).toEqual(made);
  const renamed = await client.PATCH(one, { ...at, body: { name: 'Muxía 2' } });
  expect(renamed.data).toMatchObject({ name: 'Muxía 2', area: 'ES' });
  const replaced = await client.PUT(one, { ...at, body: { ...body, area: 'PT' } });
  expect(replaced.data).toMatchObject({ name: 'Muxía', area: 'PT' });
  expect((await client.GET('/api/v0/plants/')).data).toEqual([replaced.data]);

  expect((await client.DELETE(one, at)).response.status).toBe(204);
  expect((await client.GET(one, at)).error).toEqual({ detail: 'Not found.' });
});

let count = 0;
async function created(change: object = {}, as = key): Promise<string> {
  count += 1;
  const response = await call('POST', PLANTS, { ...plant, name: `plant ${count}`, ...change }, as);
  expect(response.status).toBe(201);
  return idOf(response);
}

describe('the creation of a plant', () => {
  test('the creation of a plant returns the whole plant with exact decimals', async () => {
    const response = await call('POST', PLANTS, { ...plant, id: 'mine', created_at: 'now', x: 1 });
    expect(response).toMatchObject({ status: 201 });
    expect(response.json).toEqual({
      ...defaultsOf(PLANT),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Muxía',
      lat: '43.1000000',
      lon: '-9.2500000',
      installed_capacity_mw: '30.600',
      nominal_capacity_mw: '30.000',
      area: 'ES',
      technology_type: 'wind',
      last_training_cnn_at: '',
      last_training_trees_at: '',
      agrupation: '',
      customer_display_name: '',
      timezone: 'Europe/Madrid',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await call('GET', `${PLANTS}${idOf(response)}/`)).json).toEqual(response.json);
  });

  test.each([
    [40.4167754, '40.4167754'],
    ['40.4167754', '40.4167754'],
    ['-0.0000001', '-0.0000001'],
    [1e-7, '0.0000001'],
    ['1e-7', '0.0000001'],
    ['40.41677540000', '40.4167754'],
    [-0, '0.0000000'],
    ['90', '90.0000000'],
  ])('the latitude %j is returned as %s', async (lat, expected) => {
    const id = await created({ lat });
    expect((await call('GET', `${PLANTS}${id}/`)).json).toMatchObject({ lat: expected });
  });

  test.each([
    ['lat', '40.00000000000000000001', 7],
    ['lon', '-1.0000000100000000000000000000', 7],
    ['nominal_capacity_mw', '30.000000000000000000000000000001', 3],
  ])('a %s of %s is rejected for its decimals, as a number too', async (name, number, most) => {
    const body = JSON.stringify({ ...plant, name: 'exact' });
    const written = body.replace(new RegExp(`"${name}":[^,]+`), `"${name}":${number}`);
    const message = `Ensure that there are no more than ${most} decimal places.`;
    for (const text of [written, written.padEnd(300_000)]) {
      const response = await call('POST', PLANTS, text);
      expect(response).toMatchObject({ status: 400, json: { [name]: [message] } });
    }
  });

  test('one of twenty plants that are sent at once with one name is created', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', PLANTS, { ...plant, name: 'only one' })),
    );
    const rejected = responses.filter(({ status }) => status !== 201);
    expect(rejected).toHaveLength(19);
    for (const response of rejected) {
      expect(response).toMatchObject({
        status: 400,
        json: { name: ['plant with this name already exists.'] },
      });
    }
  });

  test('a name that another customer has used is accepted', async () => {
    await created({ name: 'shared' });
    await created({ name: 'shared' }, otherKey);
  });
});

describe('an error response', () => {
  const required = ['This field is required.'];

  test('an error response names all required fields at once', async () => {
    expect(await call('POST', PLANTS, {})).toMatchObject({ status: 400 });
    expect((await call('POST', PLANTS, {})).json).toEqual({
      name: required,
      lat: required,
      lon: required,
      installed_capacity_mw: required,
      nominal_capacity_mw: required,
      area: required,
      technology_type: required,
      agrupation: required,
      timezone: required,
    });
  });

  test.each([
    ['name', '', 'This field may not be blank.'],
    ['name', '  ', 'This field may not be blank.'],
    ['name', null, 'This field may not be null.'],
    ['name', 5, 'Not a valid string.'],
    ['name', 'a'.repeat(256), 'Ensure this field has no more than 255 characters.'],
    ['area', '', 'This field may not be blank.'],
    ['agrupation', null, 'This field may not be null.'],
    ['customer_display_name', null, 'This field may not be null.'],
    ['technology_type', 'hydro', '"hydro" is not a valid choice.'],
    ['technology_type', 5, '"5" is not a valid choice.'],
    ['technology_type', null, 'This field may not be null.'],
    ['timezone', 'Europe/Nowhere', 'Enter a valid timezone.'],
    ['timezone', '+01:00', 'Enter a valid timezone.'],
    ['lat', 'north', 'A valid number is required.'],
    ['lat', '1,5', 'A valid number is required.'],
    ['lat', 'NaN', 'A valid number is required.'],
    ['lat', '', 'A valid number is required.'],
    ['lat', true, 'A valid number is required.'],
    ['lat', null, 'This field may not be null.'],
    ['lat', '40.41677541', 'Ensure that there are no more than 7 decimal places.'],
    ['lat', '40.416775400000001', 'Ensure that there are no more than 7 decimal places.'],
    ['lat', 40.41677541, 'Ensure that there are no more than 7 decimal places.'],
    ['lat', '12345678901234567', 'Ensure this value is less than or equal to 90.'],
    ['lat', '90.0000001', 'Ensure this value is less than or equal to 90.'],
    ['lat', -91, 'Ensure this value is greater than or equal to -90.'],
    ['lon', 180.5, 'Ensure this value is less than or equal to 180.'],
    ['lon', '-180.0000001', 'Ensure this value is greater than or equal to -180.'],
    ['installed_capacity_mw', '1.0001', 'Ensure that there are no more than 3 decimal places.'],
    ['installed_capacity_mw', '-0.001', 'Ensure this value is greater than or equal to 0.'],
    ['nominal_capacity_mw', 1e9, 'Ensure this value is less than 1000000000.'],
    [
      'last_training_cnn_at',
      '2026-02-30 10:00',
      'Datetime has wrong format. Use YYYY-MM-DD HH:MM or an empty string.',
    ],
  ])('the error response for %s %j has the message %s', async (field, value, message) => {
    const id = await created();
    const expected = { status: 400, json: { [field]: [message] } };
    const create = await call('POST', PLANTS, { ...plant, name: randomUUID(), [field]: value });
    expect({ status: create.status, json: create.json }).toEqual(expected);
    const patch = await call('PATCH', `${PLANTS}${id}/`, { [field]: value });
    expect({ status: patch.status, json: patch.json }).toEqual(expected);
  });

  test('an error response names a taken name along with the other bad fields', async () => {
    await created({ name: 'taken' });
    const bad = { ...plant, name: 'taken', lat: 'x', technology_type: 'tidal' };
    expect((await call('POST', PLANTS, bad)).json).toEqual({
      name: ['plant with this name already exists.'],
      lat: ['A valid number is required.'],
      technology_type: ['"tidal" is not a valid choice.'],
    });
  });

  test('a body that is not an object is rejected', async () => {
    const id = await created();
    const expected = { status: 400, json: { non_field_errors: ['Expected an object.'] } };
    expect(await call('PATCH', `${PLANTS}${id}/`, [])).toMatchObject(expected);
    expect(await call('POST', PLANTS, '5')).toMatchObject(expected);
  });
});

describe('the change of a plant', () => {
  test('PATCH changes the fields that it has, the name too', async () => {
    const id = await created({ customer_display_name: 'kept' });
    const response = await call('PATCH', `${PLANTS}${id}/`, { name: 'renamed', lat: 1 });
    expect(response).toMatchObject({
      status: 200,
      json: { id, name: 'renamed', lat: '1.0000000', customer_display_name: 'kept' },
    });
    expect(await call('PATCH', `${PLANTS}${id}/`, { name: 'renamed' })).toMatchObject({
      status: 200,
    });
  });

  test('PUT replaces everything, with the requirements of a creation', async () => {
    const id = await created({ customer_display_name: 'gone' });
    const response = await call('PUT', `${PLANTS}${id}/`, { ...plant, name: 'replaced' });
    expect(response).toMatchObject({
      status: 200,
      json: { id, name: 'replaced', customer_display_name: '' },
    });
    expect(await call('PUT', `${PLANTS}${id}/`, { name: 'x' })).toMatchObject({
      status: 400,
      json: { lat: ['This field is required.'] },
    });
  });

  test('a new name that another plant has is rejected', async () => {
    const id = await created({ name: 'first' });
    await created({ name: 'second' });
    expect(await call('PATCH', `${PLANTS}${id}/`, { name: 'second' })).toMatchObject({
      status: 400,
      json: { name: ['plant with this name already exists.'] },
    });
  });
});

test('a deleted plant is not found any more', async () => {
  const id = await created();
  const response = await call('DELETE', `${PLANTS}${id}/`);
  expect(response).toMatchObject({ status: 204, text: '' });
  expect(await call('GET', `${PLANTS}${id}/`)).toMatchObject(NOT_FOUND);
  expect(await call('DELETE', `${PLANTS}${id}/`)).toMatchObject(NOT_FOUND);
});

test.each(['GET', 'PATCH', 'PUT', 'DELETE'])(
  'a plant of another customer is not found by %s',
  async (method) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { ...plant, name: 'mine' };
    const others = await created({}, otherKey);
    for (const id of [others, randomUUID(), 'x', '%00', 'a%2Fb']) {
      expect(await call(method, `${PLANTS}${id}/`, body)).toMatchObject(NOT_FOUND);
    }
    expect(await call('GET', `${PLANTS}${others}/`, undefined, otherKey)).toMatchObject({
      status: 200,
    });
  },
);

test('the list has the customer’s own plants by name in code-point order, a page at a time', async () => {
  const { key: mine } = await service.customer('Oeste');
  const names = ['b', 'B', 'á', 'z', '\u{1F600}', '\uFF5E', 'a', ' a'];
  for (const name of names) await created({ name }, mine);
  const sorted = [' a', 'B', 'a', 'b', 'z', 'á', '\uFF5E', '\u{1F600}'];
  const list = async (query = '') => {
    const response = await call('GET', `${PLANTS}${query}`, undefined, mine);
    return {
      names: (response.json as { name: string }[]).map(({ name }) => name),
      total: response.headers.get('x-total-count'),
    };
  };
  expect(await list()).toEqual({ names: sorted, total: null });
  expect(await list('?limit=2')).toEqual({ names: sorted.slice(0, 2), total: '8' });
  expect(await list('?limit=2&offset=3')).toEqual({ names: sorted.slice(3, 5), total: '8' });
  expect(await list('?offset=7')).toEqual({ names: sorted.slice(7), total: '8' });
  expect(await list('?offset=100')).toEqual({ names: [], total: '8' });
  expect(await list('?limit=0')).toEqual({ names: [], total: '8' });
  const outside = 'Ensure this value is between 0 and 2147483647.';
  for (const [bad, reason] of [
    ['x', 'A valid integer is required.'],
    ['1.5', 'A valid integer is required.'],
    ['', 'A valid integer is required.'],
    ['-1', outside],
    ['2147483648', outside],
    ['99999999999', outside],
  ]) {
    const response = await call('GET', `${PLANTS}?limit=${bad}`, undefined, mine);
    expect(response).toMatchObject({ status: 400, json: { limit: [reason] } });
  }
});

test('a UUID means the same in upper case', async () => {
  const id = await created();
  expect(await call('GET', `${PLANTS}${id.toUpperCase()}/`)).toMatchObject({ json: { id } });
});

test('a request without a key is forbidden, whatever its method and the spelling of its path', async () => {
  for (const [method, path] of [
    ['GET', PLANTS],
    ['POST', '/api/v0/plants'],
    ['DELETE', `${PLANTS}${randomUUID()}`],
    ['GET', `${PLANTS}?limit=%ff`],
  ] as const) {
    expect(await service.call(method, path)).toMatchObject({
      status: 403,
      json: { detail: 'Authentication credentials were not provided.' },
    });
  }
  const response = await call('DELETE', PLANTS);
  expect(response).toMatchObject({ status: 405, json: { detail: 'Method "DELETE" not allowed.' } });
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
});
