import { aPurchase } from '@solano/domain/contracts';
import { slotOf } from '@solano/domain/test/slots';
import { MemoryDatabase, MemoryPurchaseStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { outputBids } from '../evaluation/stored-bids.ts';
import { limitBids } from '../models/limit-bids.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { PurchaseStore, StoredOutput } from '../purchases/purchase.ts';
import { omieRows } from './omie-rows.ts';
import { purchaseBids } from './purchase-bids.ts';
import { requireBids } from './require-bids.ts';

const address = { id: 'p1', user: 'ana' };
const steps = [{ price: 52.5, mw: 0.4 }];

type Items = readonly [label: string, megawatts: number][];

/** A store of one purchase of items. */
function storeOf(items: Items, outputs: readonly StoredOutput[] = []): PurchaseStore {
  const purchase = { ...aPurchase('c1'), ...address };
  const series = items.map(([datetime, megawatts]) => ({ datetime, purchase: megawatts }));
  const database = new MemoryDatabase();
  database.purchases.set(purchase.id, {
    purchase,
    series: JSON.stringify(series),
    outputs,
    history: [],
  });
  return new MemoryPurchaseStore(database);
}

/** A purchase of items with an output of model 7 and these bids in MID3, one for each label. */
function bidsOf(items: Items, outputs?: StoredOutput[]) {
  const rows = items.map(([datetime]) => ({ datetime, steps }));
  const bids = { MD: rows, MID3: rows };
  const stored = outputs ?? [{ idmodel: 7, json: JSON.stringify({ idmodel: 7, value: {}, bids }) }];
  const purchases = storeOf(items, stored);
  return purchaseBids({ purchases }, address, 7);
}

describe('the bids of a purchase', () => {
  test('the bids of a purchase are by gate, of each day of delivery', async () => {
    const days = await bidsOf([
      ['2026-11-24 23:00', 1],
      ['2026-11-25 00:00', 1],
      ['2026-11-25 01:00', 1],
    ]);
    const shown = days.map(({ session, date, closesAt, periods }) => {
      return [session, date, closesAt.toISOString(), periods.map(({ item }) => item.label)];
    });
    const first = ['2026-11-24 23:00', '2026-11-25 00:00'];
    expect(shown).toEqual(
      [
        ['MD', '2026-11-24', '2026-11-23T11:00:00.000Z', first],
        ['MD', '2026-11-25', '2026-11-24T11:00:00.000Z', ['2026-11-25 01:00']],
        ['MID3', '2026-11-24', '2026-11-24T09:00:00.000Z', first],
        ['MID3', '2026-11-25', '2026-11-25T09:00:00.000Z', ['2026-11-25 01:00']],
      ].sort((a, b) => String(a[2]).localeCompare(String(b[2]))),
    );
  });

  test('the bids of a purchase without outputs, or of this model, are named errors', async () => {
    await expect(bidsOf([], [])).rejects.toMatchObject({ code: 'no_outputs' });
    const other = [{ idmodel: 3, json: '{"idmodel":3,"value":{}}' }];
    await expect(bidsOf([], other)).rejects.toMatchObject({ code: 'output_not_found' });
    const without = [{ idmodel: 7, json: '{"idmodel":7,"value":{}}' }];
    await expect(bidsOf([['2026-11-24 10:00', 1]], without)).rejects.toMatchObject({
      code: 'output_not_found',
    });
  });
});

describe('a customer’s own bids', () => {
  const purchases = storeOf([
    ['2026-11-24 10:00', 0.8],
    ['2026-11-24 11:00', -0.8],
  ]);
  const outputOf = (datetime: string, mw: number) => {
    const own = { price: 40, mw };
    const bids = { MID1: [{ datetime, steps: [...steps, own] }] };
    return { json: JSON.stringify({ idmodel: 7, value: {}, bids }) };
  };
  const shares = { json: '{"idmodel":1,"value":{}}' };

  test.each(['2026-11-24 10:00', '2026-11-24 11:00'])(
    'a customer’s own bids of all of the item are taken at %s',
    async (label) => {
      await requireBids({ purchases }, address, [shares, outputOf(label, 0.4)]);
    },
  );

  test.each(['2026-11-24 10:00', '2026-11-24 11:00'])(
    'a customer’s own bids of more than the item are rejected with period and amount at %s',
    async (label) => {
      const outputs = [shares, outputOf(label, 0.400001)];
      await expect(requireBids({ purchases }, address, outputs)).rejects.toMatchObject({
        code: 'invalid_request',
        message: `Field 'outputs[1].bids.MID1' bids 0.800001 MW for ${label}, whose item has 0.8 MW`,
      });
    },
  );

  const FIRST = { datetime: '2026-11-24 10:00', steps };
  const withStep = (step: unknown) => ({ MD: [{ ...FIRST, steps: [...steps, step] }] });
  const MW = 'MD[0].steps[1].mw';
  const PRICE = 'MD[0].steps[1].price';
  const AMOUNT = 'must be a number of MW from 0.000001 to 9007199254';
  const CENTS = 'must be a number of EUR/MWh with two decimals at most, or null';
  test.each([
    ['x', '', 'must be an object of session arrays'],
    [{ XBID: [] }, 'XBID', 'must be one of the sessions MD, MID1, MID2, MID3'],
    [{ MD: {} }, 'MD', 'must be an array of rows'],
    [{ MD: [FIRST, 1] }, 'MD[1]', 'must be an object'],
    [{ MD: [{ steps }] }, 'MD[0].datetime', 'must be a datetime in the format YYYY-MM-DD HH:MM'],
    [{ MD: [{ ...FIRST, steps: 1 }] }, 'MD[0].steps', 'must be an array of steps'],
    [withStep(null), 'MD[0].steps[1]', 'must be an object'],
    [withStep({ price: 40, mw: -99 }), MW, AMOUNT],
    [withStep({ price: 40, mw: 1e300 }), MW, AMOUNT],
    [withStep({ price: 40, mw: 1e-9 }), MW, AMOUNT],
    [withStep({ price: 40, mw: '1' }), MW, AMOUNT],
    [withStep({ price: 'x', mw: 0.1 }), PRICE, CENTS],
    [withStep({ price: 1.23456, mw: 0.1 }), PRICE, CENTS],
    [withStep({ mw: 0.1 }), PRICE, CENTS],
    [{ MD: [FIRST], MID1: [FIRST, FIRST] }, 'MID1[1].datetime', 'repeats 2026-11-24 10:00'],
    [
      { MD: [FIRST, { ...FIRST, datetime: '2026-11-25 10:00' }] },
      'MD[1].datetime',
      'is 2026-11-25 10:00, which the purchase has no item for',
    ],
  ])('a customer’s own bids %j are rejected with the field', async (bids, path, problem) => {
    const outputs = [shares, { json: JSON.stringify({ idmodel: 7, value: {}, bids }) }];
    const field = path ? `outputs[1].bids.${path}` : 'outputs[1].bids';
    await expect(requireBids({ purchases }, address, outputs)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `Field '${field}' ${problem}`,
    });
  });

  const share = (datetime: string) => ({ datetime, purchase_percentage: 5, sale_percentage: 0 });
  test.each([{}, { MD: [] }, { MD: [{ ...FIRST, steps: [] }] }])(
    'a customer’s own bids %j of nothing are rejected where the output buys, and taken where it does not',
    async (bids) => {
      const jsonOf = (value: object) => ({ json: JSON.stringify({ idmodel: 7, value, bids }) });
      const bought = jsonOf({ MID2: [share('2026-11-24 11:00')] });
      await expect(requireBids({ purchases }, address, [bought])).rejects.toMatchObject({
        message: `Field 'outputs[0].bids' has no step for 2026-11-24 11:00, which 'value' has in MID2`,
      });
      await requireBids({ purchases }, address, [jsonOf({})]);
    },
  );

  test('a customer’s own bids are rejected by a key that is escaped, and are none where they are null', async () => {
    const { json } = outputOf('2026-11-24 10:00', 9);
    const escaped = { json: json.replace('"bids"', String.raw`"\u0062ids"`) };
    expect(escaped.json).not.toContain('"bids"');
    await expect(requireBids({ purchases }, address, [escaped])).rejects.toMatchObject({
      message: expect.stringContaining('bids 9.4 MW'),
    });
    const value = { MD: [share('2026-11-24 10:00')] };
    const none = { json: JSON.stringify({ idmodel: 7, value, bids: null }) };
    await requireBids({ purchases }, address, [none]);
  });

  test('a customer’s own bids may be those of model 7, of any item', async () => {
    const errors = Array.from({ length: 60 }, (_, day) => (day % 7) - 3);
    const falling = { surprises: [-8, 12], spreads: [5, -5] };
    const ranges = [
      { min: -600, max: 4_000 },
      { min: -9_999, max: 9_999 },
    ];
    const own = [10, 0.15, 0.05, 0.000_001, 1e-9, 0, -0.05, -0.15, -10];
    const slots = own.map((megawatts, hour) => ({
      ...slotOf({ MD: 50, MID1: 48 }, { MD: errors, MID1: errors }, { megawatts, hour }),
      label: `2026-11-22 ${13 + hour}:00`,
      bidding: { spreads: [[falling], []], ranges },
    }));
    const { allocations, curves } = limitBids.bid(slots, defaultsOf(limitBids.parameters));
    const value = Object.fromEntries(
      ['MD', 'MID1'].map((session, place) => {
        const bought = allocations.map((each) => (each[place]?.bought ?? 0) / 100);
        const rows = slots.map(({ label }, i) => ({
          datetime: label,
          purchase_percentage: bought[i],
          sale_percentage: 0,
        }));
        return [session, rows];
      }),
    );
    const bids = outputBids(slots, curves);
    expect(Object.keys(bids)).toEqual(['MD', 'MID1']);
    const sent = slots.map(({ label }, i): [string, number] => [label, own[i] as number]);
    const json = JSON.stringify({ idmodel: 7, value, bids });
    await requireBids({ purchases: storeOf(sent) }, address, [{ json }]);
  });

  test('a customer’s own bids for a purchase that is not theirs name no amount', async () => {
    const other = { ...address, customerId: 'c2' };
    const outputs = [outputOf('2026-11-24 10:00', 9)];
    await expect(requireBids({ purchases }, other, outputs)).rejects.toMatchObject({
      code: 'purchase_not_found',
    });
  });
});

