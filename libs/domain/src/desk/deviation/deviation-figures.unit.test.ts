import { HOUR_MS, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedPeriod, PER_EURO, PER_MWH } from './compared-period.ts';
import { DeviationSum, differenceOf } from './deviation-figures.ts';
import { groupDeviation } from './group-deviation.ts';

const START = startOfDate('2026-10-25');
/** Thousandths of a MWh, and of a EUR: halves of a cent among them. */
const kwh = (value: number) => (BigInt(value) * PER_MWH) / 1000n;
const mills = (value: number) => (BigInt(value) * PER_EURO) / 1000n;

interface Whole {
  readonly bought: number;
  readonly measured: number;
  readonly marketCost: number;
  readonly dayAheadCost: number;
  readonly deviationCost: number;
  readonly overDayAhead: number;
}

function periodOf(start: number, whole: Partial<Whole>): ComparedPeriod {
  const none = { bought: 0, measured: 0, marketCost: 0, dayAheadCost: 0 };
  const all = { ...none, deviationCost: 0, overDayAhead: 0, ...whole };
  return {
    start,
    end: start + QUARTER_MS,
    bought: kwh(all.bought),
    forecast: kwh(all.bought),
    measured: kwh(all.measured),
    marketCost: mills(all.marketCost),
    dayAheadCost: mills(all.dayAheadCost),
    deviationCost: mills(all.deviationCost),
    overDayAhead: mills(all.overDayAhead),
    forecastOverDayAhead: mills(all.overDayAhead),
  };
}

/** Half up, away from zero. */
const cents = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) / 10 + 0.5);
const inCents = (text: string) => Math.round(Number(text) * 100);

describe('sums of deviations', () => {
  const value = fc.integer({ min: -10_000_000, max: 10_000_000 });
  const whole = fc.record({
    bought: value,
    measured: value,
    marketCost: value,
    dayAheadCost: value,
    deviationCost: value,
    overDayAhead: value,
  });

  test('sums are exact, and rounded once', () => {
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 50 }), (all) => {
        const sum = new DeviationSum();
        for (const each of all) sum.add(periodOf(START, each));
        const total = (of: (each: Whole) => number) => all.reduce((add, each) => add + of(each), 0);
        const { figures } = sum;
        expect(inCents(figures.marketCost)).toBe(cents(total((each) => each.marketCost)) + 0);
        expect(inCents(figures.deviationCost)).toBe(cents(total((each) => each.deviationCost)) + 0);
        expect(inCents(figures.costOverDayAhead)).toBe(
          cents(total((each) => each.overDayAhead)) + 0,
        );
        const short = total(({ measured, bought }) => Math.max(0, measured - bought));
        expect(Number(figures.shortMwh)).toBe(short / 1000);
        const long = total(({ measured, bought }) => Math.max(0, bought - measured));
        expect(Number(figures.longMwh)).toBe(long / 1000);
      }),
    );
  });

  test('causes add up to the rounded sum, and none is a cent or more from what it is', () => {
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 50 }), (all) => {
        const sum = new DeviationSum();
        for (const each of all) sum.add(periodOf(START, each));
        const { causes } = sum;
        const part = (of: (each: Whole) => number) => all.reduce((add, each) => add + of(each), 0);
        const short = part((each) => (each.measured > each.bought ? each.overDayAhead : 0));
        const long = part((each) => (each.measured > each.bought ? 0 : each.overDayAhead));
        const choice = part((each) => each.marketCost - each.dayAheadCost);
        const found = [
          causes.volumeShort,
          causes.volumeLong,
          causes.correction,
          causes.marketChoice,
        ];
        const texts = found.map(inCents);
        expect(texts.reduce((add, each) => add + each, 0)).toBe(cents(short + long + choice) + 0);
        for (const [i, exact] of [short, long, 0, choice].entries()) {
          expect(Math.abs((texts[i] as number) - exact / 10)).toBeLessThan(1);
        }
      }),
    );
  });

  test('causes get the cents of the largest remainders', () => {
    const sum = new DeviationSum();
    sum.add(periodOf(START, { measured: 1, overDayAhead: 14 }));
    sum.add(periodOf(START, { bought: 1, overDayAhead: 16, marketCost: 15 }));
    expect(sum.causes).toEqual({
      volumeShort: '0.01',
      volumeLong: '0.02',
      correction: '0.00',
      marketChoice: '0.02',
    });
  });
});

describe('groups of periods', () => {
  /** Quarter hours from the Saturday's last hour on, through the hour that October repeats. */
  const periods = Array.from({ length: 20 }, (_, i) =>
    periodOf(START - HOUR_MS + i * QUARTER_MS, { bought: 1000 }),
  );
  const grouped = (by: Parameters<typeof groupDeviation>[1]) =>
    groupDeviation(periods, by).map(({ key, sum }) => [key, sum.figures.boughtMwh]);

  test('groups by hour keep the two passes of the repeated hour apart, groups by its number do not', () => {
    const hour = (i: number) => ({
      by: 'time',
      start: START + i * HOUR_MS,
      end: START + (i + 1) * HOUR_MS,
    });
    expect(grouped('hour')).toEqual([-1, 0, 1, 2, 3].map((i) => [hour(i), '4.000']));
    const number = (each: number) => ({ by: 'hour_of_day', number: each });
    expect(grouped('hour_of_day')).toEqual([
      [number(0), '4.000'],
      [number(1), '4.000'],
      [number(2), '8.000'],
      [number(23), '4.000'],
    ]);
  });

  test('groups by day, weekday and month are those of Madrid', () => {
    expect(grouped('day')).toEqual([
      [{ by: 'day', name: '2026-10-24' }, '4.000'],
      [{ by: 'day', name: '2026-10-25' }, '16.000'],
    ]);
    expect(grouped('weekday')).toEqual([
      [{ by: 'weekday', number: 6 }, '4.000'],
      [{ by: 'weekday', number: 7 }, '16.000'],
    ]);
    expect(grouped('month')).toEqual([[{ by: 'month', name: '2026-10' }, '20.000']]);
    expect(grouped('period')).toHaveLength(20);
  });
});

test('the difference of two days is exact in each figure, with its sign', () => {
  const figuresOf = (whole: Partial<Whole>) => {
    const sum = new DeviationSum();
    sum.add(periodOf(START, whole));
    return { ...sum.figures, ...sum.causes };
  };
  const before = figuresOf({ bought: 1500, measured: 2000, marketCost: -100, deviationCost: 20 });
  const after = figuresOf({ bought: 1499, measured: 1000, marketCost: 5, deviationCost: 10 });
  expect(differenceOf(before, after)).toMatchObject({
    boughtMwh: '-0.001',
    measuredMwh: '-1.000',
    shortMwh: '-0.500',
    longMwh: '0.499',
    marketCost: '0.11',
    deviationCost: '-0.01',
    costOverDayAhead: '0.00',
  });
});
