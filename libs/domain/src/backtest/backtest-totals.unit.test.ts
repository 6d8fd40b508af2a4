import { expect, test } from 'vitest';
import { EXACT_PER_EURO } from './backtest-day.ts';
import { euros, totalsOf } from './backtest-totals.ts';

/** A day of 24 EUR by model 1 that saved `saving` EUR of those that could have been saved. */
const dayOf = (date: string, saving: number, possible = 5) => {
  const dayAhead = 24 * EXACT_PER_EURO;
  const none = new Set<never>();
  const run = {
    date,
    quarters: 96,
    byHour: false,
    sessions: [],
    costs: new Map(),
    bounds: new Map(),
    gaps: new Map(),
    foresight: 0,
    benchmarks: { cap_first_auction: 0, mean_spread_56_days: 0 },
    origins: { predictions: none, history: none },
  };
  const [cost, bound] = [(24 - saving) * EXACT_PER_EURO, (24 - possible) * EXACT_PER_EURO];
  return { run, cost, bound, dayAhead };
};
const days = (...savings: number[]) => {
  return savings.map((saving, i) => dayOf(`2026-01-${String(i + 1).padStart(2, '0')}`, saving));
};
const upTo = (count: number) => days(...Array.from({ length: count }, (_, i) => count - i));

test.each([
  [1, '2026-01-01', 1],
  [10, '2026-01-10', 1],
  [11, '2026-01-10', 2],
  [20, '2026-01-19', 2],
  [30, '2026-01-28', 3],
  [31, '2026-01-28', 4],
])('the worst decile of %i days is taken by nearest rank', (count, date, saving) => {
  expect(totalsOf(upTo(count))?.worstDecile).toEqual({ date, saving });
});

test('of equally bad days the first is named', () => {
  expect(totalsOf(days(3, 1, 1))?.worstDecile.date).toBe('2026-01-02');
});

test('no days have no totals', () => {
  expect(totalsOf([])).toBeNull();
});

test('shares are of the cost and of what could be saved', () => {
  expect(totalsOf(days(1, 2))).toEqual({
    days: 2,
    cost: 45,
    costPerMegawattHour: 0.938,
    dayAheadCost: 48,
    saving: 3,
    savingPercent: 6.25,
    worstDecile: { date: '2026-01-01', saving: 1 },
    foresightPercent: 30,
  });
  expect(totalsOf([dayOf('2026-01-01', 1, 0)])?.foresightPercent).toBeNull();
  expect(totalsOf([dayOf('2026-01-01', 1, -2)])?.foresightPercent).toBeNull();
});

test.each([
  [0.005, 0.01],
  [0.004_999_975, 0],
  [-0.005, -0.01],
  [-0.004_999_975, 0],
  [1.015, 1.02],
])('%f EUR are rounded to %f', (exact, rounded) => {
  expect(euros(Math.round(exact * EXACT_PER_EURO))).toBe(rounded);
});
