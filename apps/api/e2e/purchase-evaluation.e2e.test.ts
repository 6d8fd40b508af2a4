import { createHash } from 'node:crypto';
import { SOURCE } from '@solano/domain/contracts';
import { dateAfter, dateAt } from '@solano/domain/kernel';
import { setPermission } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPredicted } from './hourly-prediction.ts';
import { idOf, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;
let predict: Awaited<ReturnType<typeof openPredicted>>['predict'];

beforeAll(async () => {
  ({ service, key, otherKey, predict } = await openPredicted(['40', '70']));
});
afterAll(() => service[Symbol.asyncDispose]());

const LABELS = ['2031-05-05 10:00', '2031-05-05 11:00'];

async function submit(): Promise<string> {
  const body = { purchase: LABELS.map((datetime) => ({ datetime, purchase: 1.5 })) };
  return idOf(
    await service.call('POST', '/api/v0/user/ana/submit-purchase?retailer_id=r', { key, body }),
  );
}

function evaluation(id: string, options: { key?: string; user?: string } = {}) {
  const path = `/api/v0/user/${options.user ?? 'ana'}/purchase/${id}/evaluation`;
  return service.call('GET', path, { key: options.key ?? key });
}

describe('the bids of a purchase', () => {
  const rows = (percent: number) =>
    LABELS.map((datetime) => ({ datetime, purchase_percentage: percent, sale_percentage: 0 }));
  const steps = [
    { price: 4000, mw: 0.9 },
    { price: 51.2, mw: 0.6 },
  ];
  const output = {
    idmodel: 7,
    value: { MD: rows(100).slice(1) },
    bids: {
      MD: [{ datetime: LABELS[1], steps }],
      MID1: [{ datetime: LABELS[1], steps: [{ price: null, mw: 0.6 }] }],
    },
  };
  let id: string;
  const get = (query = '', options: { key?: string; purchase?: string } = {}) => {
    const path = `/api/v0/user/ana/purchase/${options.purchase ?? id}/bids${query}`;
    return service.call('GET', path, { key: options.key ?? key });
  };

  beforeAll(async () => {
    id = await submit();
    await settled(service, key, 'ana', id);
    const path = `/api/v0/user/ana/purchase/${id}/update`;
    const body = { outputs: [output, { idmodel: 1, value: { MD: rows(100) } }] };
    await service.call('PUT', path, { key, body });
  });

  test('bids are by session, with the gates', async () => {
    const datetime = LABELS[1];
    expect(await get()).toMatchObject({
      status: 200,
      json: {
        sessions: [
          {
            session: 'MD',
            closes_at: '2031-05-04T10:00:00.000Z',
            periods: [
              {
                datetime,
                steps: [
                  { price: '4000.00', mw: 0.9 },
                  { price: '51.20', mw: 0.6 },
                ],
              },
            ],
          },
          {
            session: 'MID1',
            closes_at: '2031-05-04T13:00:00.000Z',
            periods: [{ datetime, steps: [{ price: null, mw: 0.6 }] }],
          },
        ],
      },
    });
  });

  test('bids are available as CSV and as a workbook, by OMIE’s periods', async () => {
    const csv = await get('?idmodel=7&format=csv');
    const lines = csv.text.split('\n');
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="bids-${id}.csv"`);
    // Four quarter hours of two steps, and of one.
    expect(lines).toHaveLength(1 + 8 + 4 + 1);
    expect(lines.slice(0, 3)).toEqual([
      'session;omie_session;date;omie_period;datetime;side;step;price;mw;period_mw',
      'MD;;2031-05-05;41;2031-05-05 10:15;buy;1;4000;0.9;1.5',
      'MD;;2031-05-05;41;2031-05-05 10:15;buy;2;51.2;0.6;1.5',
    ]);
    expect(lines.at(-2)).toBe('MID1;1;2031-05-05;44;2031-05-05 11:00;buy;1;;0.6;0.6');
    const book = await get('?format=xlsx');
    expect(book.bytes.subarray(0, 2)).toEqual(new TextEncoder().encode('PK'));
  });

  test.each([
    ['?idmodel=1', 404, 'Model 1 makes no bids: its shares are bought at any price.'],
    ['?idmodel=3', 404, 'idmodel 3 not found in strategy_output.'],
    ['?idmodel=x', 400, `Parameter 'idmodel' must be a number, not "x"`],
    ['?format=pdf', 400, 'Unsupported format: pdf. Use json, csv or xlsx.'],
  ])('bids reject %s', async (query, status, error) => {
    expect(await get(query)).toMatchObject({ status, json: { error } });
  });

  test('an output whose bids are null has none, and is read as it was sent', async () => {
    const purchase = await submit();
    await settled(service, key, 'ana', purchase);
    const path = `/api/v0/user/ana/purchase/${purchase}`;
    const outputs = [{ idmodel: 7, value: { MD: rows(100) }, bids: null }];
    const body = { outputs };
    expect((await service.call('PUT', `${path}/update`, { key, body })).status).toBe(200);
    const read = await service.call('GET', `${path}/get`, { key });
    expect(read.json).toMatchObject({ strategy_output: outputs });
    expect((await get('', { purchase })).status).toBe(404);
  });

  test('bids of another customer’s purchase are not found', async () => {
    const notFound = { status: 404, json: { error: 'Purchase not found.' } };
    expect(await get('', { key: otherKey })).toMatchObject(notFound);
    expect(await get('', { purchase: 'none' })).toMatchObject(notFound);
  });
});

describe('the evaluation of a purchase', () => {
  test('an evaluation is stored with the models’ outputs, and stays the same when prices change', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const response = await evaluation(id);
    expect(response).toMatchObject({ status: 200 });
    const market = { generated_at: '2026-10-25T08:00:00.000Z', origin: 'imported', source: 'put' };
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(response.json).toMatchObject({
      currency: 'EUR',
      reference_idmodel: 1,
      inputs: {
        markets: [
          { ...market, market: 'md_pdbc_spain', digest },
          { ...market, market: 'mid_pibc01_spain', digest },
        ],
        history_days: 0,
        settings: { version: 0 },
        software: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      },
      place_by: {
        MD: '2031-05-04T10:00:00.000Z',
        MID1: '2031-05-04T13:00:00.000Z',
        MID2: '2031-05-04T20:00:00.000Z',
      },
      cancelled: [],
    });
    const { models } = response.json as { models: object[] };
    const none = { worst_decile_cost: null, realised: null };
    expect(models).toEqual([
      {
        idmodel: 1,
        // 1.5 MWh at 50.25 and 60.25.
        expected_cost: '165.75',
        eur_per_mwh: '55.25',
        saved: '0.00',
        saved_percent: 0,
        mwh: { MD: 3 },
        missing: [],
        ...none,
      },
      // MID2 is without a prediction.
      {
        idmodel: 2,
        expected_cost: null,
        eur_per_mwh: null,
        saved: null,
        saved_percent: null,
        mwh: { MD: 2.21, MID1: 0.474, MID2: 0.316 },
        missing: LABELS,
        ...none,
      },
      {
        idmodel: 3,
        // 0.6 MWh of the first hour for 40 instead of 50.
        expected_cost: '159.75',
        eur_per_mwh: '53.25',
        saved: '6.00',
        saved_percent: 3.62,
        mwh: { MD: 2.4, MID1: 0.6 },
        missing: [],
        ...none,
      },
    ]);
    await predict('md_pdbc_spain', ['500', '600']);
    expect((await evaluation(id)).json).toEqual(response.json);
    await predict('md_pdbc_spain', ['50', '60']);
  });

  test('an evaluation names the predictions it used while days of their markets are missing', async () => {
    const caller = await service.customer('Con precios');
    await setPermission(service.stores, SOURCE, caller.customer.id, 'prices', true);
    const [id, { json: markets }] = await Promise.all([
      submit(),
      service.call('GET', '/api/v0/markets/', { key: caller.key }),
    ]);
    const twoDaysAgo = dateAfter(dateAt(Date.now()), -2);
    expect(markets).toMatchObject([
      { market: 'md_pdbc_spain', missing_days: expect.arrayContaining([twoDaysAgo]) as string[] },
      {
        market: 'mid_pibc01_spain',
        missing_days: expect.arrayContaining([twoDaysAgo]) as string[],
      },
      {},
      {},
    ]);
    await settled(service, key, 'ana', id);
    const used = (await evaluation(id)).json as { inputs: { markets: { market: string }[] } };
    const digests = await Promise.all(
      used.inputs.markets.map(async ({ market }) => {
        const path = `/api/v0/prices/spain/${market}?format=csv`;
        const { bytes } = await service.call('GET', path, { key: caller.key });
        return createHash('sha256').update(bytes).digest('hex');
      }),
    );
    const generated = { generated_at: '2026-10-25T08:00:00.000Z', origin: 'imported' };
    expect(used.inputs.markets).toEqual([
      { ...generated, market: 'md_pdbc_spain', source: 'put', digest: digests[0] },
      { ...generated, market: 'mid_pibc01_spain', source: 'put', digest: digests[1] },
    ]);
  });

  test('an evaluation is made along with outputs that a customer stores', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const row = { datetime: LABELS[0], purchase_percentage: 100, sale_percentage: 0 };
    const body = { outputs: [{ idmodel: 77, value: { MID1: [row], other: [] } }] };
    const update = `/api/v0/user/ana/purchase/${id}/update`;
    expect(await service.call('PUT', update, { key, body })).toMatchObject({ status: 200 });
    expect((await evaluation(id)).json).toMatchObject({
      models: [{ idmodel: 77, expected_cost: '60.38', saved: '105.38', mwh: { MID1: 1.5 } }],
      inputs: { settings: null },
      place_by: { MID1: '2031-05-04T13:00:00.000Z' },
    });
  });

  test('an evaluation that a customer sends in an update is ignored', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const before = await evaluation(id);
    const { json } = await service.call('GET', `/api/v0/user/ana/purchase/${id}/get`, { key });
    const { strategy_output: outputs } = json as { strategy_output: object[] };
    const forged = { figures: { models: [] }, prices: {}, delivered_at: '2020-01-01T00:00:00Z' };
    const body = { outputs, evaluation: forged };
    await service.call('PUT', `/api/v0/user/ana/purchase/${id}/update`, { key, body });
    const { models } = before.json as { models: object[] };
    expect((await evaluation(id)).json).toMatchObject({ models });
  });

  test('an evaluation is 409 before there are outputs, and after they are deleted', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const update = `/api/v0/user/ana/purchase/${id}/update`;
    await service.call('PUT', update, { key, body: { outputs: [] } });
    const response = await evaluation(id);
    expect(response).toMatchObject({
      status: 409,
      json: { error: 'The purchase has no outputs yet.' },
    });
  });

  test('an evaluation of an earlier release’s outputs is made on request', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const before = await evaluation(id);
    await service.database.run({ text: 'DELETE FROM purchase_evaluation WHERE purchase_id = $1' }, [
      id,
    ]);
    const { models } = before.json as { models: object[] };
    expect((await evaluation(id)).json).toMatchObject({ models, inputs: { settings: null } });
    expect((await service.stores.evaluations.get(id))?.figures).toContain('"idmodel":3');
  });

  test('an evaluation is not found by another customer', async () => {
    const id = await submit();
    await settled(service, key, 'ana', id);
    const unknown = { status: 404, json: { error: 'Purchase not found.' } };
    expect(await evaluation(id, { key: otherKey })).toMatchObject(unknown);
    expect(await evaluation(id, { user: 'berta' })).toMatchObject(unknown);
    expect(await evaluation('no-id')).toMatchObject(unknown);
    const { status } = await service.call('GET', `/api/v0/user/ana/purchase/${id}/evaluation`);
    expect(status).toBe(403);
  });
});
