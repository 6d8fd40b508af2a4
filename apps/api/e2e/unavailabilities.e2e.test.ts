import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { type Call, idOf, openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
  await plant('Muxía');
  await plant('Theirs', otherKey);
});
afterAll(() => service[Symbol.asyncDispose]());

const ALL = '/api/v0/unavailabilities/';
const outage = {
  plant_id: 'Muxía',
  start_time_utc: '2026-03-01T10:00:00Z',
  end_time_utc: '2026-03-01T12:00:00Z',
  available_power_mw: 5.5,
  availability_type: 'CURTAILMENT',
};
const NOT_FOUND = { status: 404, json: { detail: 'Not found.' } };

function call(method: string, path: string, body?: unknown, as = key) {
  const options: Call = body === undefined ? { key: as } : { key: as, body };
  return service.call(method, path, options);
}

const plant = (name: string, as = key) => addPlant(service, as, name);

async function created(change: object = {}, as = key): Promise<string> {
  const response = await call('POST', ALL, { ...outage, ...change }, as);
  expect(response.status).toBe(201);
  return idOf(response);
}

describe('the creation of an unavailability', () => {
  test('the creation of an unavailability returns the whole record', async () => {
    const response = await call('POST', ALL, outage);
    expect(response).toMatchObject({ status: 201 });
    expect(response.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...outage,
      observations: '',
      source_unit: null,
      source_value: null,
      timezone_source: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await call('GET', `${ALL}${idOf(response)}`)).json).toEqual(response.json);
  });

  test.each([
    ['2026-03-01T10:00', '2026-03-01T10:00:00Z'],
    ['2026-03-01 10:00:00', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00Z'],
    ['2026-03-01T00:30:00.5-0130', '2026-03-01T02:00:00.500000Z'],
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123456Z'],
    ['2026-03-01T10:00:00.1234560Z', '2026-03-01T10:00:00.123456Z'],
    ['2024-02-29T23:59:59z', '2024-02-29T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('the time %s gets the response %s', async (start_time_utc, expected) => {
    const id = await created({ start_time_utc });
    expect((await call('GET', `${ALL}${id}/`)).json).toMatchObject({ start_time_utc: expected });
  });

  test('an end at the last instant of the year 9999 is accepted', async () => {
    const id = await created({ end_time_utc: '9999-12-31T23:59:59.999999Z' });
    expect((await call('GET', `${ALL}${id}/`)).json).toMatchObject({
      end_time_utc: '9999-12-31T23:59:59.999999Z',
    });
  });
});

describe('an error response', () => {
  const wrong =
    'Datetime has wrong format. Use ISO 8601, such as 2026-11-21T10:00:00Z, in the years 0001 to ' +
    '9999 (UTC), with 6 decimals of a second at most.';

  test('an error response names all required fields at once', async () => {
    const required = ['This field is required.'];
    expect((await call('POST', ALL, {})).json).toEqual({
      plant_id: required,
      start_time_utc: required,
      end_time_utc: required,
      available_power_mw: required,
      availability_type: required,
    });
  });

  test.each([
    ['plant_id', 'Nowhere', 'Unknown plant.'],
    ['plant_id', 'Theirs', 'Unknown plant.'],
    ['plant_id', 'muxía', 'Unknown plant.'],
    ['plant_id', '', 'This field may not be blank.'],
    ['plant_id', null, 'This field may not be null.'],
    ['start_time_utc', 'now', wrong],
    ['start_time_utc', '2026-02-29T10:00:00Z', wrong],
    ['start_time_utc', '2026-02-28T24:00:00Z', wrong],
    ['start_time_utc', '2026-02-28T23:59:60Z', wrong],
    ['start_time_utc', '2026-02-28', wrong],
    ['start_time_utc', '0001-01-01T00:00:00+01:00', wrong],
    ['start_time_utc', '2026-02-28T10:00:00.1234567Z', wrong],
    ['start_time_utc', 5, wrong],
    ['end_time_utc', '9999-12-31T23:59:59-01:00', wrong],
    ['end_time_utc', '2026-03-01T10:00:00Z', 'Must be after start_time_utc.'],
    ['end_time_utc', '2026-03-01T11:00:00+02:00', 'Must be after start_time_utc.'],
    ['available_power_mw', -0.1, 'Ensure this value is greater than or equal to 0.'],
    ['available_power_mw', '5', 'A valid number is required.'],
    ['available_power_mw', null, 'This field may not be null.'],
    ['availability_type', 'STORM', '"STORM" is not a valid choice.'],
    ['observations', null, 'This field may not be null.'],
    ['source_unit', 'GW', '"GW" is not a valid choice.'],
    ['source_value', 'x', 'A valid number is required.'],
    ['timezone_source', 'Mars/One', 'Enter a valid timezone.'],
  ])('the error response for %s %j has the message %s', async (field, value, message) => {
    const expected = { status: 400, json: { [field]: [message] } };
    const create = await call('POST', ALL, { ...outage, [field]: value });
    expect({ status: create.status, json: create.json }).toEqual(expected);
    const patch = await call('PATCH', `${ALL}${await created()}/`, { [field]: value });
    expect({ status: patch.status, json: patch.json }).toEqual(expected);
  });

  test('an unknown plant and an end before the start are named along with the bad fields', async () => {
    const bad = {
      ...outage,
      plant_id: 'Nowhere',
      end_time_utc: outage.start_time_utc,
      availability_type: 'x',
    };
    expect((await call('POST', ALL, bad)).json).toEqual({
      plant_id: ['Unknown plant.'],
      end_time_utc: ['Must be after start_time_utc.'],
      availability_type: ['"x" is not a valid choice.'],
    });
  });
});

describe('the change of an unavailability', () => {
  test('PATCH is checked against the record that results', async () => {
    const id = await created();
    const late = { start_time_utc: '2026-03-01T13:00:00Z' };
    expect(await call('PATCH', `${ALL}${id}/`, late)).toMatchObject({
      status: 400,
      json: { end_time_utc: ['Must be after start_time_utc.'] },
    });
    const both = { ...late, end_time_utc: '2026-03-01T13:00:00.000001Z', source_unit: '%' };
    expect(await call('PATCH', `${ALL}${id}/`, both)).toMatchObject({
      status: 200,
      json: { id, ...both, available_power_mw: 5.5 },
    });
  });

  test('PUT replaces everything', async () => {
    const id = await created({ observations: 'gone', source_unit: 'kW', source_value: 5500 });
    expect(await call('PUT', `${ALL}${id}/`, outage)).toMatchObject({
      status: 200,
      json: { id, ...outage, observations: '', source_unit: null, source_value: null },
    });
    expect(await call('PUT', `${ALL}${id}/`, { plant_id: 'Muxía' })).toMatchObject({
      status: 400,
    });
  });
});

describe('a plant with unavailabilities', () => {
  test('a renamed plant has its unavailabilities at once, and a deleted one takes them with it', async () => {
    const plantId = await plant('Old name');
    const id = await created({ plant_id: 'Old name' });
    await call('PATCH', `/api/v0/plants/${plantId}/`, { name: 'New name' });
    const read = await call('GET', `${ALL}${id}/`);
    expect(read.json).toMatchObject({ plant_id: 'New name' });
    await call('DELETE', `/api/v0/plants/${plantId}/`);
    expect(await call('GET', `${ALL}${id}/`)).toMatchObject(NOT_FOUND);
  });

  test('a plant that is deleted while unavailabilities are recorded leaves none behind', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `Short-lived ${round}`;
      const plantId = await plant(name);
      const [removed, ...responses] = await Promise.all([
        call('DELETE', `/api/v0/plants/${plantId}/`),
        ...Array.from({ length: 5 }, () => call('POST', ALL, { ...outage, plant_id: name })),
      ]);
      expect(removed.status).toBe(204);
      for (const response of responses.filter(({ status }) => status !== 201)) {
        expect(response).toMatchObject({ status: 400, json: { plant_id: ['Unknown plant.'] } });
      }
      expect((await call('GET', `${ALL}?plant_id=${encodeURIComponent(name)}`)).json).toEqual([]);
    }
  });
});

