import { HOUR_MS, MICRO, QUARTER_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { costText, meanPrice, type Trade, tradedPeriods } from './trade.ts';

const START = Date.parse('2026-03-10T10:00:00Z');

function trade(mw: number, price: number, minutes: Trade['minutes'] = 60, start = START): Trade {
  return { start, minutes, microMw: Math.round(mw * MICRO), price: Math.round(price * 1000) };
}

describe('the sum of the trades of a period', () => {
  test.each([
    ['one trade', [trade(10, 50)], 10, 10, '500.00', 50],
    ['a quarter of an hour', [trade(10, 50, 15)], 10, 10, '125.00', 50],
    ['half an hour', [trade(10, 50, 30)], 10, 10, '250.00', 50],
    ['two purchases', [trade(10, 50), trade(30, 70)], 40, 40, '2600.00', 65],
    ['a purchase and a sale', [trade(10, 50), trade(-4, 60)], 6, 14, '260.00', 43.333],
    ['as much sold as bought', [trade(10, 50), trade(-10, 60)], 0, 20, '-100.00', null],
    ['a sale', [trade(-10, 50)], -10, 10, '-500.00', 50],
    ['a purchase at a negative price', [trade(10, -5.125)], 10, 10, '-51.25', -5.125],
    ['half a cent', [trade(0.001, 5)], 0.001, 0.001, '0.01', 5],
    ['half a cent of a sale', [trade(-0.001, 5)], -0.001, 0.001, '-0.01', 5],
    ['less than half a cent', [trade(0.000999, 5)], 0.000999, 0.000999, '0.00', 5],
    ['nothing', [trade(0, 5)], 0, 0, '0.00', null],
    [
      'the largest trades',
      [trade(99_999.999999, 999_999.999), trade(99_999.999999, 999_999.999)],
      199_999.999998,
      199_999.999998,
      '199999999798.00',
      999_999.999,
    ],
  ])('the sum of %s is exact', (_, trades, mw, turnover, cost, price) => {
    const [period, other] = tradedPeriods(trades);
    expect(other).toBeUndefined();
    if (!period) throw new Error('no period');
    expect([period.microMw / MICRO, period.turnover / MICRO]).toEqual([mw, turnover]);
    expect([costText(period), meanPrice(period)]).toEqual([cost, price]);
  });

  test('ten thousand trades of a tenth of a cent make ten euro', () => {
    const [period] = tradedPeriods(Array.from({ length: 10_000 }, () => trade(0.001, 1)));
    expect(period && costText(period)).toBe('10.00');
  });

  test('an hour and its quarters are periods of their own, the shorter first', () => {
    const later = START + QUARTER_MS;
    const trades = [trade(1, 1), trade(2, 1, 15, later), trade(3, 1, 15), trade(4, 1)];
    const found = tradedPeriods(trades).map(({ start, end, microMw }) => [
      start - START,
      end - START,
      microMw / MICRO,
    ]);
    expect(found).toEqual([
      [0, QUARTER_MS, 3],
      [0, HOUR_MS, 5],
      [QUARTER_MS, 2 * QUARTER_MS, 2],
    ]);
  });
});
