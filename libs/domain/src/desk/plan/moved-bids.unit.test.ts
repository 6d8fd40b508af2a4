import { describe, expect, test } from 'vitest';
import type { BidStep } from '../bids/bid.ts';
import { isMoved } from './moved-bids.ts';
import type { PlannedBid } from './plan.ts';

const STEPS = [
  { price: 4000, mw: 5 },
  { price: 60, mw: 3 },
  { price: null, mw: 2 },
];

function bid(steps: readonly BidStep[] = STEPS, fields: Partial<PlannedBid> = {}): PlannedBid {
  return { item: 0, direction: 1, predicted: 50, steps, ...fields };
}

function withLimit(price: number | null, mw = 3): PlannedBid {
  return bid([STEPS[0] as BidStep, { price, mw }, STEPS[2] as BidStep]);
}

describe('bids', () => {
  test.each([
    ['a limit that is 1 EUR/MWh higher', withLimit(61)],
    ['a limit that is 1 EUR/MWh lower', withLimit(59)],
    ['a limit that is gone', withLimit(null)],
    ['another amount', withLimit(60, 2.9)],
    ['fewer steps', bid(STEPS.slice(0, 2))],
    ['the other direction', bid(STEPS, { direction: -1 })],
    ['another item', bid(STEPS, { item: 1 })],
  ])('bids are moved by %s', (_, other) => {
    expect(isMoved([bid()], [other])).toBe(true);
  });

  test('bids are moved by a bid more', () => {
    expect(isMoved([bid()], [bid(), bid(STEPS, { item: 1 })])).toBe(true);
  });

  test.each([
    ['the same bids', bid()],
    ['a limit that is less than 1 EUR/MWh away', withLimit(60.99)],
    ['another predicted price', bid(STEPS, { predicted: 90 })],
  ])('bids are not moved by %s', (_, other) => {
    expect(isMoved([bid()], [other])).toBe(false);
  });
});
