import { describe, expect, test } from 'vitest';
import { LEVELS } from '../levels.ts';
import {
  endOfForecast,
  firstHours,
  hoursOf,
  keptForecast,
  levelOf,
  type OwnForecast,
  quantileOf,
  SHARES,
} from './own-forecast.ts';

const KNOWN_AT = new Date('2026-11-26T08:00:00Z');
const START = KNOWN_AT.getTime();

/** A forecast of a plant of 40 MW: of each hour its quantiles in MW by level. */
function kept(...hours: readonly ((level: number) => number)[]): OwnForecast {
  const mw = LEVELS.map((level) => Float64Array.from(hours, (at) => at(level)));
  const weather = { source: 'file', issuedAt: START };
  const distribution = { method: 'learned' as const, weather, start: START, mw };
  return keptForecast(distribution, { knownAt: KNOWN_AT, installedMw: 40 });
}

describe('a forecast that is kept', () => {
  test('a kept forecast has its quantiles to 0.1 % of installed power', () => {
    const forecast = kept((level) => level / 4);
    LEVELS.forEach((level) => {
      expect(Math.abs(quantileOf(forecast, 0, level) - level * 250_000)).toBeLessThanOrEqual(
        20_000,
      );
    });
  });

  test('a kept forecast has the levels between on lines, no power at 0 and installed power at 100', () => {
    const forecast = kept((level) => (level < 99 ? 4 : 20));
    expect(quantileOf(forecast, 0, 0)).toBe(0);
    expect(quantileOf(forecast, 0, 0.5)).toBe(2_000_000);
    expect(quantileOf(forecast, 0, 98)).toBe(12_000_000);
    expect(quantileOf(forecast, 0, 99.5)).toBe(30_000_000);
    expect(quantileOf(forecast, 0, 100)).toBe(40_000_000);
  });

  test('a kept forecast has the level of a power where the quantile of the level is the power', () => {
    const forecast = kept((level) => level / 4);
    for (const level of [0.5, 10, 42, 99.5]) {
      const power = quantileOf(forecast, 0, level);
      expect(levelOf(forecast, 0, power)).toBeCloseTo(level / 100, 5);
    }
  });

  test('a kept forecast has the middle of the levels at which it is the same power', () => {
    const still = kept((level) => (level <= 60 ? 0 : 10));
    expect(levelOf(still, 0, 0)).toBeCloseTo(0.3);
    expect(
      levelOf(
        kept(() => 40),
        0,
        40_000_000,
      ),
    ).toBeCloseTo(0.505);
    expect(
      levelOf(
        kept(() => 10),
        0,
        10_000_000,
      ),
    ).toBeCloseTo(0.5);
  });

  test('a kept forecast has hours, which can be cut', () => {
    const forecast = kept(
      () => 1,
      () => 2,
      () => 3,
    );
    expect(hoursOf(forecast)).toBe(3);
    expect(endOfForecast(forecast)).toBe(START + 3 * 3_600_000);
    const cut = firstHours(forecast, 2);
    expect(hoursOf(cut)).toBe(2);
    expect(quantileOf(cut, 1, 50)).toBe(2_000_000);
  });

  test('a kept forecast is nothing where nothing is installed', () => {
    const mw = LEVELS.map(() => new Float64Array(1));
    const distribution = { method: 'physical' as const, weather: undefined, start: START, mw };
    const forecast = keptForecast(distribution, { knownAt: KNOWN_AT, installedMw: 0 });
    expect(quantileOf(forecast, 0, 99)).toBe(0);
    expect(levelOf(forecast, 0, 0)).toBe(0.5);
    expect(Math.max(...forecast.shares)).toBeLessThanOrEqual(SHARES);
  });
});
