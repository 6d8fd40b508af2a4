import { dateAfter, HOURS } from '@solano/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { TrainingDay } from './lear.ts';
import { treeRowsOf } from './tree-features.ts';
import { fitTrees, predictTrees } from './trees.ts';

const FIRST = '2025-01-06';
const DAYS = 240;
/** GW of wind on a day; more than 10 covers demand, and prices are 0. */
const windOf = (i: number) => (i * i * 7) % 17;
const hoursOn = (i: number) => {
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    return windOf(i) > 10 ? 0 : 60 + hour + ((i * 5) % 3);
  });
};

/** Days of which each knows the fortnight before it and, if asked, the wind. */
function trainingDays(withWind: (i: number) => boolean = () => false): TrainingDay[] {
  return Array.from({ length: DAYS }, (_, n) => {
    const i = n + 14;
    return {
      date: dateAfter(FIRST, i),
      past: Array.from({ length: 14 }, (_, k) => hoursOn(i - 14 + k)),
      exogenous: withWind(i)
        ? [[i, i - 1].map((day) => new Float64Array(HOURS).fill(windOf(day)))]
        : [],
      hours: hoursOn(i),
    };
  });
}

function errorOf(fit: ReturnType<typeof fitTrees>, days: readonly TrainingDay[]): number {
  const errors = days.flatMap((day) => {
    return Array.from(predictTrees(fit, day), (p, h) => Math.abs(p - (day.hours[h] as number)));
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe('boosted trees of prices', () => {
  it('boosted trees of prices find the state in which wind covers demand', () => {
    const days = trainingDays(() => true);
    const blind = trainingDays();
    const own = errorOf(fitTrees(days.slice(0, 210), 1), days.slice(210));
    expect(own).toBeLessThan(errorOf(fitTrees(blind.slice(0, 210), 0), blind.slice(210)) / 3);
  });

  it('boosted trees of prices are the same again, to the last digit', () => {
    const days = trainingDays();
    expect(fitTrees(days, 0)).toEqual(fitTrees(trainingDays(), 0));
  });

  it('boosted trees of prices learn from days without forecasts, and predict them', () => {
    const days = trainingDays((i) => i % 3 > 0);
    const fit = fitTrees(days.slice(0, 210), 1);
    for (const day of days.slice(210)) {
      expect(predictTrees(fit, day).every(Number.isFinite)).toBe(true);
    }
  });

  it('boosted trees of prices see a fortnight and nothing before it', () => {
    const [day] = trainingDays() as [TrainingDay];
    const longer = { ...day, past: [hoursOn(3), hoursOn(4), ...day.past] };
    expect(treeRowsOf(longer, 0)).toEqual(treeRowsOf(day, 0));
  });

  it('boosted trees of prices see how many of the last week’s hours were near zero', () => {
    const [day] = trainingDays() as [TrainingDay];
    const near = day.past.slice(-7).filter((hours) => hours[0] === 0).length;
    const { rows } = treeRowsOf(day, 0);
    expect(rows).toHaveLength(HOURS);
    expect(rows.every((row) => row.includes(near))).toBe(true);
  });
});
