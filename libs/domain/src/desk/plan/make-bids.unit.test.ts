import { dateAfter } from '@solano/domain/kernel';
import { CurveBuilder, quartersOf, type Session } from '@solano/domain/market';
import { byVintage, itemsOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { limitBids } from '../models/limit-bids.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { SplitInputs } from '../models/split-inputs.ts';
import type { BidRequest } from './advance.ts';
import { makeBids } from './make-bids.ts';

const ITEMS = itemsOf(60, '2026-11-22 11:00').map((item) => ({ ...item, megawatts: 10 }));
/** Between the gates of MD and MID1. */
const NOW = Date.parse('2026-11-21T13:00Z');
/** At its prediction MID1 is expected to cost 1 EUR/MWh less than MID2, from 2 above on ever more. */
const FALLING = { surprises: [-8, 12], spreads: [5, -5] };

/** What is known, with predicted prices in EUR/MWh. */
function inputsOf(predicted: Partial<Record<Session, number>>): SplitInputs {
  const prices = Object.entries(predicted) as [Session, number][];
  const curves = prices.map(([session, price]) => {
    const builder = new CurveBuilder(ITEMS.flatMap(({ period }) => [...quartersOf(period)]));
    const ends = ITEMS.map(({ period }) => period.end);
    builder.addOlder({ stepMinutes: 60, ends, prices: [price * 1_000] });
    return [session, builder.curve] as const;
  });
  const days = Array.from({ length: 60 }, (_, k) => {
    const errors = Array.from<number>({ length: 100 }).fill(0);
    return [dateAfter('2026-11-20', -k), { errors, origins: [] }] as const;
  });
  return {
    items: ITEMS,
    submittedAt: NOW,
    settings: [{ idmodel: 7, enabled: true, parameters: defaultsOf(limitBids.parameters) }],
    curves: new Map(curves),
    history: byVintage(new Map(prices.map(([session]) => [session, new Map(days)]))),
    spreadCurves: [
      {
        date: '2026-11-22',
        earlier: 'MID1',
        later: 'MID2',
        generatedAt: new Date(NOW),
        learnedUntil: '2026-11-20',
        hours: Array.from({ length: 24 }, () => FALLING),
      },
    ],
  };
}

function requestOf(watts: number, open: readonly Session[] = ['MID1', 'MID2']): BidRequest {
  return { date: '2026-11-22', session: 'MID1', open, rests: [{ item: 0, watts }] };
}

const unexpected = (cause: string) => {
  throw new Error(cause);
};

describe('bids for a rest', () => {
  test('bids for a rest wait for later sessions up to the caps of the whole item, above the limit', async () => {
    const inputs = inputsOf({ MID1: 50, MID2: 49 });
    expect(await makeBids(inputs, requestOf(8_050_000), unexpected)).toEqual([
      {
        item: 0,
        direction: 1,
        predicted: 50,
        steps: [
          { price: 9_999, mw: 5 },
          { price: 52, mw: 3 },
        ],
      },
    ]);
  });

  test('bids for a rest that was bought too much sell it', async () => {
    const [bid] = await makeBids(
      inputsOf({ MID1: 50, MID2: 49 }),
      requestOf(-2_000_000),
      unexpected,
    );
    expect(bid).toMatchObject({ direction: -1 });
    // Sold at any price is what MID2 does not take: its cap is 30 % of 2 MW.
    expect(bid?.steps).toEqual([
      { price: -9_999, mw: 1.4 },
      { price: 52, mw: 0.6 },
    ]);
  });

  test('bids for a rest have no limit where no later session is open', async () => {
    const [bid] = await makeBids(
      inputsOf({ MID1: 50, MID2: 49 }),
      requestOf(8_050_000, ['MID1']),
      unexpected,
    );
    expect(bid?.steps).toEqual([{ price: null, mw: 8.05 }]);
  });

  test('bids for a rest have no limit where the model lacks its inputs', async () => {
    expect(
      await makeBids({ ...inputsOf({}), settings: [] }, requestOf(8_050_000), unexpected),
    ).toEqual([{ item: 0, direction: 1, predicted: null, steps: [{ price: null, mw: 8.05 }] }]);
  });

  test('bids for a rest have no limit where the model cannot be computed, and say why', async () => {
    const causes: string[] = [];
    const settings = [{ idmodel: 7, enabled: true, parameters: {} }];
    const inputs = { ...inputsOf({ MID1: 50, MID2: 49 }), settings };
    const [bid] = await makeBids(inputs, requestOf(8_050_000), (cause) => causes.push(cause));
    expect(bid?.steps).toEqual([{ price: null, mw: 8.05 }]);
    expect(causes).toEqual([expect.stringContaining('limit-bids.ts')]);
  });

  test('bids for a rest wait for the sessions that have a predicted price', async () => {
    const [bid] = await makeBids(inputsOf({ MID2: 49 }), requestOf(8_050_000), unexpected);
    expect(bid?.steps).toEqual([]);
  });
});
