import { describe, expect, it } from 'vitest';
import { HOURS } from '../time/madrid-day.ts';

import { combine, memberWeights, type PastPredictions } from './member-weights.ts';

const RULE = { days: 56, halfLifeDays: 28, power: 6 };
const hours = (price: number) => new Float64Array(HOURS).fill(price);

/** A day that cost 50 all along, and what each member said of it. */
const day = (predicted: Record<string, number>): PastPredictions => ({
  predicted: new Map(Object.entries(predicted).map(([name, price]) => [name, hours(price)])),
  realised: hours(50),
});

describe('the weights of members', () => {
  it('the weights of members are alike while there are too few days to judge by', () => {
    const weights = memberWeights(['a', 'b'], 'a', [day({ a: 50, b: 90 })], RULE);
    expect([...weights.values()].map((shares) => shares[0])).toEqual([0.5, 0.5]);
  });

  it('the weights of members follow the errors, and add up to one in every hour', () => {
    const days = Array.from({ length: 30 }, () => day({ a: 60, b: 70, c: 55 }));
    const weights = memberWeights(['a', 'b', 'c'], 'a', days, RULE);
    const shares = ['a', 'b', 'c'].map((name) => weights.get(name)?.[0] ?? Number.NaN);
    expect(shares[2]).toBeGreaterThan(0.95);
    expect(shares[0] ?? 0).toBeCloseTo((shares[1] ?? 0) * 2 ** 6, 5);
    for (let hour = 0; hour < HOURS; hour += 1) {
      const sum = [...weights.values()].reduce((total, each) => total + (each[hour] ?? 0), 0);
      expect(sum).toBeCloseTo(1, 12);
    }
  });

  it('the weights of members turn to the member that became better', () => {
    const before = Array.from({ length: 28 }, () => day({ a: 60, b: 80 }));
    const after = Array.from({ length: 42 }, () => day({ a: 80, b: 60 }));
    const weights = memberWeights(['a', 'b'], 'a', [...before, ...after], RULE);
    expect(weights.get('b')?.[12]).toBeGreaterThan(0.8);
  });

  it('the weights of members compare a younger member on the days that it has', () => {
    const before = Array.from({ length: 40 }, () => day({ a: 51 }));
    const after = Array.from({ length: 16 }, () => day({ a: 90, b: 80 }));
    const weights = memberWeights(['a', 'b'], 'a', [...before, ...after], RULE);
    expect(weights.get('b')?.[0]).toBeGreaterThan(weights.get('a')?.[0] ?? 1);
  });

  it('the weights of members are zero for one that was judged for less than a fortnight', () => {
    const before = Array.from({ length: 40 }, () => day({ a: 60 }));
    const after = Array.from({ length: 10 }, () => day({ a: 60, b: 50 }));
    expect(memberWeights(['a', 'b'], 'a', [...before, ...after], RULE).get('b')?.[0]).toBe(0);
  });

  it('the weights of members make a weighted mean of their predictions', () => {
    const weights = new Map([
      ['a', hours(0.25)],
      ['b', hours(0.75)],
    ]);
    const predicted = new Map([
      ['a', hours(40)],
      ['b', hours(80)],
    ]);
    expect(combine(weights, predicted)[23]).toBeCloseTo(70, 12);
  });
});