describe('OMIE’s periods', () => {
  const rowsOf = async (items: [string, number][]) => [...omieRows(await bidsOf(items))];

  test('OMIE’s periods count quarter hours in real time, of MID3 too', async () => {
    const rows = await rowsOf([['2026-11-24 13:00', -0.4]]);
    expect(rows.slice(0, 4).map(({ period, label }) => [period, label])).toEqual([
      [49, '2026-11-24 12:15'],
      [50, '2026-11-24 12:30'],
      [51, '2026-11-24 12:45'],
      [52, '2026-11-24 13:00'],
    ]);
    expect(rows[4]).toEqual({
      session: 'MID3',
      auction: 3,
      date: '2026-11-24',
      period: 49,
      label: '2026-11-24 12:15',
      side: 'sell',
      step: 1,
      price: 52.5,
      mw: 0.4,
      periodMw: 0.4,
    });
    // The day before the clock goes back has 96, that day 100.
    const [autumn] = await rowsOf([['2026-10-25 13:00', 1]]);
    expect(autumn?.period).toBe(53);
  });

  test('OMIE’s periods were hours of the day-ahead market before October 2025', async () => {
    const rows = await rowsOf([['2025-09-30 10:00', 1]]);
    expect(rows.map(({ session, period }) => `${session} ${period}`)).toEqual([
      'MD 10',
      'MID3 37',
      'MID3 38',
      'MID3 39',
      'MID3 40',
    ]);
    // A quarter hour is no whole number of hours.
    const quarters = await rowsOf([
      ['2025-09-30 10:00', 1],
      ['2025-09-30 10:15', 1],
    ]);
    expect(quarters[0]).toMatchObject({ session: 'MD', period: null, label: '2025-09-30 10:00' });
  });
});
