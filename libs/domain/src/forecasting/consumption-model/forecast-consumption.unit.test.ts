import {
  DAY_MS,
  dateAfter,
  dateAt,
  HOUR_MS,
  hourAt,
  isHoliday,
  startOfDate,
  weekdayOf,
} from '@solano/domain/kernel';
import { randomFrom } from '@solano/domain/kernel/learning';
import { describe, expect, test } from 'vitest';
import { LEVELS } from '../levels.ts';
import {
  type ConsumptionDay,
  type ConsumptionGroup,
  forecastConsumption,
  hindcastConsumption,
} from './forecast-consumption.ts';

const TODAY = '2026-06-10';
const MEDIAN = LEVELS.indexOf(50);
const LOW = LEVELS.indexOf(10);
const HIGH = LEVELS.indexOf(90);

/** MW of an hour that starts at an instant (ms). */
type Consumption = (start: number) => number;

/** Offices: 10 MW from 8 to 18 on workdays, else 2. */
const offices: Consumption = (start) => {
  const date = dateAt(start);
  const hour = hourAt(start);
  const isOpen = weekdayOf(date) <= 5 && !isHoliday(date) && hour >= 8 && hour < 18;
  return isOpen ? 10 : 2;
};

/** A group's hours of the days up to 08:00 of today. */
function group(mwOf: Consumption, days: number, today = TODAY): ConsumptionGroup {
  const start = startOfDate(dateAfter(today, -days));
  const at = startOfDate(today) + 9 * HOUR_MS;
  const hours = (at - HOUR_MS - start) / HOUR_MS;
  const mw = Float64Array.from({ length: hours }, (_, hour) => mwOf(start + hour * HOUR_MS));
  return { history: { at, region: null, start, mw }, ends: null };
}

function noisy(mwOf: Consumption, share: number, seed = 1): Consumption {
  const random = randomFrom(seed);
  return (start) => mwOf(start) * (1 + share * (random() + random() + random() - 1.5));
}

function week(today = TODAY): string[] {
  return Array.from({ length: 7 }, (_, i) => dateAfter(today, i + 1));
}

