import { times } from '@solano/domain/contracts/thoroughness';
import { quartersOfDate } from '@solano/domain/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Slot } from './model.ts';
import { withinBudget } from './risk-budget.ts';
import { WHOLE } from './shares.ts';

const DAY = '2026-11-24';
const [FIRST = 0] = quartersOfDate(DAY);

/** An hour of the day in the day-ahead market and one later session. */
function slotOf(spread: number, errors: readonly number[], megawattHours = 24, end = FIRST): Slot {
  return {
    label: '',
    period: { end, minutes: 60 },
    sessions: ['MD', 'MID1'],
    weighed: [0, spread * 60_000],
    megawattHours,
    errors: [Float64Array.from(errors, () => 0), Float64Array.from(errors)],
  };
}

/** What the past day at the 10 % quantile saved, by its definition, in EUR per MW and day. */
function quantileOf(slots: readonly Slot[], splits: readonly (readonly number[])[]): number {
  const days = slots[0]?.errors[0]?.length ?? 0;
  const saved = Array.from({ length: days }, (_, k) => {
    const costs = slots.map(({ weighed, errors, megawattHours }, s) => {
      const spread = (weighed[1] as number) / 60_000 + (errors[1]?.[k] as number);
      return (megawattHours * spread * (splits[s]?.[1] as number)) / WHOLE;
    });
    return -costs.reduce((sum, each) => sum + each, 0);
  });
  const energy = slots.reduce((sum, { megawattHours }) => sum + Math.abs(megawattHours), 0);
  const sorted = saved.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(days / 10) - 1] as number) / (energy / 24);
}

/** Ten past days on which MID1 was 1 to 10 EUR/MWh dearer than it is predicted to be. */
const TEN = [3, 1, 2, 10, 4, 9, 5, 8, 6, 7];

test.each([
  // 24 MWh are 1 MW: 40 % of it loses 24 × 0.4 × (10 − 2) on the worst of ten days.
  [100, 4000],
  [76.8, 4000],
  [38.4, 2000],
  [19.2, 1000],
  [0.01, 0],
  [0, 0],
])('a loss of %d EUR per MW leaves %d hundredths of a percent to later auctions', (loss, left) => {
  const slot = slotOf(-2, TEN);
  expect(withinBudget([slot], [[6000, 4000]], loss)).toEqual([[WHOLE - left, left]]);
});

test('the quantile of twenty days is the second worst of them', () => {
  const slot = slotOf(0, [...TEN, ...TEN.map((each) => each + 0.5)]);
  // The worst two are 10.5 and 10.
  expect(withinBudget([slot], [[0, WHOLE]], 120)).toEqual([[5000, 5000]]);
});

test('gains of one hour make up for losses in another', () => {
  const slots = [
    slotOf(0, TEN, 12),
    slotOf(
      0,
      TEN.map((each) => -each),
      12,
      FIRST + 3_600_000,
    ),
  ];
  const splits = [
    [6000, 4000],
    [6000, 4000],
  ];
  expect(withinBudget(slots, splits, 0)).toEqual(splits);
  expect(withinBudget([slots[0] as Slot], [[6000, 4000]], 0)).toEqual([[WHOLE, 0]]);
});

test('each delivery day has a budget of its own, by its own power', () => {
  const other = slotOf(-2, TEN, 240, FIRST + 86_400_000);
  const small = slotOf(-2, TEN, 2.4);
  const splits = [
    [6000, 4000],
    [6000, 4000],
  ];
  expect(withinBudget([other, small], splits, 38.4)).toEqual([
    [8000, 2000],
    [8000, 2000],
  ]);
});

test('the splits are the same without a budget', () => {
  const splits = [[6000, 4000]];
  expect(withinBudget([slotOf(-2, TEN)], splits, null)).toBe(splits);
});

test('the quantile of the past days is never below the budget, and splits stay whole', () => {
  const euros = fc.integer({ min: -300, max: 300 }).map((tenths) => tenths / 10);
  const hour = fc.record({
    spread: euros,
    errors: fc.array(euros, { minLength: 60, maxLength: 60 }),
    share: fc.integer({ min: 0, max: WHOLE }),
    megawattHours: fc.integer({ min: -20, max: 50 }),
  });
  const hours = fc.array(hour, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 20_000 }), (given, cents) => {
      const slots = given.map(({ spread, errors, megawattHours }, i) => {
        return slotOf(spread, errors, megawattHours || 1, FIRST + i * 3_600_000);
      });
      const splits = given.map(({ share }) => [WHOLE - share, share]);
      const cut = withinBudget(slots, splits, cents / 100);
      expect(quantileOf(slots, cut)).toBeGreaterThanOrEqual(-cents / 100 - 1e-6);
      cut.forEach(([first = 0, later = 0], i) => {
        expect(first + later).toBe(WHOLE);
        expect(later).toBeLessThanOrEqual(splits[i]?.[1] as number);
      });
      // What keeps the budget anyway is left alone.
      const isKept = quantileOf(slots, splits) > -cents / 100 + 1e-6;
      expect(isKept ? cut : splits).toEqual(splits);
    }),
    { numRuns: times(100) },
  );
});