test('a deleted unavailability is not found any more', async () => {
  const id = await created();
  expect(await call('DELETE', `${ALL}${id}/`)).toMatchObject({ status: 204, text: '' });
  expect(await call('GET', `${ALL}${id}/`)).toMatchObject(NOT_FOUND);
});

test.each(['GET', 'PATCH', 'PUT', 'DELETE'])(
  'a record of another customer is not found by %s',
  async (method) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : outage;
    const others = await created({ plant_id: 'Theirs' }, otherKey);
    for (const id of [others, randomUUID(), 'x', '%00']) {
      expect(await call(method, `${ALL}${id}/`, body)).toMatchObject(NOT_FOUND);
    }
  },
);

test('the list is ordered by start, of one plant if it is named, a page at a time', async () => {
  const { key: mine } = await service.customer('Este');
  await plant('A b', mine);
  await plant('C', mine);
  const starts = [
    '2026-03-01T10:00:00.000002Z',
    '2026-03-01T10:00:00.000001Z',
    '2020-01-01T00:00:00Z',
  ];
  for (const start_time_utc of starts) await created({ plant_id: 'A b', start_time_utc }, mine);
  await created({ plant_id: 'C', start_time_utc: '2021-01-01T00:00:00Z' }, mine);
  const list = async (query = '') => {
    const response = await call('GET', `${ALL}${query}`, undefined, mine);
    return {
      starts: (response.json as { start_time_utc: string }[]).map((row) => row.start_time_utc),
      total: response.headers.get('x-total-count'),
    };
  };
  const ofA = starts.toReversed();
  const [first = '', ...rest] = ofA;
  expect(await list()).toEqual({ starts: [first, '2021-01-01T00:00:00Z', ...rest], total: null });
  expect(await list('?plant_id=A%20b')).toEqual({ starts: ofA, total: null });
  expect(await list('?plant_id=A%20b&limit=1&offset=1')).toEqual({
    starts: ofA.slice(1, 2),
    total: '3',
  });
  expect(await list('?plant_id=Theirs')).toEqual({ starts: [], total: null });
});

