import { HOURS } from '@solano/domain/kernel';
import { describe, expect, it } from 'vitest';
import { adaptationOf, LEVELS, quantilesAt, ranksOf } from './bands.ts';
import {
  averaged,
  distributionOf,
  type PastErrors,
  type Predicted,
  withPeaks,
} from './error-distribution.ts';

const hours = (price: number) => new Float64Array(HOURS).fill(price);
const NOMINAL = {
  levels: Array.from({ length: HOURS }, () => Float64Array.from(LEVELS)),
  width: 1,
};

/** A workday predicted at a price, as the day before. */
const at = (price: number): Predicted => ({
  hours: hours(price),
  changes: hours(0),
  isWorkday: true,
  recentError: 5,
});

/** Days predicted at a price, missed by −1 to 1 times `size`, evenly. */
function pastDays(count: number, price: number, size: number): PastErrors[] {
  return Array.from({ length: count }, (_, day) => ({
    ...at(price),
    errors: Float64Array.from({ length: HOURS }, (__, hour) => {
      return size * (((day * HOURS + hour) * 7919) % 201) * 0.01 - size;
    }),
  }));
}

describe('bands', () => {
  it('bands are the quantiles of past errors around the prediction', () => {
    const distribution = distributionOf(pastDays(100, 50, 10), at(50));
    const [noon = new Float64Array()] = quantilesAt(distribution ?? [], NOMINAL).slice(12);
    const expected = [41, 42, 45, 50, 55, 58, 59];
    noon.forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(1);
    });
  });

  it('bands are not made from a few days', () => {
    expect(distributionOf(pastDays(27, 50, 10), at(50))).toBeUndefined();
  });

  it('bands are as wide as errors were at prices like the predicted one', () => {
    const past = Array.from({ length: 50 }, () => [pastDays(1, 5, 1), pastDays(1, 120, 20)]).flat(
      2,
    );
    const widthAt = (price: number) => {
      const [[low = 0, , , , , , high = 0] = []] = quantilesAt(
        distributionOf(past, at(price)) ?? [],
        NOMINAL,
      );
      return high - low;
    };
    expect(widthAt(5)).toBeLessThan(widthAt(120) / 4);
  });

  it('bands follow errors of days of the same kind, and of the same predicted change, most', () => {
    const calm = pastDays(60, 50, 2);
    const others = [
      pastDays(60, 50, 20).map((day) => ({ ...day, isWorkday: false })),
      pastDays(60, 50, 20).map((day) => ({ ...day, changes: hours(60) })),
    ];
    for (const wild of others) {
      const mixed = calm.flatMap((day, i) => [day, wild[i] as PastErrors]);
      const low = (past: PastErrors[]) =>
        quantilesAt(distributionOf(past, at(50)) ?? [], NOMINAL)[0]?.[2] ?? 0;
      expect(50 - low(mixed)).toBeLessThan(3);
      expect(50 - low(wild)).toBeGreaterThan(8);
    }
  });

  it('bands are wider in rough weeks than in calm ones, by the root of the errors’ ratio and at most twice', () => {
    const past = pastDays(100, 50, 10);
    const widthAt = (recentError: number) => {
      const distribution = distributionOf(past, { ...at(50), recentError }) ?? [];
      const [noon = []] = quantilesAt(distribution, NOMINAL).slice(12);
      return (noon[5] ?? 0) - (noon[1] ?? 0);
    };
    expect(widthAt(Number.NaN)).toBeCloseTo(widthAt(5), 9);
    expect(widthAt(20) / widthAt(5)).toBeCloseTo(2, 3);
    expect(widthAt(10) / widthAt(5)).toBeCloseTo(Math.SQRT2, 3);
    expect(widthAt(2000)).toBeCloseTo(widthAt(20), 9);
  });

  it('bands of a price among the highest of the last weeks reach two fifths above it, their lower half stays', () => {
    const distribution = distributionOf(pastDays(100, 100, 5), at(100)) ?? [];
    const recent = (price: number) => Array.from({ length: 28 }, () => hours(price));
    const [low = new Float64Array()] = quantilesAt(withPeaks(distribution, recent(200)), NOMINAL);
    const [high = new Float64Array()] = quantilesAt(withPeaks(distribution, recent(50)), NOMINAL);
    expect(high.slice(0, 5)).toEqual(low.slice(0, 5));
    expect(high[5]).toBeCloseTo(1.4 * (high[3] ?? 0), 0);
    expect((high[6] ?? 0) - (low[6] ?? 0)).toBeCloseTo((high[5] ?? 0) - (low[5] ?? 0), 0);
  });

  it('bands of a negative peak are no longer than those of any other price', () => {
    const distribution = distributionOf(pastDays(100, -5, 5), at(-5)) ?? [];
    const recent = Array.from({ length: 28 }, () => hours(-50));
    const [first = new Float64Array()] = quantilesAt(withPeaks(distribution, recent), NOMINAL);
    expect(first).toEqual(quantilesAt(distribution, NOMINAL)[0]);
  });

  it('bands also exist where no price was like the predicted one', () => {
    const distribution = distributionOf(pastDays(60, 50, 10), at(4000)) ?? [];
    for (const values of quantilesAt(distribution, NOMINAL)) {
      expect([...values].every((value) => value >= 3990 && value <= 4010)).toBe(true);
    }
  });

  it('bands widen after prices kept falling outside, and narrow after they kept falling inside', () => {
    const outside = Array.from({ length: 20 }, (_, day) => hours(day % 2 === 0 ? 0.01 : 0.99));
    const inside = Array.from({ length: 20 }, () => hours(0.5));
    const [wide = new Float64Array()] = adaptationOf(outside).levels;
    const [narrow = new Float64Array()] = adaptationOf(inside).levels;
    expect(wide[1]).toBeLessThan(0.1);
    expect(wide[5]).toBeGreaterThan(0.9);
    expect(narrow[1]).toBeGreaterThan(0.1);
    expect(narrow[5]).toBeLessThan(0.9);
  });

  it('bands are wider than any past error while those of a week contained far too few prices', () => {
    const held = (share: number) => hours(0).map((_, hour) => (hour < share * HOURS ? 0.5 : 1));
    const days = (count: number, share: number) => Array.from({ length: count }, () => held(share));
    expect(adaptationOf(days(30, 0.75)).width).toBe(1);
    expect(adaptationOf(days(6, 0)).width).toBe(1);
    expect(adaptationOf([...days(10, 1), ...days(7, 0.25)]).width).toBeCloseTo(2.35, 9);
    expect(adaptationOf([...days(10, 0), ...days(7, 0.75)]).width).toBe(1);

    const distribution = distributionOf(pastDays(100, 50, 10), at(50)) ?? [];
    const [usual = new Float64Array()] = quantilesAt(distribution, NOMINAL);
    const [wide = new Float64Array()] = quantilesAt(distribution, { ...NOMINAL, width: 2 });
    expect(wide[3]).toBe(usual[3]);
    expect((wide[6] ?? 0) - (wide[0] ?? 0)).toBeCloseTo(2 * ((usual[6] ?? 0) - (usual[0] ?? 0)), 9);
  });

  it('bands never cross, however the levels have moved', () => {
    const distribution = distributionOf(pastDays(100, 50, 10), at(50)) ?? [];
    const levels = Array.from({ length: HOURS }, () => Float64Array.from(LEVELS).reverse());
    for (const values of quantilesAt(distribution, { levels, width: 1.5 })) {
      expect([...values]).toEqual([...values].sort((a, b) => a - b));
    }
  });

  it('bands rank a price by the share of the distribution that lies below', () => {
    const distribution = distributionOf(pastDays(100, 50, 10), at(50)) ?? [];
    expect(ranksOf(distribution, hours(50))[3]).toBeCloseTo(0.5, 1);
    expect(ranksOf(distribution, hours(55))[3]).toBeCloseTo(0.75, 1);
    expect(ranksOf(distribution, hours(0))[3]).toBe(0);
    expect(ranksOf(distribution, hours(99))[3]).toBe(1);
  });

  it('bands are averaged over several predictions quantile by quantile', () => {
    const low = distributionOf(pastDays(100, 50, 10), at(40)) ?? [];
    const high = distributionOf(pastDays(100, 50, 10), at(60)) ?? [];
    const [first = 0] = quantilesAt(averaged([low, high]), NOMINAL)[0] ?? [];
    const [ofLow = 0, ofHigh = 0] = [low, high].map((each) => quantilesAt(each, NOMINAL)[0]?.[0]);
    expect(first).toBeCloseTo((ofLow + ofHigh) / 2, 9);
  });
});
