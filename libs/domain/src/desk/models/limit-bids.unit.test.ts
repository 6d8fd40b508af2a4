import { percentOf, slotOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { clearAnew } from '../bids/clearing.ts';
import { bidsOf } from '../bids/curves.ts';
import { fillAll } from './capped.ts';
import { limitBids } from './limit-bids.ts';
import type { Slot } from './model.ts';
import { defaultsOf } from './parameters.ts';

const settings = defaultsOf(limitBids.parameters);
const ranges = [
  { min: -600, max: 4_000 },
  { min: -9_999, max: 9_999 },
];
/** MID1 is expected to cost what MD does 2 EUR/MWh above its prediction, and ever less beyond. */
const FALLING = { surprises: [-8, 12], spreads: [5, -5] };
const DAYS = 60;
const errorsOf = (of: (day: number) => number) => Array.from({ length: DAYS }, (_, day) => of(day));

function slot(md: readonly number[], mid1: readonly number[], megawatts = 10): Slot {
  const made = slotOf({ MD: 50, MID1: 48 }, { MD: md, MID1: mid1 }, { megawatts });
  return { ...made, bidding: { spreads: [[FALLING], []], ranges } };
}

describe('limit bids', () => {
  // MD clears at 51 on two days of three, and at 53.
  const bid = slot(
    errorsOf((day) => (day % 3 === 0 ? 3 : 1)),
    errorsOf(() => 0),
  );

  test('limit bids are at the price at which MID1 is expected to cost the same', () => {
    const { curves } = limitBids.bid([bid], settings);
    expect(curves.map(bidsOf)).toEqual([
      [
        {
          session: 'MD',
          steps: [
            { price: 4_000, mw: 6 },
            { price: 52, mw: 4 },
          ],
        },
        { session: 'MID1', steps: [{ price: null, mw: 4 }] },
      ],
    ]);
  });

  test('limit bids have the mean shares of the past days', () => {
    const [allocation] = limitBids.allocate([bid], settings);
    expect(percentOf(bid, allocation)).toEqual({ MD: 86.67, MID1: 13.33 });
    const none = { ...bid, megawattHours: 0 };
    expect(percentOf(none, limitBids.bid([none], settings).allocations[0])).toEqual({ MD: 100 });
  });

  test('limit bids of a sale are at that price or above', () => {
    const sale = { ...bid, megawattHours: -10 };
    const [curves] = limitBids.bid([sale], settings).curves;
    expect(curves && bidsOf(curves)).toEqual([
      {
        session: 'MD',
        steps: [
          { price: -600, mw: 6 },
          { price: 52, mw: 4 },
        ],
      },
      { session: 'MID1', steps: [{ price: null, mw: 4 }] },
    ]);
  });

  test('limit bids know at best what the caps allow at known prices', () => {
    expect(limitBids.allocateKnown([bid], settings)).toEqual(fillAll([bid], settings.caps_percent));
  });
});

describe('the budget of limit bids', () => {
  // MD always clears above the limit; MID1 costs 1 to 60 EUR/MWh more than it does.
  const risky = slot(
    errorsOf(() => 10),
    errorsOf((day) => 13 + day),
  );
  const lossOf = (loss: number | null) => {
    const [curves] = limitBids.bid([risky], { ...settings, worst_decile_loss: loss }).curves;
    const [, later = 0] = curves ? clearAnew(curves, () => 60) : [];
    return later / 1_000_000;
  };

  test.each([
    [null, 4],
    // 10 MW for an hour are 10 ÷ 24 MW of the day; the sixth worst of 60 days costs 55 EUR/MWh more.
    [528, 4],
    [527.9, 3.9],
    [264, 2],
    // A tenth of a MW costs 5.5 EUR.
    [13.2, 0.1],
    [13.1, 0],
    [0, 0],
  ])('the budget of %j EUR per MW leaves %d MW to MID1', (loss, megawatts) => {
    expect(lossOf(loss)).toBe(megawatts);
  });
});