test('a list of ten thousand is returned whole', async () => {
  const { key: mine, customer } = await service.customer('Grande');
  await plant('Big', mine);
  await service.database.run(
    {
      text: `INSERT INTO unavailability (id, customer_id, plant_id, start_at, end_at,
               available_power_mw, availability_type, observations, created_at, updated_at)
             SELECT gen_random_uuid(), p.customer_id, p.id, t, t + interval '1 hour', 1, 'OTHER',
               repeat('x', 500), now(), now()
             FROM plant p, generate_series(timestamptz '2020-01-01Z',
               timestamptz '2020-01-01Z' + interval '9999 hours', interval '1 hour') t
             WHERE p.customer_id = $1`,
    },
    [customer.id],
  );
  const response = await call('GET', ALL, undefined, mine);
  const rows = response.json as { start_time_utc: string }[];
  expect(rows).toHaveLength(10_000);
  expect(rows.map((row) => row.start_time_utc)).toEqual(
    rows.map((row) => row.start_time_utc).toSorted(),
  );
});

test('a request without a key is forbidden', async () => {
  expect(await service.call('GET', ALL)).toMatchObject({
    status: 401,
    json: { detail: 'Authentication credentials were not provided.' },
  });
});

describe('a list of a window', () => {
  const idsOf = async (query: string) => {
    const response = await call('GET', `${ALL}?plant_id=Ventana&${query}`);
    expect(response.status).toBe(200);
    return (response.json as { id: string }[]).map(({ id }) => id);
  };

  test('a window lists the records that overlap it; its days are those of UTC, its end is exclusive', async () => {
    await plant('Ventana');
    const of = (start: string, end: string) =>
      created({ plant_id: 'Ventana', start_time_utc: start, end_time_utc: end });
    const first = await of('2026-03-01T10:00:00Z', '2026-03-02T00:00:00Z');
    const second = await of('2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z');
    expect(await idsOf('from=2026-03-01&to=2026-03-02')).toEqual([first]);
    expect(await idsOf('from=2026-03-02')).toEqual([second]);
    expect(await idsOf('to=2026-03-02T01:00%2B01:00')).toEqual([first]);
    expect(await idsOf('from=2026-03-01T12:00Z&to=2026-03-02T00:00:00.001Z')).toEqual([
      first,
      second,
    ]);
    const paged = await call('GET', `${ALL}?plant_id=Ventana&from=2026-03-02&limit=5`);
    expect(paged.headers.get('x-total-count')).toBe('1');
  });

  test.each([
    ['from=ayer', { from: ['Enter an ISO 8601 date or date-time.'] }],
    ['to=2026-02-30', { to: ['Enter an ISO 8601 date or date-time.'] }],
    ['from=2026-03-01T00:00:00.0001Z', { from: ['Enter an ISO 8601 date or date-time.'] }],
    ['from=2026-03-02&to=2026-03-02', { to: ['Must be after from.'] }],
  ])('a list of an invalid window is rejected: %s', async (query, json) => {
    expect(await call('GET', `${ALL}?${query}`)).toMatchObject({ status: 400, json });
  });
});
