import { anEntry } from '@solano/domain/contracts';
import type { SeriesWindow } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, MICRO, type Observe } from '@solano/domain/kernel';
import { forecastWorld, recordProduction } from '@solano/domain/test/forecast-world';
import { HISTORY_START, plantHistory } from '@solano/domain/test/plant-history';
import { describe, expect, test } from 'vitest';
import { hoursOf, type OwnForecast } from '../distributions/own-forecast.ts';
import { plantPlace } from '../weather/weather-place.ts';
import type { WeatherRun } from '../weather/weather-run.ts';
import { runForecastTask } from './forecast-task.ts';
import type { HindcastInstants } from './make-hindcasts.ts';

const DAYS = 66;
/** Midnight after the last measured day, at which the newest run of weather is known. */
const NOW = HISTORY_START + DAYS * DAY_MS;
const WIND = plantHistory({ technology: 'wind', days: DAYS, reach: 72 });
const SUN = plantHistory({ technology: 'solar', days: 3 });
const EVER: SeriesWindow = { from: 0, to: NOW + 30 * DAY_MS };
const noMonth = () => {};

async function opened(now = NOW) {
  const world = forecastWorld(now);
  await world.addCustomer();
  const observed: (string | undefined)[][] = [];
  const observeModel: Observe =
    (...model) =>
    () =>
      void observed.push(model);
  const { customer } = world;
  const deps = { ...world.deps, observeModel };
  const make = (at: number) => {
    const task = { kind: 'make', customerId: customer.id, plantIds: undefined } as const;
    return runForecastTask(deps, { ...task, at: new Date(at) }, noMonth);
  };
  const learn = (plantId: string) =>
    runForecastTask(deps, { kind: 'learn', customerId: customer.id, plantId }, noMonth);
  const hindcast = (plantId: string, from: string, to: string, instants: HindcastInstants) => {
    const task = { kind: 'hindcast', customerId: customer.id, plantId, instants } as const;
    return runForecastTask(deps, { ...task, days: { from, to } }, noMonth);
  };
  const versions = async (plantId: string): Promise<readonly OwnForecast[]> => {
    for await (const found of deps.ownForecasts.versions(customer.id, [plantId], EVER)) {
      return found.versions;
    }
    return [];
  };
  return { ...world, make, learn, hindcast, versions, observed };
}

describe('forecasts that are made now', () => {
  test('a plant with 60 days of production and weather is learned, and forecast by what was learned', async () => {
    const { deps, customer, addPlant, make, learn, versions, observed } = await opened();
    const plant = await addPlant('A', WIND, NOW);
    await make(NOW);
    await learn(plant.id);
    await make(NOW + 1);
    const models = ['plant-physical', 'plant-learning', 'plant-learned'];
    expect(observed).toEqual(models.map((model) => [model, plant.id]));
    const found = await versions(plant.id);
    expect(found.map(({ method }) => method)).toEqual(['physical', 'learned']);
    expect(found.map(({ weather }) => weather)).toEqual(
      [1, 2].map(() => ({ source: 'file', issuedAt: new Date(NOW) })),
    );
    const stored = await deps.plantModels.models(customer.id, [plant.id]);
    expect(JSON.parse(stored.get(plant.id)?.trace ?? '')).toMatchObject({ weatherRuns: DAYS + 1 });
  });

  test('a solar plant has a forecast from the first hour on, one of wind without weather none', async () => {
    const { addPlant, make, versions } = await opened();
    const sun = await addPlant('Sun', { ...SUN, weather: [] }, NOW);
    const wind = await addPlant('Wind', { ...WIND, weather: [] }, NOW);
    await make(NOW);
    const [first] = await versions(sun.id);
    expect(first).toMatchObject({ method: 'physical', weather: null, start: NOW });
    expect(first && hoursOf(first)).toBe(168);
    expect(await versions(wind.id)).toEqual([]);
  });

  test('forecasts are of the next 48 hours while the weather is that of the one before, for a day', async () => {
    const { addPlant, make, versions } = await opened();
    const { id } = await addPlant('Sun', { ...SUN, weather: [] }, NOW);
    for (const hours of [0, 1, 23, 24, 25]) await make(NOW + hours * HOUR_MS);
    expect((await versions(id)).map(hoursOf)).toEqual([168, 48, 48, 168, 48]);
  });

  test('a new run of weather makes a forecast as far as it goes', async () => {
    const { deps, addPlant, make, versions } = await opened();
    const plant = await addPlant('A', WIND, NOW);
    await make(NOW);
    await make(NOW + HOUR_MS);
    const [run] = WIND.weather.slice(-1) as [WeatherRun];
    const next = { ...run, issuedAt: NOW + HOUR_MS, knownAt: NOW + 2 * HOUR_MS };
    await deps.weather.record(plantPlace(plant.id), [next], new Date(NOW + 2 * HOUR_MS));
    await make(NOW + 2 * HOUR_MS - 1);
    await make(NOW + 2 * HOUR_MS);
    expect((await versions(plant.id)).map(hoursOf)).toEqual([72, 48, 48, 70]);
  });

  test('hours with an unavailability are not learned from', async () => {
    const { deps, customer, addPlant, learn } = await opened();
    const plant = await addPlant('A', WIND, NOW);
    const day = new Date(HISTORY_START).toISOString();
    await deps.unavailabilities.add(
      {
        id: crypto.randomUUID(),
        customerId: customer.id,
        plantName: plant.name,
        start: day,
        end: new Date(HISTORY_START + DAY_MS + 1).toISOString(),
        availablePowerMw: 0,
        availabilityType: 'UNAVAILABILITY',
        observations: '',
        sourceUnit: null,
        sourceValue: null,
        timezoneSource: null,
        createdAt: new Date(NOW),
        updatedAt: new Date(NOW),
      },
      anEntry(),
    );
    await learn(plant.id);
    const models = await deps.plantModels.models(customer.id, [plant.id]);
    const { hours } = JSON.parse(models.get(plant.id)?.trace ?? '{}') as { hours: number };
    // The last hour is known an hour later; of the 24 hours and the one that the outage touches nothing is known.
    expect(hours).toBe(DAYS * 24 - 1 - 25);
  });
});

