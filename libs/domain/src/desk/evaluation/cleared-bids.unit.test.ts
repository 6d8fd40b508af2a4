import { itemsOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { RealisedCosts, RealisedTask } from './evaluation.ts';
import { readFraction, toFixed } from './fraction.ts';
import { realisedCosts } from './realise.ts';
import { bidsOfOutput } from './stored-bids.ts';

const [item] = itemsOf(60, '2026-11-24 10:00') as [ReturnType<typeof itemsOf>[number]];
const items = [{ ...item, megawatts: 0.8 }];
const rows = (purchase_percentage: number) => [
  { datetime: item.label, purchase_percentage, sale_percentage: 0 },
];
const output = {
  idmodel: 7,
  value: { MD: rows(80), MID1: rows(20) },
  bids: {
    MD: [
      {
        datetime: item.label,
        steps: [
          { price: 4_000, mw: 0.4 },
          { price: 52, mw: 0.2 },
        ],
      },
    ],
    MID1: [{ datetime: item.label, steps: [{ price: null, mw: 0.4 }] }],
  },
};

/** Realised at these prices; a session without one is cancelled, or still to come. */
async function realise(prices: { MD?: number; MID1?: number }, made: object, isLate = true) {
  const quarters = [45, 30, 15, 0].map((minutes) => item.period.end - minutes * 60_000);
  const task: RealisedTask = {
    items,
    submittedAt: Date.parse('2026-11-22T08:00Z'),
    outputs: [JSON.stringify(made)],
    settings: MODELS.map(({ idmodel, parameters }) => {
      return { idmodel, enabled: true, parameters: defaultsOf(parameters) };
    }),
    curves: new Map(
      Object.entries(prices).map(([session, price]) => {
        return [session as 'MD', new Map(quarters.map((end) => [end, price * 1000]))];
      }),
    ),
    cancelled: [],
    traded: new Set(['MD', 'MID1', 'MID2', 'MID3']),
    isLate,
    rules: null,
  };
  const { realised } = await realisedCosts(task);
  return realised[0] as RealisedCosts | undefined;
}

const costOf = (realised: RealisedCosts | undefined) => {
  return realised && toFixed(readFraction(realised.cost), 4);
};

describe('realised bids', () => {
  test.each([
    // 0.4 and 0.2 MW at 52, and the rest at 60, each with a fee of 0.25 EUR/MWh.
    [52, 60, '43.4000'],
    [52.01, 60, '45.0040'],
  ])('realised bids clear at %d EUR/MWh in MD and %d in MID1: %s EUR', async (md, mid1, cost) => {
    expect(costOf(await realise({ MD: md, MID1: mid1 }, output))).toBe(cost);
  });

  test('realised bids of a cancelled last session are bought nowhere, and named', async () => {
    const found = await realise({ MD: 52 }, output);
    expect(found).toMatchObject({ notBought: { labels: [item.label], energy: '1/5' } });
    expect(costOf(found)).toBe('31.3500');
  });

  test('realised bids wait for the prices that they need', async () => {
    expect(await realise({ MD: 52 }, output, false)).toBeUndefined();
  });

  test('realised shares count where an output has no bids, or a customer’s own are none', async () => {
    const shares = costOf(await realise({ MD: 52, MID1: 60 }, { ...output, bids: undefined }));
    // 80 % and 20 % of 0.8 MWh.
    expect(shares).toBe('43.0800');
    const wrong = { ...output, bids: { MD: [{ datetime: item.label, steps: [{ mw: -1 }] }] } };
    expect(costOf(await realise({ MD: 52, MID1: 60 }, wrong))).toBe(shares);
    expect(bidsOfOutput(JSON.stringify({ ...output, bids: { XBID: [] } }), items)).toBeUndefined();
  });

  test.each([
    ['a price of three decimals', { price: 50.005, mw: 1 }],
    ['a price beyond whole cents', { price: 1e25, mw: 1 }],
    ['an amount beyond whole watts', { price: 50, mw: 1e300 }],
    ['nothing', { price: 50, mw: 0 }],
    ['no amount', { price: 50 }],
  ])('a customer’s own bids for %s are none', (_, step) => {
    const bids = { MD: [{ datetime: items[0]?.label, steps: [step] }] };
    expect(bidsOfOutput(JSON.stringify({ ...output, bids }), items)).toBeUndefined();
  });
});
