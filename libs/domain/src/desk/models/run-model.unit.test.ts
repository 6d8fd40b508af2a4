import { slotOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { isValid } from './run-model.ts';

describe('a valid split', () => {
  const slot = slotOf({ MD: 50, MID1: 45 });
  const trade = (bought: number, sold = 0) => ({ bought, sold });

  test.each([
    [[trade(10_000), trade(0)]],
    [[trade(12_000), trade(0, 2_000)]],
    [[trade(1), trade(9_999)]],
  ])('a valid split may be %j', (allocation) => {
    expect(isValid(slot, allocation)).toBe(true);
  });

  test.each([
    ['too few sessions', [trade(10_000)]],
    ['too many sessions', [trade(10_000), trade(0), trade(0)]],
    ['too little', [trade(9_999), trade(0)]],
    ['too much', [trade(10_000), trade(1)]],
    ['below zero', [trade(10_001), trade(-1)]],
    ['a fraction of a hundredth', [trade(9_999.5), trade(0.5)]],
    ['no number', [trade(Number.NaN), trade(10_000)]],
    ['infinite', [trade(Infinity), trade(0)]],
    ['bought and sold at once', [trade(11_000, 1_000), trade(0)]],
    ['sold before bought', [trade(0, 1_000), trade(11_000)]],
  ])('a valid split cannot be one that %s', (_, allocation) => {
    expect(isValid(slot, allocation)).toBe(false);
  });
});
