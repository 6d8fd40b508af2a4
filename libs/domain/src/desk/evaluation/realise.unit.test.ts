import type { Session } from '@solano/domain/market';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import { defaultsOf } from '../models/parameters.ts';
import { readSeries } from '../purchases/series.ts';
import type { RealisedTask } from './evaluation.ts';
import { figuresOf } from './figures.ts';
import { realisedCosts } from './realise.ts';

const END = Date.parse('2026-11-24T11:00Z');
const LABEL = '2026-11-24 12:00';
const quarters = [0, 1, 2, 3].map((i) => END - i * 900_000);

/** Nothing is executed, and no share was moved. */
const HELD = {
  restsOn: 'decision',
  mwh: 0,
  decided: null,
  moved: [],
  notBought: [],
  notBoughtMwh: 0,
};

const output = (idmodel: number, percents: Partial<Record<Session, number>>) =>
  JSON.stringify({
    idmodel,
    value: Object.fromEntries(
      Object.entries(percents).map(([session, purchase_percentage]) => [
        session,
        [{ datetime: LABEL, purchase_percentage, sale_percentage: 0 }],
      ]),
    ),
  });

/** An hour of 10 MW, realised at these prices in EUR/MWh; MID3 does not cover it. */
function task(
  prices: Partial<Record<Session, number>>,
  fields: Partial<RealisedTask> = {},
): RealisedTask {
  const curves = Object.entries(prices).map(([session, price]) => {
    return [session as Session, new Map(quarters.map((end) => [end, price * 1000]))] as const;
  });
  return {
    items: readSeries([{ datetime: LABEL, purchase: 10 }]),
    submittedAt: Date.parse('2026-11-23T09:00Z'),
    outputs: [output(1, { MD: 100 }), output(3, { MD: 60, MID1: 40 })],
    settings: MODELS.map(({ idmodel, parameters }) => {
      return { idmodel, enabled: true, parameters: defaultsOf(parameters) };
    }),
    curves: new Map(curves),
    cancelled: [],
    traded: new Set(['MD', 'MID1', 'MID2']),
    isLate: false,
    rules: null,
    ...fields,
  };
}

async function figures(input: RealisedTask) {
  const { realised, isComplete } = await realisedCosts(input);
  const model = (idmodel: number) => {
    return { idmodel, cost: null, saved: null, worstDecileCost: null, energy: {}, missing: [] };
  };
  return {
    isComplete,
    models: realised.flatMap((each) => {
      if ('rule' in each) return [];
      return [[each.idmodel, figuresOf(model(each.idmodel), each).realised]];
    }),
  };
}

describe('realised costs', () => {
  test('realised costs are those of the trades at realised prices, beside the best of the model’s own limits', async () => {
    // Model 3 foresees 40 % in MID1 at 30, 30 % in MID2 at 45, the rest at 50.
    expect(await figures(task({ MD: 50, MID1: 30, MID2: 45 }))).toEqual({
      isComplete: true,
      models: [
        [
          1,
          {
            cost: '502.50',
            saved: '0.00',
            foresightSaved: '0.00',
            shareOfForesight: null,
            ...HELD,
          },
        ],
        [
          3,
          {
            cost: '422.50',
            saved: '80.00',
            foresightSaved: '95.00',
            shareOfForesight: 0.8421,
            ...HELD,
          },
        ],
      ],
    });
  });

  test('realised costs may be more than those of model 1', async () => {
    const { models } = await figures(task({ MD: 50, MID1: 60, MID2: 45 }));
    expect(models[1]).toEqual([
      3,
      {
        cost: '542.50',
        saved: '-40.00',
        foresightSaved: '15.00',
        shareOfForesight: -2.6667,
        ...HELD,
      },
    ]);
  });

  test('realised costs wait for every session that could have been used', async () => {
    const none = { isComplete: false, models: [] };
    expect(await figures(task({ MD: 50, MID1: 30 }))).toEqual(none);
    expect(await figures(task({ MID1: 30, MID2: 45 }))).toEqual(none);
  });

  test('realised costs ignore a session that has no prices days later', async () => {
    const late = { isLate: true };
    const { models } = await figures(task({ MD: 50, MID1: 30 }, late));
    expect(models[1]).toMatchObject([3, { foresightSaved: '80.00', shareOfForesight: 1 }]);
  });

  test('realised costs have no foresight for a customer’s own outputs', async () => {
    const own = { settings: null, outputs: [output(77, { MID1: 100 })] };
    const { models } = await figures(task({ MD: 50, MID1: 30, MID2: 45 }, own));
    const realised = { cost: '302.50', saved: '200.00', foresightSaved: null };
    expect(models).toEqual([[77, { ...realised, shareOfForesight: null, ...HELD }]]);
  });
});
