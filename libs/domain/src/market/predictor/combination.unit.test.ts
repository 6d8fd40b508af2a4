import { dateAfter } from '@solano/domain/kernel';
import { syntheticDays } from '@solano/domain/test/synthetic-days';
import { describe, expect, it } from 'vitest';
import { LEVELS } from './bands.ts';
import { Combination } from './combination.ts';
import { hoursOf } from './price-days.ts';

const days = syntheticDays(265);
const last = days.at(-1);

describe('the combination', () => {
  const combination = new Combination(days, 3);

  it('the combination predicts the day after the last known one, and names the leading members', () => {
    const { date, quarters, members } = combination.predict();
    expect(date).toBe(dateAfter(last?.date ?? '', 1));
    expect(quarters).toHaveLength(96);
    expect([...members.keys()]).toEqual([
      'lear_regime',
      'lear_long',
      'lear_recent',
      'baseline',
      'yesterday',
    ]);
    expect([...members.values()].reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  });

  it('the combination predicts a past day as it would have then, whatever came later', () => {
    const known = 250;
    const planted = days.map((day, i) =>
      i < known ? day : { ...day, quarters: Array.from(day.quarters, () => 3999 - i) },
    );
    const knowing = new Combination(planted, 3);
    const blind = new Combination(days.slice(0, known), 3);
    for (const lead of [0, 2]) {
      expect(knowing.predict(known, lead)).toEqual(blind.predict(known, lead));
      expect(combination.predict(known, lead)).toEqual(blind.predict(known, lead));
      expect(knowing.bands(known, lead)).toEqual(blind.bands(known, lead));
    }
  });

  it('the combination is nearer than yesterday’s prices on days that it has not seen', () => {
    let [own, yesterday] = [0, 0];
    for (let count = 245; count < days.length; count += 1) {
      const realised = hoursOf(days[count]?.quarters ?? []);
      const predicted = hoursOf(combination.predict(count).quarters);
      const before = hoursOf(days[count - 1]?.quarters ?? []);
      realised.forEach((price, hour) => {
        own += Math.abs((predicted[hour] ?? 0) - price);
        yesterday += Math.abs((before[hour] ?? 0) - price);
      });
    }
    expect(own / yesterday).toBeLessThan(0.9);
  });

  it('the combination gives bands that never cross, wider for days farther ahead', () => {
    const widths = [0, 2].map((lead) => {
      const bands = combination.bands(undefined, lead) ?? [];
      expect(bands).toHaveLength(LEVELS.length);
      for (let quarter = 0; quarter < 96; quarter += 1) {
        const values = bands.map((band) => band[quarter] ?? Number.NaN);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }
      return (bands[6]?.reduce((sum, high, i) => sum + high - (bands[0]?.[i] ?? 0), 0) ?? 0) / 96;
    });
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
  });

  it('the combination keeps the coefficients of a day’s prediction, and until when they were learned', () => {
    const fits = combination.fits(260);
    // Trees are fitted every 56 days: on none yet with enough days before it.
    const members = ['lear_regime', 'lear_long', 'lear_recent'];
    expect(fits.map(({ member }) => member)).toEqual(members);
    for (const { until, fit } of fits) {
      expect(until < (days[260]?.date ?? '')).toBe(true);
      expect('coefficients' in fit && fit.coefficients).toHaveLength(24);
    }
  });

  it('the combination uses simple rules and no bands while few days are known', () => {
    const young = new Combination(days.slice(0, 20));
    const { quarters, members } = young.predict();
    expect([...members.keys()]).toEqual(['baseline', 'yesterday']);
    expect(young.bands()).toBeUndefined();
    expect(quarters.every(Number.isFinite)).toBe(true);
  });

  it('the combination learns nothing from a missing day, which repeats the one before', () => {
    const gap = days.filter((_, i) => i !== 255);
    const { quarters } = new Combination(gap).predict(256);
    expect(quarters.every(Number.isFinite)).toBe(true);
    expect(new Combination(gap).dates).toHaveLength(days.length);
  });

  it('the combination uses forecasts that were known in time, and names them in its fits', () => {
    const load = new Map(
      days.map(({ date, quarters }) => [date, hoursOf(quarters).map((price) => 300 * price)]),
    );
    const driven = new Combination(days, 1, new Map([['load', load]]));
    const realised = hoursOf(days[260]?.quarters ?? []);
    const error = (predicted: Float64Array) =>
      hoursOf(predicted).reduce(
        (sum, price, hour) => sum + Math.abs(price - (realised[hour] ?? 0)),
        0,
      );
    expect(error(driven.predict(260).quarters)).toBeLessThan(
      error(combination.predict(260).quarters) / 2,
    );
    expect(driven.fits(260).map(({ fit }) => fit.series)).toEqual([1, 1, 1]);
    expect(driven.predict(260).inputs).toEqual(['prices', 'load']);
  });

  it('the combination uses forecasts for the next day alone: those of later days were not known yet', () => {
    const load = new Map(
      days.map(({ date, quarters }) => [date, hoursOf(quarters).map((price) => 300 * price)]),
    );
    const driven = new Combination(days, 3, new Map([['load', load]]));
    expect(driven.predict(260, 0).inputs).toEqual(['prices', 'load']);
    expect(driven.predict(260, 1)).toEqual(combination.predict(260, 1));
    expect(driven.bands(260, 1)).toEqual(combination.bands(260, 1));
    expect(driven.fits(260, 1)).toEqual(combination.fits(260, 1));
  });

  it('the combination predicts from prices alone, and says so, while too few days have forecasts', () => {
    const load = new Map(
      days.slice(-180).map(({ date, quarters }) => [date, hoursOf(quarters)] as const),
    );
    const driven = new Combination(days, 1, new Map([['load', load]]));
    expect(driven.predict(260)).toEqual(combination.predict(260));
    expect(driven.predict(260).inputs).toEqual(['prices']);
  });

  it('the combination predicts a day without forecasts from prices alone, and by days so predicted', () => {
    const load = new Map(days.map(({ date, quarters }) => [date, hoursOf(quarters)]));
    const driven = new Combination(days, 1, new Map([['load', load]]));
    expect(driven.predict()).toEqual(combination.predict());
    expect(driven.bands()).toEqual(combination.bands());
  });
});
