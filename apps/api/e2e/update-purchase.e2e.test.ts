import { randomUUID } from 'node:crypto';
import { HmacCallbackTokens, NodeSecrets } from '@solano/crypto';
import { anEntry } from '@solano/domain/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

const SECRET = 'a secret of the test, long enough to be one';
let service: TestService;
let key: string;
let customerId: string;

beforeAll(async () => {
  const away = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  service = await openService({ ...away, CALLBACK_SECRET: SECRET, MAX_JSON_BYTES: '5000' });
  const made = await service.customer('Norte');
  ({ key } = made);
  customerId = made.customer.id;
});
afterAll(() => service[Symbol.asyncDispose]());

/** A purchase that only the test changes, as its engine is not available. */
async function purchase(owner = customerId): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  const record = { customerId: owner, user: 'ana', retailer: 'acme', error: '', rows: 1 };
  const delivery = { deliversFrom: now, deliversTo: now };
  const state = { status: 'in_progress', wasSettled: false, ...delivery } as const;
  await service.stores.purchases.add(
    { ...record, ...state, id, requestId: null, createdAt: now, updatedAt: now },
    '[{"datetime":"2026-11-23 20:00","purchase":1}]',
    { entry: anEntry() },
  );
  return id;
}

function update(id: string, body: unknown, options: { user?: string; key?: string } = {}) {
  const path = `/api/v0/user/${options.user ?? 'ana'}/purchase/${id}/update`;
  return service.call('PUT', path, { key: options.key ?? key, body });
}

async function read(id: string, query = '') {
  return service.call('GET', `/api/v0/user/ana/purchase/${id}/get${query}`, { key });
}

const row = { datetime: '2026-11-23 20:00', purchase_percentage: 100, sale_percentage: 0 };
const LABEL = 'a datetime in the format YYYY-MM-DD HH:MM';
const model = { idmodel: 7, value: { MD: [row] } };

describe('an update with bids', () => {
  const datetime = '2026-11-23 20:00';
  const step = { price: 50, mw: 0.5 };
  const bidding = (change: object) => ({
    MD: [{ datetime, steps: [step, { ...step, ...change }] }],
  });
  const twice = {
    MD: [
      { datetime, steps: [step] },
      { datetime, steps: [step] },
    ],
  };
  const other = { MD: [{ datetime: '2026-11-24 20:00', steps: [step] }] };
  const AMOUNT = 'must be a number of MW from 0.000001 to 9007199254';
  const CENTS = 'must be a number of EUR/MWh with two decimals at most, or null';

  test.each([
    ['x', '', 'must be an object of session arrays'],
    [{ XBID: [] }, '.XBID', 'must be one of the sessions MD, MID1, MID2, MID3'],
    [bidding({ mw: -99 }), '.MD[0].steps[1].mw', AMOUNT],
    [bidding({ mw: 1e300 }), '.MD[0].steps[1].mw', AMOUNT],
    [bidding({ price: 'x' }), '.MD[0].steps[1].price', CENTS],
    [bidding({ price: 1.23456 }), '.MD[0].steps[1].price', CENTS],
    [twice, '.MD[1].datetime', `repeats ${datetime}`],
    [other, '.MD[0].datetime', 'is 2026-11-24 20:00, which the purchase has no item for'],
    [{}, '', `has no step for ${datetime}, which 'value' has in MD`],
    [{ MD: [{ datetime, steps: [] }] }, '', `has no step for ${datetime}, which 'value' has in MD`],
    [bidding({ mw: 0.6 }), '.MD', `bids 1.1 MW for ${datetime}, whose item has 1 MW`],
  ])('an update with bids %j is rejected, and stores nothing', async (bids, path, problem) => {
    const id = await purchase();
    const error = `Field 'outputs[0].bids${path}' ${problem}`;
    const body = JSON.stringify({ outputs: [{ ...model, bids }] });
    expect(await update(id, body)).toMatchObject({ status: 400, json: { error } });
    const escaped = body.replace('"bids"', String.raw`"\u0062ids"`);
    expect(await update(id, escaped)).toMatchObject({ status: 400, json: { error } });
    expect((await read(id)).json).toMatchObject({ strategy_output: [] });
  });

  test('an update with bids of all of the item is stored', async () => {
    const id = await purchase();
    const bids = bidding({ price: null });
    expect(await update(id, { outputs: [{ ...model, bids }] })).toMatchObject({ status: 200 });
    expect((await read(id)).json).toMatchObject({ strategy_output: [{ ...model, bids }] });
  });
});

