import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import {
  HISTORY_START,
  type HistorySettings,
  plantHistory,
} from '@solano/domain/test/plant-history';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PowerDistribution } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import type { WeatherRun } from '../weather/weather-run.ts';
import { forecastPlant } from './forecast-plant.ts';
import { sunOfHour } from './hour-sun.ts';
import { learnPlant } from './learn-plant.ts';
import type { PlantHistory } from './plant-history.ts';
import { decodePlantModel, encodePlantModel } from './plant-model.ts';

const DAYS = 64;
const AT = HISTORY_START + DAYS * DAY_MS;

const WIND = plantHistory({ technology: 'wind', days: DAYS, neighbours: 2 });
const SUN = plantHistory({ technology: 'solar', days: DAYS });
const MODELS = { wind: learnPlant(WIND, AT), solar: learnPlant(SUN, AT) };

const made = (history: PlantHistory, at = AT) => {
  const forecast = forecastPlant(learnPlant(history, at), history, at);
  return forecast as PowerDistribution;
};
const median = ({ mw }: PowerDistribution) => mw[LEVELS.indexOf(50)] as Float64Array;
const history = (settings: Partial<HistorySettings> = {}) => {
  return plantHistory({ technology: 'wind', days: DAYS, ...settings });
};

describe.each([
  ['wind', WIND],
  ['solar', SUN],
] as const)('a learned forecast of %s', (technology, plant) => {
  const forecast = forecastPlant(MODELS[technology], plant, AT) as PowerDistribution;

  test('the forecast has a value for each level and each hour that the newest run reaches', () => {
    expect(forecast.method).toBe('learned');
    expect(forecast.start).toBe(AT);
    expect(forecast.weather).toEqual({ source: 'file', issuedAt: AT });
    expect(forecast.mw.map((ofLevel) => ofLevel.length)).toEqual(LEVELS.map(() => 48));
  });

  test('quantiles rise with the level and stay between 0 and installed power', () => {
    forecast.mw.forEach((ofLevel, l) => {
      ofLevel.forEach((mw, hour) => {
        expect(mw).toBeGreaterThanOrEqual(forecast.mw[l - 1]?.[hour] ?? 0);
        expect(mw).toBeLessThanOrEqual(plant.plant.installedMw);
      });
    });
  });

  test('the median follows the power that the same weather gave before', () => {
    const truth = plantHistory({ technology, days: DAYS + 2 }).production.mw.slice(-48);
    const errors = median(forecast).map((mw, hour) => Math.abs(mw - (truth[hour] as number)));
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(mean / plant.plant.installedMw).toBeLessThan(0.08);
  });

  test('a model survives its bytes and a structured clone', () => {
    const model = MODELS[technology] as NonNullable<(typeof MODELS)['wind']>;
    for (const copy of [decodePlantModel(encodePlantModel(model)), structuredClone(model)]) {
      expect(forecastPlant(copy, plant, AT)).toEqual(forecast);
    }
  });

  test('the trace counts what the model learned from', () => {
    const { trace, learnedAt } = MODELS[technology] as NonNullable<(typeof MODELS)['wind']>;
    expect(learnedAt).toBe(AT);
    // The last hour of the 64 days is known only one hour later.
    expect(trace).toMatchObject({
      hours: DAYS * 24 - 1,
      from: HISTORY_START,
      weatherRuns: DAYS + 1,
    });
    expect(trace.to).toBe(AT - HOUR_MS);
    expect(trace.score.learned).toBeLessThan(trace.score.physical);
  });
});

