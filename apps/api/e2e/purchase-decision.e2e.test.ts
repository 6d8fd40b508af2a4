import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPredicted } from './hourly-prediction.ts';
import { idOf, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;
let id: string;

const SERIES = `[ {"datetime":"2031-05-05 10:00", "purchase":1.50 ,"x":"é"},
  {"purchase":-1e0,"datetime":"2031-05-05 11:00"}]`;

beforeAll(async () => {
  ({ service, key, otherKey } = await openPredicted(['40', '70.5']));
  id = await submit();
});
afterAll(() => service[Symbol.asyncDispose]());

async function submit(): Promise<string> {
  const body = `{"purchase":${SERIES}}`;
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=r';
  const made = idOf(await service.call('POST', path, { key, body }));
  await settled(service, key, 'ana', made);
  return made;
}

function get(name: string, options: { key?: string; user?: string } = {}) {
  const path = `/api/v0/user/${options.user ?? 'ana'}/purchase/${id}/${name}`;
  return service.call('GET', path, { key: options.key ?? key });
}

function decide(body: unknown, purchase = id) {
  return service.call('POST', `/api/v0/user/ana/purchase/${purchase}/decision`, { key, body });
}

async function listed(purchase: string) {
  const { json } = await service.call('GET', '/api/v0/user/ana/purchases', { key });
  const { purchases } = json as { purchases: { id: string; decision: unknown }[] };
  return purchases.find((each) => each.id === purchase)?.decision;
}

test('the series of a purchase is read back byte for byte', async () => {
  const response = await get('series');
  expect(response.status).toBe(200);
  expect(response.text).toBe(SERIES);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

describe('the table', () => {
  test('the table has a row for each item of each model, with MW and prices', async () => {
    const rows = (await get('table?idmodel=3')).json as object[];
    expect(rows).toEqual([
      {
        idmodel: 3,
        start_utc: '2031-05-05T07:00:00Z',
        end_utc: '2031-05-05T08:00:00Z',
        datetime: '2031-05-05 10:00',
        mw: 1.5,
        MD_price: '50.000',
        MD_buy_mw: 0.9,
        MD_sell_mw: 0,
        MID1_price: '40.000',
        MID1_buy_mw: 0.6,
        MID1_sell_mw: 0,
        MID2_price: null,
        MID2_buy_mw: 0,
        MID2_sell_mw: 0,
        MID3_price: null,
        MID3_buy_mw: 0,
        MID3_sell_mw: 0,
      },
      expect.objectContaining({ mw: -1, MD_buy_mw: -0.6, MID1_buy_mw: -0.4, MID1_price: '70.500' }),
    ]);
    expect((await get('table')).json).toHaveLength(6);
  });

  test('the table has its explanation if it is asked for', async () => {
    const rows = (await get('table?idmodel=3&explain=true')).json as object[];
    expect(rows).toMatchObject([
      {
        MID1_spread: '-10.000',
        MID2_spread: null,
        binds: ['cap MID1'],
        // 0.9 MWh at 50.25 and 0.6 at 40.25.
        cost: '69.38',
        next_choice: 'MID1',
        next_choice_cost: '60.38',
      },
      // 0.6 MWh sold for 59.75 and, up to the cap, 0.4 for 70.25.
      { MID1_spread: '10.500', binds: ['cap MID1'], cost: '-63.95', next_choice: 'MID1' },
    ]);
  });

  test('the table is available as CSV and as a workbook too', async () => {
    const csv = await get('table?idmodel=1&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\n')).toEqual([
      'idmodel;start_utc;end_utc;datetime;mw;MD_price;MD_buy_mw;MD_sell_mw;MID1_price;MID1_buy_mw;MID1_sell_mw;MID2_price;MID2_buy_mw;MID2_sell_mw;MID3_price;MID3_buy_mw;MID3_sell_mw',
      '1;2031-05-05T07:00:00Z;2031-05-05T08:00:00Z;2031-05-05 10:00;1.500;50.000;1.500;0.000;40.000;0.000;0.000;;0.000;0.000;;0.000;0.000',
      '1;2031-05-05T08:00:00Z;2031-05-05T09:00:00Z;2031-05-05 11:00;-1.000;60.000;-1.000;0.000;70.500;0.000;0.000;;0.000;0.000;;0.000;0.000',
      '',
    ]);
    const book = await get('table?idmodel=1&format=xlsx&explain=true');
    expect(book.headers.get('content-disposition')).toBe(
      `attachment; filename="purchase-${id}.xlsx"`,
    );
    expect(book.bytes.subarray(0, 2)).toEqual(new TextEncoder().encode('PK'));
  });

  test.each([
    ['format=pdf', 400, 'Unsupported format: pdf. Use json, csv or xlsx.'],
    ['idmodel=x', 400, `Parameter 'idmodel' must be a number, not "x"`],
    ['idmodel=9', 404, 'idmodel 9 not found in strategy_output.'],
    ['explain=yes', 400, `Parameter 'explain' must be true or false, not "yes"`],
  ])('the table rejects %s', async (query, status, error) => {
    expect(await get(`table?${query}`)).toMatchObject({ status, json: { error } });
  });
});

describe('a decision', () => {
  test('a decision is null in the list before, then the newest, and null when it is withdrawn', async () => {
    const purchase = await submit();
    expect(await listed(purchase)).toBeNull();
    const response = await decide({ idmodel: 3, note: 'as agreed ⚡' }, purchase);
    const decision = {
      idmodel: 3,
      note: 'as agreed ⚡',
      decided_at: expect.stringMatching(/Z$/) as string,
      decided_by: expect.stringMatching(/^key /) as string,
    };
    expect(response).toMatchObject({ status: 201, json: decision });
    expect(await listed(purchase)).toEqual(decision);
    expect((await decide({ idmodel: 1 }, purchase)).json).toMatchObject({ idmodel: 1, note: '' });
    expect(await listed(purchase)).toMatchObject({ idmodel: 1, note: '' });
    expect(await decide({ idmodel: null }, purchase)).toMatchObject({ status: 201 });
    expect(await listed(purchase)).toBeNull();
    const path = `/api/v0/user/ana/purchase/${purchase}/history`;
    const { json } = await service.call('GET', path, { key });
    expect(json).toMatchObject([
      { type: 'status', status: 'pending', source: 'submission' },
      { type: 'status', status: 'in_progress', source: 'workflow' },
      { type: 'status', status: 'completed', source: 'workflow' },
      { type: 'decision', idmodel: 3, note: 'as agreed ⚡', decided_by: expect.any(String) },
      { type: 'decision', idmodel: 1 },
      { type: 'decision', idmodel: null },
    ]);
    const entries = await service.stores.audit.list({ action: 'purchase.decide', limit: 9 });
    expect(entries.map(({ subject }) => subject)).toEqual([purchase, purchase, purchase]);
  });

  test('a decision after its gate names the sessions it is too late for, and counts in no sum', async () => {
    const path = '/api/v0/user/carla/submit-purchase?retailer_id=r';
    const body = '{"purchase":[{"datetime":"2026-02-03 10:00","purchase":1}]}';
    const late = idOf(await service.call('POST', path, { key, body }));
    await settled(service, key, 'carla', late);
    const made = `/api/v0/user/carla/purchase/${late}/decision`;
    const decision = { idmodel: 1, too_late: ['MD'] };
    const response = await service.call('POST', made, { key, body: { idmodel: 1 } });
    expect(response).toMatchObject({ status: 201, json: decision });
    const list = '/api/v0/user/carla/purchases?evaluation=true';
    expect((await service.call('GET', list, { key })).json).toMatchObject({
      purchases: [
        {
          decision,
          evaluation: {
            counted_idmodel: null,
            constant_rules: [{ name: 'cap_first_auction' }, { name: 'mean_spread_56_days' }],
          },
        },
      ],
    });
    const history = await service.call('GET', `/api/v0/user/carla/purchase/${late}/history`, {
      key,
    });
    expect(history.json).toContainEqual(expect.objectContaining({ type: 'decision', ...decision }));
    const summary = await service.call('GET', '/api/v0/user/carla/purchases/summary', { key });
    expect(summary.json).toMatchObject({ purchases: 1, undecided: 1, decisions: [] });
  });

  test.each([
    [{}, 'Missing required field: idmodel'],
    [{ idmodel: '3' }, "Field 'idmodel' must be a number, or null to take a decision back"],
    [{ idmodel: 3, note: 7 }, "Field 'note' must be a string"],
    [{ idmodel: 9 }, 'The purchase has no output of model 9.'],
  ])('the decision %j is rejected', async (body, error) => {
    expect(await decide(body)).toMatchObject({ status: 400, json: { error } });
  });
});

test.each(['series', 'table', 'history'])('%s of another customer is not found', async (name) => {
  const unknown = { status: 404, json: { error: 'Purchase not found.' } };
  expect(await get(name, { key: otherKey })).toMatchObject(unknown);
  expect(await get(name, { user: 'berta' })).toMatchObject(unknown);
  const { status } = await service.call('GET', `/api/v0/user/ana/purchase/${id}/${name}`);
  expect(status).toBe(403);
});

test('a decision on another customer’s purchase is rejected', async () => {
  const path = `/api/v0/user/ana/purchase/${id}/decision`;
  const response = await service.call('POST', path, { key: otherKey, body: { idmodel: 1 } });
  expect(response).toMatchObject({ status: 404, json: { error: 'Purchase not found.' } });
});

describe('the summary of purchases', () => {
  const path = '/api/v0/user/ana/purchases/summary';
  const summary = (query = '', options: { key?: string } = {}) => {
    return service.call('GET', `${path}${query}`, { key: options.key ?? key });
  };

  test('the summary of purchases adds up costs by model and by decision', async () => {
    const before = (await summary()).json as { purchases: number; undecided: number };
    const purchase = await submit();
    await decide({ idmodel: 3 }, purchase);
    const none = { purchases: 0, mwh: 0, cost: '0.00', saved: '0.00' };
    const { json } = await summary(`?retailer_id=r`);
    expect(json).toMatchObject({
      currency: 'EUR',
      reference_idmodel: 1,
      purchases: before.purchases + 1,
      evaluated: before.purchases + 1,
      undecided: before.undecided,
      decisions: [
        {
          idmodel: 3,
          purchases: 1,
          // 69.375 less 63.95; 1.5 MWh bought and 1 sold.
          expected: { purchases: 1, mwh: 0.5, cost: '5.43', saved: '10.20' },
          realised: none,
        },
      ],
    });
    const { models } = json as { models: { idmodel: number; purchases: number }[] };
    expect(models.map(({ idmodel }) => idmodel)).toEqual([1, 2, 3]);
    expect(models[0]?.purchases).toBe(before.purchases + 1);
    expect((await summary('?retailer_id=x')).json).toMatchObject({ purchases: 0, models: [] });
    expect((await summary('?to=2020-01-01')).json).toMatchObject({ purchases: 0 });
  });

  test('the summary of purchases has nothing of another customer, and needs a key', async () => {
    expect((await summary('', { key: otherKey })).json).toMatchObject({ purchases: 0 });
    expect(await service.call('GET', path)).toMatchObject({ status: 401 });
  });

  test.each([
    ['from=x', `Parameter 'from' must be a day such as 2026-11-22, not "x"`],
    ['to=2026-02-30', `Parameter 'to' must be a day such as 2026-11-22, not "2026-02-30"`],
    ['from=2026-11-22&to=2026-11-21', 'The last day, 2026-11-21, is before the first, 2026-11-22.'],
  ])('the summary of purchases rejects %s', async (query, error) => {
    expect(await summary(`?${query}`)).toMatchObject({ status: 400, json: { error } });
  });
});
