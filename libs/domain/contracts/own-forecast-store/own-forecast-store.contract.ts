import type { Plant } from '@solano/domain/assets';
import { LEVELS, type PlantOwnForecast, SHARES } from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { addedPlant, all, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const DAY = Date.parse('2026-10-25T00:00:00Z');
const WINDOW = { from: DAY, to: DAY + DAY_MS };
/** The times that a date can have. */
const EVER = { from: -8.64e15, to: 8.64e15 };
const MADE_AT = new Date('2026-11-01T00:00:00Z');

/** A forecast that is known some hours after the day begins, of as many hours, its quantiles those of a number. */
function aForecast({ id }: Plant, known: number, hours = 2, number = 1): PlantOwnForecast {
  const start = DAY + known * HOUR_MS;
  const shares = Uint16Array.from({ length: hours * LEVELS.length }, (_, i) => {
    const level = LEVELS[i % LEVELS.length] as number;
    return Math.min(SHARES, number * level * (1 + (i % 3 === 0 ? 0 : number)));
  });
  for (let hour = 0; hour < hours; hour += 1) {
    shares.subarray(hour * LEVELS.length, (hour + 1) * LEVELS.length).sort();
  }
  const weather = { source: 'open-meteo', issuedAt: new Date(start - HOUR_MS) };
  const knownAt = new Date(start);
  return {
    plantId: id,
    knownAt,
    method: 'learned',
    weather,
    start,
    installedMicroMw: 49_500_000,
    shares,
  };
}

function plain(forecast: PlantOwnForecast) {
  const { knownAt, method, weather, start, installedMicroMw, shares } = forecast;
  return { knownAt, method, weather, start, installedMicroMw, shares };
}

/** What every OwnForecastStore does. */
export function ownForecastStoreContract(name: string, open: OpenStores): void {
  describe(`OwnForecastStore: ${name}`, () => {
    const handles = openForSuite(open);
    const record = (plant: Plant, ...forecasts: PlantOwnForecast[]) =>
      handles.here.ownForecasts.record(plant.customerId, forecasts, MADE_AT);
    const read = async ({ customerId, id }: Plant, window = WINDOW) => {
      const { ownForecasts } = handles.there;
      const found = await all(ownForecasts.versions(customerId, [id], window));
      return found.flatMap(({ versions }) => versions);
    };
    const newest = ({ customerId, id }: Plant, hours: number, count = 9) => {
      const at = new Date(DAY + hours * HOUR_MS);
      return handles.there.ownForecasts.newest(customerId, id, at, count);
    };
    const statesOf = ({ customerId, id }: Plant, since?: Date) =>
      handles.there.ownForecasts.states(customerId, [id], since);

    test('forecasts are read as they were recorded, in order of the time at which they were known', async () => {
      const plant = await addedPlant(handles.here);
      const late = aForecast(plant, 5, 168, 7);
      const early: PlantOwnForecast = { ...aForecast(plant, 2), method: 'physical', weather: null };
      expect(await record(plant, late, early)).toBe(2);
      expect(await read(plant)).toEqual([plain(early), plain(late)]);
    });

    test('quantiles at no power and at installed power are kept', async () => {
      const plant = await addedPlant(handles.here);
      const shares = new Uint16Array(2 * LEVELS.length).fill(SHARES, LEVELS.length);
      await record(plant, { ...aForecast(plant, 1), shares });
      const [found] = await read(plant);
      expect(found?.shares).toEqual(shares);
    });

    test('forecasts without an hour in the window are left out', async () => {
      const plant = await addedPlant(handles.here);
      const before = aForecast(plant, -2, 2);
      const overlapping = aForecast(plant, -1, 2);
      const after = aForecast(plant, 24, 2);
      await record(plant, before, overlapping, after);
      expect(await read(plant)).toEqual([plain(overlapping)]);
      expect(await read(plant, EVER)).toEqual([before, overlapping, after].map(plain));
    });

    test('the newest forecasts are those known at the instant, the newest first', async () => {
      const plant = await addedPlant(handles.here);
      const forecasts = [1, 2, 3].map((known) => aForecast(plant, known));
      await record(plant, ...forecasts);
      const [first, second, third] = forecasts.map(plain);
      expect(await newest(plant, 0.9)).toEqual([]);
      expect(await newest(plant, 2)).toEqual([second, first]);
      expect(await newest(plant, 9, 2)).toEqual([third, second]);
    });

    test('a forecast takes the place of that of the same instant, also of calls at once', async () => {
      const plant = await addedPlant(handles.here);
      await record(plant, aForecast(plant, 1, 2, 1));
      await record(plant, aForecast(plant, 1, 3, 5));
      expect(await read(plant)).toEqual([plain(aForecast(plant, 1, 3, 5))]);
      await concurrently(4, () => record(plant, aForecast(plant, 2, 2, 9)));
      expect(await read(plant)).toHaveLength(2);
    });

    test('the revision of a plant changes with what is recorded and with what is removed', async () => {
      const plant = await addedPlant(handles.here);
      expect(await statesOf(plant)).toEqual([]);
      const [first, second] = [aForecast(plant, 1), aForecast(plant, 2)];
      await record(plant, first);
      const [one] = await statesOf(plant);
      await record(plant, second);
      const [two] = await statesOf(plant);
      const later = new Date(MADE_AT.getTime() + 1);
      await handles.here.ownForecasts.record(plant.customerId, [second], later);
      const [three] = await statesOf(plant);
      await handles.here.ownForecasts.purge(later);
      const [four] = await statesOf(plant);
      expect(two?.knownAt).toEqual(second.knownAt);
      expect(new Set([one, two, three, four].map((each) => each?.revision)).size).toBe(4);
    });

    test('the newest forecasts of several plants are those that reach furthest, known after an instant and until another', async () => {
      const plant = await addedPlant(handles.here);
      const other = await addedPlant(handles.here, { customerId: plant.customerId, name: 'other' });
      const silent = await addedPlant(handles.here, { customerId: plant.customerId, name: 'no' });
      // The second reaches further than the fourth, the third does not.
      const [first, second, third, fourth, fifth] = [
        aForecast(plant, 1, 9),
        aForecast(plant, 2, 9),
        aForecast(plant, 3),
        aForecast(plant, 4),
        aForecast(plant, 5),
      ] as const;
      await record(plant, first, second, third, fourth, fifth);
      const own = aForecast(other, 3);
      await record(other, own);
      const ids = [plant.id, other.id, silent.id];
      const { ownForecasts } = handles.there;
      const instants = [first.knownAt, fourth.knownAt] as const;
      const found = await all(ownForecasts.newestOf(plant.customerId, ids, ...instants));
      const versions = new Map(found.map((each) => [each.plantId, each.versions]));
      expect(versions.get(plant.id)).toEqual([plain(fourth), plain(second)]);
      expect(versions.get(other.id)).toEqual([plain(own)]);
      expect(found).toHaveLength(2);
    });

    test('the state of a plant says whether one of its forecasts since an instant rests on weather', async () => {
      const plant = await addedPlant(handles.here);
      const [early, late] = [aForecast(plant, 1), aForecast(plant, 2)];
      await record(plant, early, { ...late, weather: null });
      const known = { plantId: plant.id, knownAt: late.knownAt };
      expect(await statesOf(plant)).toMatchObject([{ ...known, hasWeather: true }]);
      expect(await statesOf(plant, early.knownAt)).toMatchObject([{ ...known, hasWeather: true }]);
      expect(await statesOf(plant, late.knownAt)).toMatchObject([{ ...known, hasWeather: false }]);
      expect(await statesOf(plant, new Date(late.knownAt.getTime() + 1))).toEqual([]);
    });

    test('day-ahead forecasts are the last known at 09:00 Madrid, whichever was recorded first', async () => {
      const plant = await addedPlant(handles.here);
      // The 25th has 25 hours: 09:00 is 08:00 UTC from then on.
      const known = [-18, -17, -16, 7, 8, 9].map((hours) => aForecast(plant, hours, 48));
      await record(plant, ...known.toReversed());
      await record(plant, known[1] as PlantOwnForecast);
      const { ownForecasts } = handles.there;
      const found = await all(ownForecasts.versions(plant.customerId, [plant.id], WINDOW, true));
      const hours = found.flatMap(({ versions }) =>
        versions.map(({ knownAt }) => (knownAt.getTime() - DAY) / HOUR_MS),
      );
      expect(hours).toEqual([-17, 8, 9]);
    });

    test('day-ahead forecasts without the hours after their day are the same up to there', async () => {
      const plant = await addedPlant(handles.here);
      // Until 00:00 Madrid of the 26th, and of the 27th.
      const [first, second] = [aForecast(plant, -17, 168, 5), aForecast(plant, 8, 20)];
      await record(plant, first, second);
      const { ownForecasts } = handles.there;
      const found = await all(ownForecasts.dayAhead(plant.customerId, [plant.id], WINDOW));
      const shares = first.shares.slice(0, (17 + 23) * LEVELS.length);
      expect(found).toEqual([
        { plantId: plant.id, versions: [plain({ ...first, shares }), plain(second)] },
      ]);
    });

    test('the day-ahead forecast is the last known of those of a day that are recorded at once', async () => {
      const plant = await addedPlant(handles.here);
      await concurrently(6, (i) => record(plant, aForecast(plant, i, 48)));
      const { ownForecasts } = handles.there;
      const found = await all(ownForecasts.versions(plant.customerId, [plant.id], WINDOW, true));
      const known = found.flatMap(({ versions }) => versions.map(({ knownAt }) => knownAt));
      expect(known).toEqual([aForecast(plant, 5).knownAt]);
    });

    test('forecasts are purged by the time at which they were made, day-ahead ones never', async () => {
      const plant = await addedPlant(handles.here);
      const [first, second, third] = [1, 2, 3].map((known) => aForecast(plant, known)) as [
        PlantOwnForecast,
        PlantOwnForecast,
        PlantOwnForecast,
      ];
      await record(plant, first, third);
      const later = new Date(MADE_AT.getTime() + 1);
      await handles.here.ownForecasts.record(plant.customerId, [second], later);
      await handles.here.ownForecasts.purge(MADE_AT);
      expect(await read(plant)).toHaveLength(3);
      await handles.here.ownForecasts.purge(later);
      expect(await read(plant)).toEqual([plain(second), plain(third)]);
    });

    test('another customer neither records forecasts of a plant nor sees them', async () => {
      const plant = await addedPlant(handles.here);
      const other = await addedPlant(handles.here);
      const foreign = { ...plant, customerId: other.customerId };
      expect(await record(foreign, aForecast(plant, 1))).toBe(0);
      await record(plant, aForecast(plant, 1));
      expect(await read(foreign)).toEqual([]);
      expect(await newest(foreign, 9)).toEqual([]);
      expect(await statesOf(foreign)).toEqual([]);
    });

    test('the forecasts of a plant go with it', async () => {
      const plant = await addedPlant(handles.here);
      await record(plant, aForecast(plant, 1));
      await handles.here.plants.remove(plant.customerId, plant.id, anEntry());
      expect(await read(plant)).toEqual([]);
      expect(await statesOf(plant)).toEqual([]);
      expect(await record(plant, aForecast(plant, 1))).toBe(0);
    });

    test.each(UNKNOWN_IDS)('a customer or plant with the id of %s has none', async (_, id) => {
      const plant = await addedPlant(handles.here);
      for (const unknown of [
        { ...plant, id },
        { ...plant, customerId: id },
      ]) {
        expect(await record(unknown, aForecast(unknown, 1))).toBe(0);
        expect(await read(unknown)).toEqual([]);
        expect(await newest(unknown, 9)).toEqual([]);
        expect(await statesOf(unknown)).toEqual([]);
      }
    });
  });
}
