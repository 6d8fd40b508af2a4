import {
  DAY_MS,
  dateAfter,
  dateAt,
  HOUR_MS,
  hourAt,
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
import { KnownTemperatures, type TemperatureRun } from './known-temperatures.ts';

const MEDIAN = LEVELS.indexOf(50);
const TODAY = '2026-01-21';

/** °C by hour since some years before: a season, a day, and spells of some days. */
const FIRST = startOfDate('2023-12-01');
const CELSIUS = (() => {
  const random = randomFrom(7);
  let spell = 0;
  return Float64Array.from({ length: 900 * 24 }, (_, hour) => {
    spell += -spell / 72 + (random() - 0.5) * 1.6;
    const season = 15 - 9 * Math.cos((2 * Math.PI * (hour / 24 - 45)) / 365.25);
    return season - 4 * Math.cos((2 * Math.PI * ((hour % 24) - 3)) / 24) + spell;
  });
})();

function celsiusAt(start: number): number {
  return CELSIUS[(start - FIRST) / HOUR_MS] as number;
}

/** MW that heat below 15 °C and cool above 24 °C, with what the day before left in the walls. */
function mwAt(start: number): number {
  const base = hourAt(start) < 7 ? 6 : weekdayOf(dateAt(start)) <= 5 ? 12 : 9;
  const felt = 0.7 * celsiusAt(start) + 0.3 * celsiusAt(start - DAY_MS);
  return base + 0.35 * Math.max(0, 15 - felt) + 0.5 * Math.max(0, felt - 24);
}

/** Runs of each noon and midnight UTC for 8 days, known after five hours; the wronger the further ahead. */
function runsBetween(from: number, to: number): TemperatureRun[] {
  const runs: TemperatureRun[] = [];
  const first = Math.ceil(from / (DAY_MS / 2)) * (DAY_MS / 2);
  for (let issuedAt = first; issuedAt < to; issuedAt += DAY_MS / 2) {
    const random = randomFrom(issuedAt / HOUR_MS);
    const miss = (random() - 0.5) * 0.5;
    const celsius = Float64Array.from({ length: 192 }, (_, hour) => {
      return celsiusAt(issuedAt + hour * HOUR_MS) + (miss * hour) / 48;
    });
    runs.push({
      source: 'test',
      issuedAt,
      knownAt: issuedAt + 5 * HOUR_MS,
      start: issuedAt,
      celsius,
    });
  }
  return runs;
}

interface World {
  readonly today?: string;
  readonly days?: number;
  /** Days of which there is weather. */
  readonly weatherDays?: number;
  readonly changed?: (runs: TemperatureRun[]) => readonly TemperatureRun[];
}

/** A group known at 09:00 of a day. */
function group({ today = TODAY, days = 600, weatherDays = 0, changed }: World): ConsumptionGroup {
  const start = startOfDate(dateAfter(today, -days));
  const at = startOfDate(today) + 9 * HOUR_MS;
  const hours = (at - HOUR_MS - start) / HOUR_MS;
  const mw = Float64Array.from({ length: hours }, (_, hour) => mwAt(start + hour * HOUR_MS));
  const runs = weatherDays > 0 ? runsBetween(at - weatherDays * DAY_MS, at) : [];
  const temperatures =
    weatherDays > 0 ? new KnownTemperatures(changed ? changed(runs) : runs, at) : undefined;
  return { history: { at, region: null, start, mw, temperatures }, ends: null };
}

function week(today = TODAY): string[] {
  return Array.from({ length: 7 }, (_, i) => dateAfter(today, i + 1));
}

function meanError(days: readonly (ConsumptionDay | undefined)[]): number {
  const errors = days.flatMap((day) => {
    return Array.from(day?.mw[MEDIAN] ?? [], (mw, hour) => {
      return Math.abs(mw - mwAt((day as ConsumptionDay).start + hour * HOUR_MS));
    });
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe('temperature in a forecast of consumption', () => {
  test('temperature makes the forecasts of a winter and of a summer clearly better', () => {
    for (const today of [TODAY, '2025-07-22']) {
      const dates = Array.from({ length: 28 }, (_, i) => dateAfter(today, i - 28));
      const lead = { days: 1, hours: 8, isNearest: true, madeAfter: 9 * HOUR_MS };
      const errorWith = (weatherDays: number) =>
        meanError(hindcastConsumption([group({ today, weatherDays })], dates, lead));
      expect(errorWith(580)).toBeLessThan(0.6 * errorWith(0));
    }
  });

  test('temperature makes the forecast of a week better, and says of which days it is a part', () => {
    const without = forecastConsumption([group({})], week()) ?? [];
    const days = forecastConsumption([group({ weatherDays: 580 })], week()) ?? [];
    expect(meanError(days)).toBeLessThan(0.7 * meanError(without));
    expect(days.map(({ isByTemperature }) => isByTemperature)).toEqual(Array(7).fill(true));
    expect(without.map(({ isByTemperature }) => isByTemperature)).toEqual(Array(7).fill(false));
  });

  test('temperature of less than 28 known days changes no digit', () => {
    const without = forecastConsumption([group({})], week());
    expect(forecastConsumption([group({ weatherDays: 27 })], week())).toEqual(without);
    const empty = (runs: TemperatureRun[]) =>
      runs.map((run) => ({ ...run, celsius: run.celsius.map(() => Number.NaN) }));
    const unknown = group({ weatherDays: 580, changed: empty });
    expect(forecastConsumption([unknown], week())).toEqual(without);
  });

  test('temperature is no part of days beyond the last hour of a run: they are as without it', () => {
    const short = (runs: TemperatureRun[]) =>
      runs.map((run) => ({ ...run, celsius: run.celsius.slice(0, 72) }));
    const days = forecastConsumption([group({ weatherDays: 580, changed: short })], week()) ?? [];
    const without = forecastConsumption([group({})], week()) ?? [];
    expect(days.map(({ isByTemperature }) => isByTemperature)).toEqual(
      [true, true].concat(Array(5).fill(false)),
    );
    expect(days.slice(2)).toEqual(without.slice(2));
  });

  test('temperature of a history that lacks it in part is learned from the rest', () => {
    const gap = (runs: TemperatureRun[]) =>
      runs.filter(({ issuedAt }) => Math.floor(issuedAt / DAY_MS / 40) % 3 !== 0);
    const days = forecastConsumption([group({ weatherDays: 580, changed: gap })], week()) ?? [];
    const without = forecastConsumption([group({})], week()) ?? [];
    expect(meanError(days)).toBeLessThan(0.8 * meanError(without));
  });

  test('temperature that becomes known after the forecast changes no digit, whatever it says', () => {
    const at = startOfDate(TODAY) + 9 * HOUR_MS;
    const made = forecastConsumption([group({ weatherDays: 300 })], week());
    const later = (runs: TemperatureRun[]) => [
      ...runs,
      ...runs.slice(-40).map((run) => ({
        ...run,
        knownAt: at + 1,
        celsius: run.celsius.map(() => -40),
      })),
    ];
    expect(forecastConsumption([group({ weatherDays: 300, changed: later })], week())).toEqual(
      made,
    );
  });

  test('temperature that came after a past day was forecast does not change what was expected of it', () => {
    const dates = [dateAfter(TODAY, -20)];
    const lead = { days: 1, hours: 8, isNearest: true, madeAfter: 9 * HOUR_MS };
    const made = startOfDate(dateAfter(TODAY, -21)) + 9 * HOUR_MS;
    const changed = (runs: TemperatureRun[]) =>
      runs.map((run) =>
        run.knownAt > made ? { ...run, celsius: run.celsius.map(() => 40) } : run,
      );
    const world = { weatherDays: 580 };
    const expected = hindcastConsumption([group(world)], dates, lead)[0];
    const again = hindcastConsumption([group({ ...world, changed })], dates, lead)[0];
    expect(expected?.isByTemperature).toBe(true);
    expect(again).toEqual(expected);
  });

  test.each([
    ['2025-10-25', 25],
    ['2025-03-29', 23],
  ])('temperature is a part of the day after %s, which has %i hours', (today, hours) => {
    const world = { today, days: 400, weatherDays: 380 };
    const [day] = forecastConsumption([group(world)], [dateAfter(today, 1)]) ?? [];
    expect(day?.isByTemperature).toBe(true);
    expect(day?.mw[MEDIAN]).toHaveLength(hours);
    expect(meanError([day])).toBeLessThan(0.5);
  });
});