function meanError(days: readonly ConsumptionDay[], mwOf: Consumption): number {
  const errors = days.flatMap(({ start, mw }) =>
    Array.from(mw[MEDIAN] as Float64Array, (expected, hour) => {
      return Math.abs(expected - mwOf(start + hour * HOUR_MS));
    }),
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe('a forecast of consumption', () => {
  test.each([28, 60, 120, 400])(
    'a forecast of consumption from %i days follows workdays and weekends',
    (days) => {
      const forecast = forecastConsumption([group(offices, days)], week()) ?? [];
      expect(forecast).toHaveLength(7);
      expect(meanError(forecast, offices)).toBeLessThan(0.25);
    },
  );

  test('a forecast of consumption needs 28 known days', () => {
    expect(forecastConsumption([group(offices, 27)], week())).toBeUndefined();
    expect(forecastConsumption([], week())).toBeUndefined();
  });

  test('a forecast of consumption of a group with a single hour is undefined, alone and beside another', () => {
    const few = group(offices, 1);
    const single = {
      ...few,
      history: {
        ...few.history,
        mw: few.history.mw.map((mw, hour) => (hour === 11 ? mw : Number.NaN)),
      },
    };
    expect(forecastConsumption([single], week())).toBeUndefined();
    const other = group(offices, 60);
    expect(forecastConsumption([single, other], week())).toEqual(
      forecastConsumption([other], week()),
    );
  });

  test('a forecast of consumption knows a holiday from those of the year before', () => {
    const today = '2026-10-11';
    const [day] = forecastConsumption([group(offices, 500, today)], [dateAfter(today, 1)]) ?? [];
    // 12 October 2026, a Monday.
    expect(meanError([day as ConsumptionDay], offices)).toBeLessThan(0.8);
  });

  test('a forecast of consumption follows growth', () => {
    const growing: Consumption = (start) =>
      offices(start) * 1.04 ** ((start - startOfDate(TODAY)) / DAY_MS / 30);
    const forecast = forecastConsumption([group(growing, 500)], week()) ?? [];
    expect(meanError(forecast, growing)).toBeLessThan(0.35);
  });

  test('a forecast of consumption is at a new level two weeks after a jump', () => {
    const jump = startOfDate(TODAY) - 14 * DAY_MS;
    const jumping: Consumption = (start) => offices(start) * (start < jump ? 1 : 2);
    const forecast = forecastConsumption([group(jumping, 200)], week()) ?? [];
    expect(meanError(forecast, jumping)).toBeLessThan(1.2);
  });

  test('a forecast of consumption stands zeros, gaps and values below zero', () => {
    const odd: Consumption = (start) => {
      const hour = Math.floor(start / HOUR_MS);
      if (hour % 97 < 5 || hour % 1000 < 50) return Number.NaN;
      return hourAt(start) < 6 ? 0 : hourAt(start) === 13 ? -0.5 : 1;
    };
    const forecast = forecastConsumption([group(odd, 150)], week()) ?? [];
    const known: Consumption = (start) => (hourAt(start) < 6 ? 0 : hourAt(start) === 13 ? -0.5 : 1);
    expect(meanError(forecast, known)).toBeLessThan(0.1);
  });

  test('a forecast of consumption of nothing is nothing', () => {
    const forecast = forecastConsumption([group(() => 0, 100)], week()) ?? [];
    expect(meanError(forecast, () => 0)).toBeLessThan(1e-6);
  });

  test.each([
    ['2026-03-28', 23],
    ['2025-10-25', 25],
  ])(
    'a forecast of consumption on %s has the hours of the day on which the clock changes',
    (today, hours) => {
      const [day] = forecastConsumption([group(offices, 100, today)], [dateAfter(today, 1)]) ?? [];
      expect(day?.mw.map((quantiles) => quantiles.length)).toEqual(LEVELS.map(() => hours));
    },
  );

  test('quantiles of a forecast of consumption ascend, and hold what they should', () => {
    const measured = group(noisy(offices, 0.2), 250);
    const dates = Array.from({ length: 56 }, (_, i) => dateAfter(TODAY, i - 56));
    const lead = { days: 1, hours: 8, isNearest: true, madeAfter: 9 * HOUR_MS };
    let [within, count] = [0, 0];
    hindcastConsumption([measured], dates, lead).forEach((day) => {
      day?.mw[0]?.forEach((_, hour) => {
        const at = (day.start - measured.history.start) / HOUR_MS + hour;
        const value = measured.history.mw[at] as number;
        const quantiles = day.mw.map((each) => each[hour] as number);
        expect(quantiles).toEqual(quantiles.toSorted((a, b) => a - b));
        count += 1;
        if (value >= (quantiles[LOW] as number) && value <= (quantiles[HIGH] as number))
          within += 1;
      });
    });
    expect(count).toBe(56 * 24);
    expect(within / count).toBeGreaterThan(0.74);
    expect(within / count).toBeLessThan(0.86);
  });

  test('a forecast of consumption does not depend on what comes after it was made', () => {
    const before = group(noisy(offices, 0.1), 200);
    const later = Float64Array.from([...before.history.mw, ...Array(16).fill(Number.NaN)]);
    const same = { ...before, history: { ...before.history, mw: later } };
    expect(forecastConsumption([same], week())).toEqual(forecastConsumption([before], week()));
  });
});

describe('a forecast of the sum of groups', () => {
  test('a forecast of a sum has the groups that count on each day', () => {
    const ended = { ...group(() => 5, 100), ends: dateAfter(TODAY, 1) };
    const days = forecastConsumption([group(() => 3, 100), ended], week()) ?? [];
    const means = days.map(({ mw }) => Math.round(mw[MEDIAN]?.[12] ?? 0));
    expect(means).toEqual([8, 3, 3, 3, 3, 3, 3]);
  });

  test('a forecast of a sum has a group that began a week ago', () => {
    const days = forecastConsumption([group(() => 3, 100), group(() => 5, 7)], week()) ?? [];
    expect(days[0]?.mw[MEDIAN]?.[12]).toBeCloseTo(8, 1);
  });

  test('quantiles of a sum are narrow where errors cancel, and wide where they go together', () => {
    const noise = noisy(() => 10, 0.3);
    const values = new Map<number, number>();
    const up: Consumption = (start) => {
      const value = values.get(start) ?? noise(start);
      values.set(start, value);
      return value;
    };
    const down: Consumption = (start) => 20 - up(start);
    const widthOf = (groups: ConsumptionGroup[]) => {
      const [day] = forecastConsumption(groups, [dateAfter(TODAY, 1)]) ?? [];
      return (day?.mw[HIGH]?.[12] ?? 0) - (day?.mw[LOW]?.[12] ?? 0);
    };
    const alone = widthOf([group(up, 200)]);
    expect(widthOf([group(up, 200), group(up, 200)])).toBeCloseTo(2 * alone, 6);
    expect(widthOf([group(up, 200), group(down, 200)])).toBeLessThan(0.3 * alone);
  });
});

test('forecasts of days that have come are as they would have been made, whatever came later', () => {
  const consumption = noisy(offices, 0.1);
  const { history } = group(consumption, 300);
  const dates = Array.from({ length: 10 }, (_, i) => dateAfter(TODAY, i - 30));
  const lead = { days: 1, hours: 8, isNearest: true, madeAfter: 9 * HOUR_MS };
  const changed = Float64Array.from(history.mw, (mw, hour) => {
    return history.start + hour * HOUR_MS >= startOfDate(TODAY) - 3 * DAY_MS ? mw * 1.05 : mw;
  });
  const made = hindcastConsumption([{ history, ends: null }], dates, lead);
  const other = { history: { ...history, mw: changed }, ends: null };
  const again = hindcastConsumption([other], dates, lead);
  expect(made.every((day) => day !== undefined)).toBe(true);
  made.forEach((day, i) => {
    const [first, second] = [day?.mw[MEDIAN]?.[12] ?? 0, again[i]?.mw[MEDIAN]?.[12] ?? 0];
    expect(Math.abs(first / second - 1)).toBeLessThan(0.01);
  });
});