describe('what was not known', () => {
  /** The same history with other values wherever they were not known at an instant. */
  const withoutFuture = (plant: PlantHistory, at: number, value: number): PlantHistory => {
    const other = (runs: readonly WeatherRun[]) =>
      runs.map((run) => {
        if (run.knownAt <= at) return run;
        const fields = Object.entries(run.fields).map(([name, of]) => [name, of.map(() => value)]);
        return { ...run, fields: Object.fromEntries(fields) };
      });
    const { start, mw } = plant.production;
    return {
      ...plant,
      weather: other(plant.weather),
      neighbours: plant.neighbours.map(other),
      production: {
        start,
        mw: mw.map((each, i) => {
          const end = start + (i + 1) * HOUR_MS;
          return end + plant.knownAfter > at ? value : each;
        }),
      },
    };
  };

  test.each([WIND, SUN])('later values change no digit of model or forecast', (plant) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 61 * 24, max: 63 * 24 }),
        fc.constantFrom(Number.NaN, 0, 7, 1e6),
        (hours, value) => {
          const at = HISTORY_START + hours * HOUR_MS;
          const changed = withoutFuture(plant, at, value);
          const model = learnPlant(plant, at);
          expect(learnPlant(changed, at)).toEqual(model);
          expect(forecastPlant(model, changed, at)).toEqual(forecastPlant(model, plant, at));
        },
      ),
      { numRuns: 3 },
    );
  });

  test('a value that was known changes the forecast', () => {
    const mw = WIND.production.mw.slice();
    mw[DAYS * 24 - 2] = 0;
    const changed = { ...WIND, production: { ...WIND.production, mw } };
    expect(forecastPlant(MODELS.wind, changed, AT)).not.toEqual(
      forecastPlant(MODELS.wind, WIND, AT),
    );
  });
});

describe('little to go by', () => {
  test('fewer than 60 days are not learned from, and the method is physical', () => {
    const short = history({ days: 59 });
    const at = HISTORY_START + 59 * DAY_MS;
    expect(learnPlant(short, at)).toBeUndefined();
    expect(forecastPlant(undefined, short, at)?.method).toBe('physical');
  });

  test.each<HistorySettings['fields']>([
    { wind_speed_10m: (speed) => speed },
    { wind_speed_100m: (speed) => speed },
    { wind_speed_100m: () => 6 },
    { wind_speed_100m: (speed, hour) => (hour % DAY_MS < 5 * HOUR_MS ? Number.NaN : speed) },
  ])('wind is forecast from the fields there are (%#)', (fields) => {
    const forecast = made(history({ fields }));
    expect(forecast.mw.flatMap((ofLevel) => [...ofLevel]).some(Number.isNaN)).toBe(false);
  });

  test.each<HistorySettings['fields']>([
    { cloud_cover: (index) => 1 - index },
    { temperature_2m: () => 20 },
    { shortwave_radiation: () => 0 },
  ])('sun is forecast from the fields there are (%#)', (fields) => {
    const forecast = made(history({ technology: 'solar', fields }));
    expect(forecast.mw.flatMap((ofLevel) => [...ofLevel]).some(Number.isNaN)).toBe(false);
  });

  test('wind without weather has no forecast, sun has one of seven days', () => {
    expect(forecastPlant(MODELS.wind, { ...WIND, weather: [] }, AT)).toBeUndefined();
    const forecast = forecastPlant(MODELS.solar, { ...SUN, weather: [] }, AT) as PowerDistribution;
    expect(forecast).toMatchObject({ method: 'physical', weather: undefined, start: AT });
    expect(median(forecast)).toHaveLength(168);
  });

  test('production that is missing or always the same does no harm', () => {
    const { start, mw } = WIND.production;
    const gaps = mw.map((each, i) => (i % 7 === 0 && i < 200 ? Number.NaN : each));
    expect(made({ ...WIND, production: { start, mw: gaps } }).mw[0]).toHaveLength(48);
    const still = made({ ...WIND, production: { start, mw: mw.map(() => 5) } });
    for (const value of median(still)) expect(Math.abs(value - 5)).toBeLessThan(0.2);
  });
});

test('solar power is exactly 0 in every hour whose sun stays below the horizon, and only there', () => {
  for (const forecast of [
    forecastPlant(MODELS.solar, SUN, AT),
    forecastPlant(undefined, SUN, AT),
  ]) {
    const { start, mw } = forecast as PowerDistribution;
    (mw.at(-1) as Float64Array).forEach((value, hour) => {
      const { isNight } = sunOfHour(SUN.plant, start + hour * HOUR_MS);
      expect(value === 0).toBe(isNight);
    });
  }
});

test('a forecast begins with the hour of its instant and goes as far as the weather, at most seven days', () => {
  const long = history({ reach: 240 });
  const forecast = forecastPlant(undefined, long, AT + 90 * 60_000) as PowerDistribution;
  expect(forecast.start).toBe(AT + HOUR_MS);
  expect(median(forecast)).toHaveLength(168);
});
