import { expect, test } from 'vitest';
import { countPurchases } from './count.ts';

test('the count separates purchases that are lost, settled twice and not settled yet', () => {
  const settlements = new Map([
    ['once', 1],
    ['twice', 2],
    ['waiting', 0],
    ['waiting, its submission without a response', 0],
  ]);
  expect(countPurchases(['once', 'twice', 'waiting', 'gone'], settlements)).toEqual({
    lost: ['gone'],
    settledTwice: ['twice'],
    unsettled: ['waiting', 'waiting, its submission without a response'],
  });
});

test('the count finds nothing where each accepted purchase is settled once', () => {
  expect(countPurchases(['a'], new Map([['a', 1]]))).toEqual({
    lost: [],
    settledTwice: [],
    unsettled: [],
  });
});