describe('a valid update', () => {
  test('a valid update stores outputs, status and error', async () => {
    const id = await purchase();
    const response = await update(id, { outputs: [model], status: 'failed', error: 'no wind' });
    expect(response).toMatchObject({ status: 200 });
    expect(response.json).toEqual({
      id,
      status: 'failed',
      error: 'no wind',
      updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      message: `Purchase ${id} updated.`,
    });
    expect((await read(id)).json).toEqual({
      id,
      status: 'failed',
      error: 'no wind',
      created_at: expect.any(String),
      strategy_output: [model],
    });
    expect(await service.stores.purchases.history(id)).toMatchObject([
      { status: 'in_progress' },
      { status: 'failed', source: 'customer' },
    ]);
  });

  test('a valid update leaves status and error that it omits, and reads null as no error', async () => {
    const id = await purchase();
    await update(id, { outputs: [], status: 'completed', error: 'x' });
    expect((await update(id, { outputs: [model] })).json).toMatchObject({
      status: 'completed',
      error: 'x',
    });
    expect((await update(id, { outputs: [], error: null })).json).toMatchObject({ error: '' });
  });

  test('a valid update stores the outputs to the letter', async () => {
    const id = await purchase();
    const sent =
      '{"idmodel": 1.0, "value": {"MID9": [{"datetime":"2026-11-23 20:00",' +
      '"purchase_percentage":1.10,"sale_percentage":1e-7,"note":"\\u00e1"}]},' +
      ' "big": 12345678901234567890}';
    await update(id, `{"status":"completed", "outputs": [ ${sent} ]}`);
    expect((await read(id)).text).toContain(`"strategy_output":[${sent}]}`);
    expect((await read(id, '?idmodel=1')).text).toContain(`"strategy_output":${sent}}`);
  });

  test('an update may have any body that a callback may have, however large', async () => {
    const id = await purchase();
    const outputs = [{ ...model, note: 'x'.repeat(6000) }];
    expect(await update(id, { outputs })).toMatchObject({
      status: 413,
      json: { detail: 'Request body is too large.' },
    });
    const token = new HmacCallbackTokens(SECRET).issue(id, new Date(Date.now() + 60_000));
    expect(await update(id, { outputs }, { key: token })).toMatchObject({ status: 200 });
  });
});

