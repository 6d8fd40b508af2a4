import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let ids: string[];

const PATH = '/api/v0/user/ana/purchases';

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Sol'));
  ids = [];
  for (const [i, retailer] of ['acme', 'acme', 'zeta', 'acme', 'acme'].entries()) {
    ids.unshift(await submitted('ana', retailer, i));
  }
});
afterAll(() => service[Symbol.asyncDispose]());

async function submitted(user: string, retailer: string, index: number): Promise<string> {
  const body = { purchase: [{ datetime: `2026-11-23 1${index}:00`, purchase: 1 }] };
  const path = `/api/v0/user/${user}/submit-purchase/${retailer}`;
  const id = idOf(await service.call('POST', path, { key, body }));
  await settled(service, key, user, id);
  return id;
}

interface Page {
  readonly purchases: readonly { readonly id: string; readonly created_at: string }[];
  readonly next_cursor: string | null;
}

async function list(query = '', path = PATH): Promise<Page> {
  const response = await service.call('GET', `${path}${query}`, { key });
  expect(response.status).toBe(200);
  return response.json as Page;
}

const idsIn = ({ purchases }: Page) => purchases.map(({ id }) => id);

describe('the list of users and retailers', () => {
  const parties = (caller: string) =>
    service.call('GET', '/api/v0/purchases/parties', { key: caller });

  test('the list of users and retailers has each pair of the customer once, by name', async () => {
    const pairs = [
      { user: 'ana', retailer_id: 'acme' },
      { user: 'ana', retailer_id: 'zeta' },
    ];
    expect(await parties(key)).toMatchObject({ status: 200, json: pairs });
  });

  test('the list of users and retailers has nothing of another customer', async () => {
    const { key: another } = await service.customer('Sombra');
    expect(await parties(another)).toMatchObject({ status: 200, json: [] });
    expect((await service.call('GET', '/api/v0/purchases/parties')).status).toBe(401);
  });
});

describe('the list of a user’s purchases', () => {
  test('the list of purchases is newest first, each with its fields', async () => {
    const page = await list();
    expect(idsIn(page)).toEqual(ids);
    expect(page.next_cursor).toBeNull();
    expect(page.purchases[0]).toEqual({
      id: ids[0],
      status: 'completed',
      error: expect.any(String),
      retailer_id: 'acme',
      rows_uploaded: 1,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      decision: null,
    });
  });

  test('the list of purchases has the value of each, if it is asked for', async () => {
    const { purchases } = (await list('?evaluation=true')) as unknown as {
      purchases: { id: string; evaluation: { models: { idmodel: number }[] } }[];
    };
    expect(purchases.map(({ id }) => id)).toEqual(ids);
    const day = '2026-11-23';
    expect(purchases[0]?.evaluation).toMatchObject({ first_day: day, last_day: day });
    // Without a prediction there is no cost.
    expect(purchases[0]?.evaluation.models.filter(({ idmodel }) => idmodel === 1)).toEqual([
      { idmodel: 1, mwh: 1, expected_cost: null, saved: null, realised: null },
    ]);
    const bad = await service.call('GET', `${PATH}?evaluation=yes`, { key });
    expect([bad.status, bad.json]).toEqual([
      400,
      { error: `Parameter 'evaluation' must be true or false, not "yes"` },
    ]);
  });

  test('the list of purchases continues at its cursor, also when purchases are added meanwhile', async () => {
    const first = await list('?limit=2');
    expect(idsIn(first)).toEqual(ids.slice(0, 2));
    const newest = await submitted('ana', 'late', 0);
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.next_cursor}`);
    expect([...idsIn(second), ...idsIn(third)]).toEqual(ids.slice(2));
    expect(third.next_cursor).toBeNull();
    ids.unshift(newest);
  });

  test('the list of purchases is filtered by status, retailer and time', async () => {
    const all = await list();
    const third = all.purchases[2]?.created_at ?? '';
    expect(idsIn(await list('?status=pending'))).toEqual([]);
    expect(idsIn(await list('?status=pending&status=completed'))).toEqual(ids);
    expect(idsIn(await list('?retailer_id=zeta'))).toHaveLength(1);
    expect(idsIn(await list(`?created_from=${third}`))).toEqual(ids.slice(0, 3));
    expect(idsIn(await list(`?created_to=${third}`))).toEqual(ids.slice(3));
  });

  test('the list of purchases has nothing of another user or another customer', async () => {
    const { key: other } = await service.customer('Eolo');
    expect(idsIn(await list('', '/api/v0/user/Ana/purchases'))).toEqual([]);
    const response = await service.call('GET', PATH, { key: other });
    expect(response.json).toEqual({ purchases: [], next_cursor: null });
  });

  test.each([
    [
      '?status=done',
      `Parameter 'status' must be one of: failed, pending, in_progress, completed, not "done"`,
    ],
    ['?limit=0', `Parameter 'limit' must be a whole number, 1 to 1000, not "0"`],
    ['?created_from=today', `Parameter 'created_from' must be an ISO 8601 date-time, not "today"`],
    ['?cursor=x', `Parameter 'cursor' is not one that was given out: "x"`],
  ])('the list of purchases is rejected with %s', async (query, error) => {
    const response = await service.call('GET', `${PATH}${query}`, { key });
    expect(response).toMatchObject({ status: 400, json: { error } });
  });

  test('the list of purchases needs a key', async () => {
    expect(await service.call('GET', PATH)).toMatchObject({
      status: 401,
      json: { detail: 'Authentication credentials were not provided.' },
    });
  });
});
