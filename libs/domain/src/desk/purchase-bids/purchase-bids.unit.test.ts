import { aPurchase } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import type { PurchaseStore, StoredOutput } from '../purchases/purchase.ts';
import { omieRows } from './omie-rows.ts';
import { purchaseBids } from './purchase-bids.ts';
import { requireBids } from './require-bids.ts';

const address = { id: 'p1', user: 'ana' };
const steps = [{ price: 52.5, mw: 0.4 }];

type Items = readonly [label: string, megawatts: number][];

/** A store of one purchase of items. */
function storeOf(items: Items, stored: readonly StoredOutput[] = []) {
  const purchase = { ...aPurchase('c1'), ...address };
  const series = items.map(([datetime, megawatts]) => ({ datetime, purchase: megawatts }));
  return {
    get: async (id: string) => (id === address.id ? purchase : undefined),
    read: async (_: string, idmodel?: number) => ({
      purchase,
      outputs: stored.filter((each) => idmodel === undefined || each.idmodel === idmodel),
    }),
    series: async () => JSON.stringify(series),
  } as unknown as PurchaseStore;
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

  test.each(['2026-11-24 10:00', '2026-11-24 11:00', '2026-11-25 11:00'])(
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