describe('an error response', () => {
  const at = (path: string, what: string) => `Field '${path}' must be ${what}`;
  const inRow = (change: object) => ({
    outputs: [{ idmodel: 1, value: { MD: [row, row, row, { ...row, ...change }] } }],
  });

  test.each([
    [{}, 'Missing required field: outputs'],
    [{ outputs: null }, 'Missing required field: outputs'],
    [{ outputs: {} }, at('outputs', 'an array of model objects')],
    [{ outputs: [1] }, at('outputs[0]', 'an object')],
    [{ outputs: [{ value: {} }] }, at('outputs[0].idmodel', 'a number')],
    [{ outputs: [{ idmodel: '1', value: {} }] }, at('outputs[0].idmodel', 'a number')],
    [{ outputs: [{ idmodel: 1 }] }, at('outputs[0].value', 'an object of session arrays')],
    [
      { outputs: [{ idmodel: 1, value: { MD: {} } }] },
      at('outputs[0].value.MD', 'an array of rows'),
    ],
    [inRow({ datetime: 5 }), at('outputs[0].value.MD[3].datetime', LABEL)],
    [
      inRow({ purchase_percentage: '1' }),
      at('outputs[0].value.MD[3].purchase_percentage', 'a number'),
    ],
    [inRow({ sale_percentage: null }), at('outputs[0].value.MD[3].sale_percentage', 'a number')],
    [{ outputs: [model, model] }, "Field 'outputs[1].idmodel' repeats the idmodel 7"],
    [
      { outputs: [], status: 'done' },
      "Field 'status' must be one of: failed, pending, in_progress, completed",
    ],
    [
      { outputs: [], status: null },
      "Field 'status' must be one of: failed, pending, in_progress, completed",
    ],
    [{ outputs: [], error: 5 }, "Field 'error' must be a string"],
  ])('the error response names the fault of %j', async (body, error) => {
    const id = await purchase();
    expect(await update(id, body)).toMatchObject({ status: 400, json: { error } });
    expect((await read(id)).json).toMatchObject({ status: 'in_progress', strategy_output: [] });
  });

  test('the error response names a number that is not finite', async () => {
    const body = '{"outputs":[{"idmodel":1e999,"value":{}}]}';
    const error = at('outputs[0].idmodel', 'a number');
    expect(await update(await purchase(), body)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('a purchase that is not the caller’s', () => {
  const notFound = { status: 404, json: { error: 'Purchase not found.' } };

  test('a purchase is not found by another customer, at another user’s path, or by an id that is no UUID', async () => {
    const other = await service.customer('Sur');
    const id = await purchase(other.customer.id);
    const mine = await purchase();
    expect(await update(id, { outputs: [] })).toMatchObject(notFound);
    expect(await read(id)).toMatchObject(notFound);
    expect(await update(mine, { outputs: [] }, { user: 'eva' })).toMatchObject(notFound);
    const path = `/api/v0/user/eva/purchase/${mine}/get`;
    expect(await service.call('GET', path, { key })).toMatchObject(notFound);
    for (const unknown of [randomUUID(), 'x', '%00', 'a%2Fb']) {
      expect(await update(unknown, { outputs: [] })).toMatchObject(notFound);
      expect(await read(unknown)).toMatchObject(notFound);
    }
  });
});

describe('a callback token', () => {
  const tokens = new HmacCallbackTokens(SECRET);
  const soon = () => new Date(Date.now() + 60_000);

  test('a callback token authorises its purchase’s update, and nothing else', async () => {
    const id = await purchase();
    const token = tokens.issue(id, soon());
    const body = { outputs: [model], status: 'completed' };
    expect(await update(id, body, { key: token })).toMatchObject({ status: 200 });
    const invalid = { json: { detail: 'Invalid token.' } };
    const other = await update(await purchase(), body, { key: token });
    expect(other).toMatchObject({ status: 401, ...invalid });
    const path = `/api/v0/user/ana/purchase/${id}/get`;
    expect(await service.call('GET', path, { key: token })).toMatchObject({
      status: 403,
      ...invalid,
    });
  });

  test('a callback token is rejected once it has expired, or by another secret', async () => {
    const id = await purchase();
    const foreign = new HmacCallbackTokens(new NodeSecrets().newSecret());
    for (const token of [tokens.issue(id, new Date(0)), foreign.issue(id, soon())]) {
      expect(await update(id, { outputs: [] }, { key: token })).toMatchObject({ status: 401 });
    }
  });

  test('a callback token changes nothing once the purchase is settled', async () => {
    const id = await purchase();
    await update(id, { outputs: [model], status: 'failed', error: 'by hand' });
    const body = { outputs: [], status: 'completed', error: '' };
    const response = await update(id, body, { key: tokens.issue(id, soon()) });
    expect(response).toMatchObject({ status: 200, json: { status: 'failed', error: 'by hand' } });
    expect((await read(id)).json).toMatchObject({ strategy_output: [model] });
  });
});

test('concurrent updates are each atomic', async () => {
  const id = await purchase();
  const ids = Array.from({ length: 20 }, (_, i) => i);
  const bodies = ids.map((i) => ({ outputs: [{ ...model, idmodel: i }], error: `${i}` }));
  const responses = await Promise.all(bodies.map((body) => update(id, body)));
  expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const { json } = await read(id);
  const { error } = json as { error: string };
  expect(json).toMatchObject({ strategy_output: [{ idmodel: Number(error) }] });
});

describe('the outputs of one model', () => {
  test('the outputs of one model are found by number', async () => {
    const id = await purchase();
    await update(id, { outputs: [model, { idmodel: 1.5, value: {} }] });
    expect((await read(id, '?idmodel=7')).json).toMatchObject({ strategy_output: model });
    expect((await read(id, '?idmodel=7.0')).json).toMatchObject({ strategy_output: model });
    expect((await read(id, '?idmodel=15e-1')).json).toMatchObject({
      strategy_output: { idmodel: 1.5 },
    });
    for (const none of ['8', 'seven', '0x7']) {
      expect(await read(id, `?idmodel=${none}`)).toMatchObject({
        status: 200,
        json: { strategy_output: { error: `idmodel ${none} not found in strategy_output.` } },
      });
    }
  });

  test('all outputs are returned if the parameter is empty', async () => {
    const id = await purchase();
    await update(id, { outputs: [model, { idmodel: 1.5, value: {} }] });
    expect((await read(id, '?idmodel=')).json).toMatchObject({
      strategy_output: [model, { idmodel: 1.5 }],
    });
  });

  test('the outputs of one model are forbidden without a key', async () => {
    const response = await service.call('GET', `/api/v0/user/ana/purchase/${randomUUID()}/get`);
    expect(response).toMatchObject({
      status: 403,
      json: { detail: 'Authentication credentials were not provided.' },
    });
  });
});