describe('hindcasts', () => {
  const FROM = '2026-03-05';
  const TO = '2026-03-07';

  test('a hindcast is made for 09:00 Madrid of the day before each day', async () => {
    const { addPlant, hindcast, versions } = await opened(NOW + 5 * DAY_MS);
    const { id } = await addPlant('A', WIND, NOW);
    const { hindcasts } = await hindcast(id, FROM, TO, '09:00');
    expect(hindcasts).toEqual({ learned: 3, physical: 0, none: 0 });
    expect((await versions(id)).map(({ knownAt }) => knownAt.toISOString())).toEqual(
      ['04', '05', '06'].map((day) => `2026-03-${day}T08:00:00.000Z`),
    );
  });

  test('a hindcast is made at each run of weather that was issued in the days', async () => {
    const { addPlant, hindcast, versions } = await opened(NOW + 5 * DAY_MS);
    const { id } = await addPlant('A', WIND, NOW);
    await hindcast(id, FROM, TO, 'run');
    expect((await versions(id)).map(({ knownAt }) => knownAt.toISOString())).toEqual(
      ['05', '06', '07'].map((day) => `2026-03-${day}T00:00:00.000Z`),
    );
  });

  test('no hindcast is of an instant that is to come', async () => {
    const { addPlant, hindcast, versions } = await opened(Date.parse('2026-03-05T08:00:00Z'));
    const { id } = await addPlant('A', WIND, NOW);
    await hindcast(id, FROM, TO, '09:00');
    expect(await versions(id)).toHaveLength(2);
  });

  test('hindcasts replace those of the same instants', async () => {
    const { addPlant, hindcast, versions } = await opened(NOW + 5 * DAY_MS);
    const { id } = await addPlant('A', WIND, NOW);
    for (const _ of [1, 2]) await hindcast(id, FROM, TO, '09:00');
    expect(await versions(id)).toHaveLength(3);
  });

  test('a hindcast has the same digits whatever became known after its instant', async () => {
    const AT = Date.parse('2026-03-05T00:00:00Z');
    const known = await opened(NOW + 5 * DAY_MS);
    const plain = await known.addPlant('A', WIND, NOW);
    await known.hindcast(plain.id, '2026-03-05', '2026-03-05', 'run');
    const other = await opened(NOW + 5 * DAY_MS);
    const mw = WIND.production.mw.map((power, hour) => {
      // The hour before is known an hour after its end.
      return HISTORY_START + (hour + 2) * HOUR_MS <= AT ? power : 20 - power;
    });
    const weather = WIND.weather.map((run) => {
      if (run.knownAt <= AT) return run;
      const faster = run.fields.wind_speed_100m?.map((speed) => speed + 5) ?? new Float64Array();
      return { ...run, fields: { ...run.fields, wind_speed_100m: faster } };
    });
    const history = { ...WIND, weather, production: { ...WIND.production, mw } };
    const changed = await other.addPlant('A', history, NOW);
    // A value that replaces another is known from its own delivery on, here after the instant.
    const revised = { start: HISTORY_START, step: 60, microMw: [19 * MICRO, 19 * MICRO] } as const;
    await recordProduction(other.deps, changed, revised, NOW + 1);
    // And a version of a run that had been known.
    const [run] = WIND.weather.slice(10, 11) as [WeatherRun];
    const corrected = {
      ...run,
      knownAt: AT + 1,
      fields: { ...run.fields, wind_speed_100m: new Float64Array(72) },
    };
    await other.deps.weather.record(plantPlace(changed.id), [corrected], new Date(NOW));
    await other.hindcast(changed.id, '2026-03-05', '2026-03-05', 'run');
    const [expected] = await known.versions(plain.id);
    expect(expected?.method).toBe('learned');
    expect(await other.versions(changed.id)).toEqual([expected]);
  });
});
