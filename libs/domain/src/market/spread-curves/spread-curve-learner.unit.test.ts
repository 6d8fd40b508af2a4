import { times } from '@solano/domain/contracts/thoroughness';
import { datesBetween, HOURS } from '@solano/domain/kernel';
import { randomFrom } from '@solano/domain/kernel/learning';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpreadCurve } from './spread-curve.ts';
import { SpreadCurveLearner } from './spread-curve-learner.ts';
import type { SpreadDays } from './spread-days.ts';

const DATES = datesBetween('2026-01-01', '2026-07-31');

/** What the spread is made of, beside the surprise and noise. */
type SpreadOf = (surprise: number, day: number, hour: number) => number;

/** Days whose prices come out up to 20 EUR/MWh beside their predictions. */
function aMarket(spreadOf: SpreadOf, seed = 1): SpreadDays {
  const random = randomFrom(seed);
  const noise = (width: number) => width * (2 * random() - 1);
  const hours = (value: (hour: number) => number) =>
    Float64Array.from({ length: HOURS }, (_, i) => value(i));
  const predicted = DATES.map(() => hours((hour) => 60 + 25 * Math.sin(hour / 4) + noise(15)));
  const earlier = predicted.map((day) => day.map((price) => price + noise(20)));
  const later = earlier.map((day, i) => {
    return day.map((price, hour) => {
      const surprise = price - (predicted[i]?.[hour] as number);
      return price + spreadOf(surprise, i, hour) + noise(4);
    });
  });
  return { dates: DATES, predicted, earlier, later, lag: 1 };
}

/** Returns to its prediction by a third of the surprise; cheaper in the morning. */
const returning: SpreadOf = (surprise, _, hour) => -surprise / 3 + (hour < 8 ? -2 : 1);

/** Learned from by most tests. */
const MARKET = aMarket(returning);
const LEARNER = new SpreadCurveLearner(MARKET);

const spreadAt = ({ surprises, spreads }: SpreadCurve, surprise: number) => {
  return spreads[surprises.indexOf(surprise)] as number;
};

describe('a learned curve', () => {
  test('a learned curve says what the later session costs less after a high price', () => {
    const learned = LEARNER.curvesOf(200);
    expect(learned?.hours).toHaveLength(24);
    const { hours } = learned as NonNullable<typeof learned>;
    // Seven tenths of -surprise / 3, beside the mean.
    expect(spreadAt(hours[12] as SpreadCurve, 16)).toBeCloseTo(1 - 0.7 * (16 / 3), -0.5);
    expect(spreadAt(hours[12] as SpreadCurve, -16)).toBeCloseTo(1 + 0.7 * (16 / 3), -0.5);
    expect(spreadAt(hours[3] as SpreadCurve, 0)).toBeLessThan(0);
    expect(spreadAt(hours[12] as SpreadCurve, 0)).toBeGreaterThan(0);
  });

  test('a learned curve never rises and has at most 25 surprises, whatever it learns from', () => {
    const sign = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), sign, sign, (seed, slope, level) => {
        const spreadOf: SpreadOf = (surprise, day, hour) => {
          return slope * surprise + level * Math.sin(day * hour) * 10;
        };
        for (const { surprises, spreads } of new SpreadCurveLearner(
          aMarket(spreadOf, seed),
        ).curvesOf(140)?.hours ?? []) {
          expect(surprises.length).toBeLessThanOrEqual(25);
          expect(spreads).toHaveLength(surprises.length);
          expect(surprises).toEqual(surprises.toSorted((a, b) => a - b));
          expect(spreads).toEqual(spreads.toSorted((a, b) => b - a));
        }
      }),
      { numRuns: times(2) },
    );
  });

  test('a learned curve is the same to the byte when learned again', () => {
    const again = new SpreadCurveLearner(aMarket(returning)).curvesOf(200);
    expect(JSON.stringify(again)).toBe(JSON.stringify(LEARNER.curvesOf(200)));
  });

  test.each([1, 2])(
    'no price after 09:00 the day before changes a digit, known %d days later',
    (lag) => {
      const market = { ...MARKET, lag };
      const day = 170;
      const expected = new SpreadCurveLearner(market).curvesOf(day);
      const changed = (from: number) => (hours: Float64Array, i: number) => {
        return i < from ? hours : hours.map((price) => 3 * price - 100);
      };
      const known = day - lag + 1;
      const other: SpreadDays = {
        ...market,
        predicted: market.predicted.map(changed(day + 1)),
        earlier: market.earlier.map(changed(known)),
        later: market.later.map(changed(known)),
      };
      expect(new SpreadCurveLearner(other).curvesOf(day)).toEqual(expected);
      // The last known day does.
      const last = { ...market, later: market.later.map(changed(known - 1)) };
      expect(new SpreadCurveLearner(last).curvesOf(day)).not.toEqual(expected);
    },
  );

  test('curves of a fortnight are learned from the same days, those of the next from later ones', () => {
    const until = Array.from({ length: 42 }, (_, i) => LEARNER.curvesOf(150 + i)?.learnedUntil);
    const counts = [...Map.groupBy(until, (day) => day).values()].map((days) => days.length);
    expect(counts.slice(1, -1).every((count) => count === 14)).toBe(true);
    until.forEach((day, i) => {
      expect(day as number).toBeGreaterThanOrEqual(150 + i - 14);
      expect(day as number).toBeLessThan(150 + i);
    });
  });
});

describe('the rule instead of a curve', () => {
  const isRule = ({ surprises, spreads }: SpreadCurve) =>
    surprises.length === 1 && spreads.length === 1;

  test('the mean of 56 days stands alone while fewer than 120 days are known', () => {
    const learned = LEARNER.curvesOf(100);
    expect(learned?.learnedUntil).toBe(99);
    learned?.hours.forEach((curve, hour) => {
      expect(isRule(curve)).toBe(true);
      const spreads = Array.from({ length: 56 }, (_, i) => {
        return (
          (MARKET.later[44 + i]?.[hour] as number) - (MARKET.earlier[44 + i]?.[hour] as number)
        );
      });
      const mean = spreads.reduce((sum, spread) => sum + spread, 0) / 56;
      expect(curve.spreads[0]).toBeCloseTo(mean, 2);
    });
  });

  test('the mean of 56 days stands alone where a curve would have foretold the last 56 days worse', () => {
    const turned = aMarket((surprise, day) => (day < 100 ? -surprise : surprise / 2));
    const curves = new SpreadCurveLearner(turned).curvesOf(160)?.hours ?? [];
    expect(curves).toHaveLength(24);
    expect(curves.every(isRule)).toBe(true);
  });

  test('a day that is not predicted has no curves, nor has one before which no spread is known', () => {
    const market = MARKET;
    const nothing = new Float64Array(HOURS).fill(Number.NaN);
    const predicted = market.predicted.map((hours, i) => (i === 150 ? nothing : hours));
    expect(new SpreadCurveLearner({ ...market, predicted }).curvesOf(150)).toBeUndefined();
    const later = market.later.map(() => nothing);
    expect(new SpreadCurveLearner({ ...market, later }).curvesOf(150)).toBeUndefined();
  });
});
