import { dateAfter } from '@solano/domain/kernel';
import { describe, expect, it } from 'vitest';
import { scoreDay } from './day-scores.ts';
import { evaluate, evaluateLeads, significance } from './evaluation.ts';
import type { ScoredDay } from './scored-day.ts';

const MONDAY = '2025-11-03';

/** A day of two hours. */
function day(date: string, change: Partial<ScoredDay> = {}): ScoredDay {
  return {
    date,
    leadDays: 1,
    weight: 1,
    hours: [0, 23],
    realised: [10, 20],
    predicted: [12, 16],
    references: { persistence: [14, 28] },
    ...change,
  };
}

const evaluateDays = (days: readonly ScoredDay[]) => evaluate(days.map(scoreDay));

/** The seven quantiles of both hours, so far from their middle as given. */
const around = (low: number, high: number) =>
  [-30, -20, -10, 0, 10, 20, 30].map((away) => [low + away, high + away]);

describe('an evaluation', () => {
  it('an evaluation gives error, squared error and bias', () => {
    const { days, mae, rmse, bias } = evaluateDays([day(MONDAY)]);
    expect({ days, mae, bias }).toEqual({ days: [MONDAY], mae: 3, bias: -1 });
    expect(rmse).toBeCloseTo(Math.sqrt((4 + 16) / 2), 12);
  });

  it('an evaluation compares with each rule on the days that have it', () => {
    const other = day(dateAfter(MONDAY, 1), { predicted: [90, 90], references: {} });
    const { rmae } = evaluateDays([day(MONDAY), other]);
    expect(rmae).toEqual({ persistence: 3 / 6, weekly: null, naive: null });
    const { references } = significance([day(MONDAY), other].map(scoreDay));
    expect(references.weekly).toEqual({ interval: null, test: null });
  });

  it('an evaluation gives the pinball loss, and how much the intervals cover', () => {
    const bands = around(10, 45);
    const { pinball, coverage, width, calibration } = evaluateDays([day(MONDAY, { bands })]);
    expect(coverage).toEqual({ '50': 0.5, '80': 0.5, '90': 1 });
    expect(width).toEqual({ '50': 20, '80': 40, '90': 60 });
    expect(calibration).toEqual([0, 0.5, 0.5, 1, 1, 1, 1]);
    const first = 0.05 * 30 + 0.1 * 20 + 0.25 * 10 + 0.25 * 10 + 0.1 * 20 + 0.05 * 30;
    const second = 0.05 * 5 + 0.9 * 5 + 0.75 * 15 + 0.5 * 25 + 0.25 * 35 + 0.1 * 45 + 0.05 * 55;
    expect(pinball).toBeCloseTo((first + second) / 14, 9);
  });

  it('an evaluation ignores missing quantiles', () => {
    const [p5 = [], , p25 = [], p50 = [], p75 = [], p90 = [], p95 = []] = around(10, 45);
    const bands = [p5, [Number.NaN, 25], p25, p50, p75, p90, p95];
    const { coverage, calibration, pinball } = evaluateDays([day(MONDAY, { bands })]);
    // Of the first hour the 10 % quantile is missing, of the second the price lies below it.
    expect(coverage).toEqual({ '50': 0.5, '80': 0, '90': 1 });
    expect(calibration[1]).toBe(1);
    const both = 0.05 * 30 + 0.25 * 10 + 0.25 * 10 + 0.1 * 20 + 0.05 * 30;
    const second = 0.05 * 5 + 0.9 * 5 + 0.75 * 15 + 0.5 * 25 + 0.25 * 35 + 0.1 * 45 + 0.05 * 55;
    expect(pinball).toBeCloseTo((both + second) / 13, 9);
  });

  it('an evaluation gives errors by hour, weekday and lead', () => {
    const tuesday = day(dateAfter(MONDAY, 1), { leadDays: 3, predicted: [10, 10] });
    const { byHour, byWeekday } = evaluateDays([tuesday, day(MONDAY)]);
    expect([byHour[0], byHour[1], byHour[23]]).toEqual([1, null, 7]);
    expect(byWeekday).toEqual([3, 5, null, null, null, null, null]);
    expect(evaluateLeads([tuesday, day(MONDAY), day(MONDAY)].map(scoreDay))).toEqual([
      { leadDays: 1, days: 2, mae: 3 },
      { leadDays: 3, days: 1, mae: 5 },
    ]);
  });

  it('an evaluation counts periods, not days: a day of 100 quarters weighs more than one of 92', () => {
    const long = day(dateAfter(MONDAY, 1), {
      hours: [0, 1, 2, 3],
      realised: [0, 0, 0, 0],
      predicted: [9, 9, 9, 9],
    });
    expect(evaluateDays([day(MONDAY), long]).mae).toBe((2 + 4 + 4 * 9) / 6);
  });

  it('an evaluation counts an hour as its four quarters', () => {
    const [own, other] = [day(MONDAY), day(dateAfter(MONDAY, 1), { predicted: [10, 10] })];
    const once = [
      { ...own, bands: around(10, 20) },
      { ...other, bands: around(40, 90) },
    ];
    const [first, second] = once as unknown as [ScoredDay, ScoredDay];
    // As if each of the other day's hours were there four times.
    const days = Array.from({ length: 4 }, (_, i) => ({
      ...second,
      date: dateAfter(MONDAY, 1 + i),
    }));
    const { days: _, byWeekday: __, ...weighed } = evaluateDays([first, { ...second, weight: 4 }]);
    expect(evaluateDays([first, ...days])).toMatchObject(weighed);
    expect(weighed.mae).toBe((2 + 4 + 4 * 10) / 10);
  });

  it('an evaluation has no figures without days, and no test on a few', () => {
    const nothing = evaluateDays([]);
    expect(nothing.mae).toBeNull();
    expect(nothing.coverage).toEqual({ '50': null, '80': null, '90': null });
    const { mae, references } = significance([scoreDay(day(MONDAY))]);
    expect(mae).toBeNull();
    expect(references.persistence.test).toBeNull();
  });

  it('an evaluation names the interval and the test on enough days', () => {
    const days = Array.from({ length: 30 }, (_, i) =>
      day(dateAfter(MONDAY, i), { predicted: [12 + (i % 3), 16 + (i % 2)] }),
    );
    const { mae, references } = significance(days.map(scoreDay));
    expect(mae?.[0]).toBeLessThan(evaluateDays(days).mae ?? 0);
    expect(references.persistence.interval?.[1]).toBeLessThan(1);
    expect(references.persistence.test?.p).toBeLessThan(0.01);
  });
});
