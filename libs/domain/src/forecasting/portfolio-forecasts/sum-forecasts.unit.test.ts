import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { keptForecast, type OwnForecast, quantileOf } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import { type SummedPlant, sumForecasts } from './sum-forecasts.ts';

const START = Date.parse('2026-11-25T23:00:00Z');
const DAYS = 60;

/** A forecast of a day whose quantiles lie on a line from one power to another, of 100 MW. */
function aForecast(low: number, high: number, hours = 24): OwnForecast {
  const mw = LEVELS.map((level) =>
    new Float64Array(hours).fill(low + ((high - low) * level) / 100),
  );
  const distribution = { method: 'learned' as const, weather: undefined, start: START, mw };
  return keptForecast(distribution, { knownAt: new Date(START), installedMw: 100 });
}

/** @param rank of each past hour, from 0 to 1. */
function aPlant(rank: (place: number) => number, forecast = aForecast(20, 60)): SummedPlant {
  const ranks = Float32Array.from({ length: DAYS * 24 }, (_, place) => rank(place));
  return { forecast, ranks, outages: [], nominalMw: 100 };
}

const QUANTILES = [10, 50, 90];

function sum(plants: readonly SummedPlant[], quantiles: readonly number[] = QUANTILES) {
  const ranksFrom = START - DAYS * DAY_MS;
  return sumForecasts({ plants, ranksFrom, quantiles, resolution: 60 });
}

/** A level that is as often anywhere from 0 to 1. */
const even = (place: number) => ((place * 617) % 1_000) / 1_000;

describe('the sum of forecasts', () => {
  test('the sum has the quantiles added where the errors of the plants go together', () => {
    const [first] = sum([aPlant(even), aPlant(even)]);
    const single = QUANTILES.map((level) => 2 * quantileOf(aForecast(20, 60), 0, level));
    first?.quantiles?.forEach((each, i) => {
      expect(Math.abs(each - (single[i] as number))).toBeLessThan(2_500_000);
    });
  });

  test('the sum is certain where the errors of one plant make up for those of the other', () => {
    const [first] = sum([aPlant(even), aPlant((place) => 1 - even(place))]);
    const [low = 0, middle, high = 0] = first?.quantiles ?? [];
    expect(middle).toBeCloseTo(80_000_000, -4);
    expect(high - low).toBeLessThan(3_000_000);
  });

  test('the sum has no quantiles, and adds medians, where errors are not known of the same hours', () => {
    const even2 = (place: number) => (place % 2 === 0 ? Number.NaN : even(place));
    const odd = (place: number) => (place % 2 === 1 ? Number.NaN : even(place));
    const [first] = sum([aPlant(even2), aPlant(odd)]);
    expect(first).toMatchObject({ microMw: 80_000_000, quantiles: null, availableQuantiles: null });
  });

  test('the sum has the quantiles of a plant that is alone, whatever its errors were', () => {
    const [first] = sum([aPlant(() => Number.NaN)]);
    expect(first?.quantiles).toEqual(
      QUANTILES.map((level) => quantileOf(aForecast(20, 60), 0, level)),
    );
  });

  test('the sum takes the levels of the next plant for one whose own are not known', () => {
    const all = sum([aPlant(even), aPlant(even), aPlant(even)]);
    const gaps = (place: number) => (place % 3 === 0 ? Number.NaN : even(place));
    const none = () => Number.NaN;
    expect(sum([aPlant(none), aPlant(even), aPlant(gaps)])[0]?.quantiles).not.toBeNull();
    expect(sum([aPlant(none), aPlant(even), aPlant(even)])).toEqual(all);
    expect(sum([aPlant(none), aPlant(none), aPlant(even)])[0]?.quantiles).toBeNull();
  });

  test('the sum takes past hours near in the time of day alone', () => {
    // 23:00 UTC is near 21:00 to 01:00.
    const atNight = (place: number) => ([0, 1, 2, 22, 23].includes(place % 24) ? 0.875 : 0.125);
    // The second adds nothing.
    const periods = sum([aPlant(atNight), aPlant(atNight, aForecast(0, 0))]);
    expect(periods[0]?.microMw).toBe(quantileOf(aForecast(20, 60), 0, 87.5));
    expect(periods[12]?.microMw).toBe(quantileOf(aForecast(20, 60), 0, 12.5));
  });

  test('the sum has the hours that all plants reach', () => {
    expect(sum([aPlant(even), aPlant(even, aForecast(20, 60, 5))])).toHaveLength(5);
  });

  test('the sum has what remains of each plant in the quarters of its outages', () => {
    const outage = {
      start: START,
      end: START + HOUR_MS / 2,
      availablePowerMw: 0,
      availabilityType: 'UNAVAILABILITY' as const,
    };
    const plants = [{ ...aPlant(even), outages: [outage] }, aPlant(even)];
    const ranksFrom = START - DAYS * DAY_MS;
    const periods = sumForecasts({ plants, ranksFrom, quantiles: [50], resolution: 15 });
    expect(periods).toHaveLength(96);
    const [out, , back] = periods;
    expect(out?.microMw).toBe(back?.microMw);
    expect(out?.availableMicroMw).toBe((back?.availableMicroMw ?? 0) / 2);
    expect(back?.availableMicroMw).toBe(back?.microMw);
    expect(out?.availableQuantiles).toEqual([out?.availableMicroMw]);
  });
});
