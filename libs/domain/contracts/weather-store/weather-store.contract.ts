import {
  plantPlace,
  type RecordedRuns,
  type RunHead,
  type RunSelection,
  type WeatherPlace,
  type WeatherRun,
} from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { addedPlant, all, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const DAY = Date.parse('2026-03-29T00:00:00Z');
const AT = new Date('2026-04-10T00:00:00Z');
const DAY_WINDOW = { from: DAY, to: DAY + DAY_MS };

/** A run that was issued some hours after the day begins, of as many hours, and known an hour later. */
function aRun(issued: number, hours = 2, value = 1.25): WeatherRun {
  const issuedAt = DAY + issued * HOUR_MS;
  const values = Float64Array.from({ length: hours }, (_, i) => value + i / 8);
  return {
    source: 'file',
    issuedAt,
    knownAt: issuedAt + HOUR_MS,
    start: issuedAt,
    fields: { wind_speed_100m: values, third: values.map((each) => each / 3) },
  };
}

let placed = 0;

/** A place of the grid that no other test has. */
function aPlace(): WeatherPlace {
  placed += 1;
  return `41.65,${placed}.05`;
}

/** What every WeatherStore does. */
export function weatherStoreContract(name: string, open: OpenStores): void {
  describe(`WeatherStore: ${name}`, () => {
    const handles = openForSuite(open);
    const record = (place: WeatherPlace, ...runs: WeatherRun[]): Promise<RecordedRuns> =>
      handles.here.weather.record(place, runs, AT);
    const read = async (place: WeatherPlace, window = DAY_WINDOW, selection?: RunSelection) => {
      const found = await all(handles.there.weather.runs([place], window, selection));
      return found.flatMap(({ runs }) => runs);
    };

    test('each run is read as it was recorded, in order of the time at which it was known', async () => {
      const place = aPlace();
      const early = aRun(1, 168);
      const late: WeatherRun = { ...aRun(5), fields: { rain: Float64Array.of(Number.NaN, 1e-7) } };
      expect(await record(place, late, early)).toEqual({ recorded: 2, changed: 0 });
      expect(await read(place)).toEqual([early, late]);
    });

    test('a run without an hour in the window is left out', async () => {
      const place = aPlace();
      const overlapping = aRun(-1);
      await record(place, aRun(-2), overlapping, aRun(23), aRun(24));
      expect(await read(place)).toEqual([overlapping, aRun(23)]);
      expect(await read(place, { from: -8.64e15, to: 8.64e15 })).toHaveLength(4);
    });

    test('a run that was known later is left out where an instant is given', async () => {
      const place = aPlace();
      await record(place, aRun(1), aRun(2), aRun(3));
      expect(await read(place, DAY_WINDOW, { knownBy: DAY + 3 * HOUR_MS })).toEqual([
        aRun(1),
        aRun(2),
      ]);
      expect(await read(place, DAY_WINDOW, { knownBy: DAY + 3 * HOUR_MS - 1 })).toEqual([aRun(1)]);
    });

    test('the runs that are picked are read alone, in their order', async () => {
      const place = aPlace();
      const revised = { ...aRun(1, 2, 9), knownAt: DAY + 3 * HOUR_MS };
      await record(place, aRun(1), aRun(2), revised, aRun(9), aRun(-2));
      const seen: RunHead[] = [];
      const pick: RunSelection['pick'] = (runs) => {
        seen.push(...runs);
        return runs.filter(({ knownAt }) => knownAt > DAY + 2 * HOUR_MS);
      };
      const picked = await read(place, DAY_WINDOW, { pick });
      expect(picked.toSorted((a, b) => a.issuedAt - b.issuedAt)).toEqual([
        revised,
        aRun(2),
        aRun(9),
      ]);
      expect(picked).toEqual(picked.toSorted((a, b) => a.knownAt - b.knownAt));
      expect(seen).toMatchObject(
        [1, 1, 2, 9].map((issued) => ({ issuedAt: DAY + issued * HOUR_MS })),
      );
      expect(await read(place, DAY_WINDOW, { pick: () => [] })).toEqual([]);
    });

    test('the fields of a run that are wanted are read alone', async () => {
      const place = aPlace();
      const run = aRun(1, 168);
      const { wind_speed_100m, third } = run.fields as Record<string, Float64Array>;
      const gaps = Float64Array.from({ length: 168 }, (_, i) =>
        i % 3 === 0 ? Number.NaN : 1e-7 * i,
      );
      const fields = { third, gaps, wind_speed_100m };
      await record(place, { ...run, fields } as WeatherRun);
      const of = async (...names: string[]) => {
        const [found] = await read(place, DAY_WINDOW, { fields: () => names });
        return found?.fields;
      };
      expect(await of('wind_speed_100m', 'unknown')).toEqual({ wind_speed_100m });
      expect(await of('third')).toEqual({ third });
      expect(await of('gaps')).toEqual({ gaps });
      expect(await of()).toEqual({});
    });

    test('a run is recorded once, and what it says otherwise later is a vintage of its own', async () => {
      const place = aPlace();
      const run = aRun(1);
      const revised = { ...aRun(1, 2, 9), knownAt: run.knownAt + HOUR_MS };
      await record(place, run);
      expect(await record(place, run)).toEqual({ recorded: 0, changed: 0 });
      expect(await record(place, revised)).toEqual({ recorded: 1, changed: 0 });
      expect(await read(place)).toEqual([run, revised]);
    });

    test('a run that says otherwise than one known at the same instant is known when it is recorded', async () => {
      const place = aPlace();
      await record(place, aRun(1), aRun(2));
      const changed = aRun(1, 2, 7);
      expect(await record(place, changed, aRun(2))).toEqual({ recorded: 1, changed: 1 });
      expect(await read(place)).toEqual([aRun(1), aRun(2), { ...changed, knownAt: AT.getTime() }]);
      expect(await record(place, changed)).toEqual({ recorded: 0, changed: 0 });
    });

    test('calls at once record a run once', async () => {
      const place = aPlace();
      const results = await concurrently(6, (i) => record(place, aRun(1), aRun(2 + i)));
      expect(results.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(7);
      expect(await read(place)).toHaveLength(7);
      const [state] = await handles.there.weather.states([place]);
      expect(state?.runs).toBe(7);
    });

    test('more runs than one statement has are recorded together', async () => {
      const place = aPlace();
      const runs = Array.from({ length: 1_201 }, (_, i) => aRun(-i, 2, i));
      const window = { from: DAY - 100 * DAY_MS, to: DAY + DAY_MS };
      expect(await record(place, ...runs.toReversed())).toEqual({ recorded: 1_201, changed: 0 });
      expect(await read(place, window)).toEqual(runs.toReversed());
      expect(await record(place, ...runs)).toEqual({ recorded: 0, changed: 0 });
    });

    test('places are read one by one, those without runs left out', async () => {
      const [one, none, other] = [aPlace(), aPlace(), aPlace()] as const;
      await record(one, aRun(1));
      await record(other, aRun(2), { ...aRun(3), source: 'open-meteo' });
      const { weather } = handles.there;
      const found = await all(weather.runs([other, none, one, other], DAY_WINDOW));
      expect(found).toEqual([
        { place: other, runs: [aRun(2), { ...aRun(3), source: 'open-meteo' }] },
        { place: one, runs: [aRun(1)] },
      ]);
    });

    test('the state of a place says by source how many runs there are, and of when', async () => {
      const [one, none, other] = [aPlace(), aPlace(), aPlace()] as const;
      await record(one, aRun(2), aRun(1), aRun(3));
      await record(one, { ...aRun(9), source: 'another' });
      await record(other, aRun(4));
      const issued = (hours: number) => DAY + hours * HOUR_MS;
      const state = (place: WeatherPlace, source: string, first: number, last: number) => {
        const known = { firstIssuedAt: issued(first), lastIssuedAt: issued(last) };
        return { place, source, ...known, lastKnownAt: issued(last + 1), runs: last - first + 1 };
      };
      const expected = [
        state(one, 'another', 9, 9),
        state(one, 'file', 1, 3),
        state(other, 'file', 4, 4),
      ];
      const { weather } = handles.there;
      expect(await weather.states([other, none, one])).toEqual(expected);
      expect(await weather.states()).toEqual(expect.arrayContaining(expected));
      expect(await weather.states([none])).toEqual([]);
      expect(await weather.states([])).toEqual([]);
    });

    test('a plant takes the runs of its own place with it', async () => {
      const plant = await addedPlant(handles.here);
      const place = plantPlace(plant.id);
      await record(place, aRun(1));
      expect(await read(place)).toEqual([aRun(1)]);
      await handles.here.plants.remove(plant.customerId, plant.id, anEntry());
      expect(await read(place)).toEqual([]);
      expect(await handles.there.weather.states([place])).toEqual([]);
      expect(await codeOf(record(place, aRun(1)))).toBe('plant_unknown');
    });

    test('a customer takes the runs of its plants’ own places with it', async () => {
      const plant = await addedPlant(handles.here);
      const place = plantPlace(plant.id);
      await record(place, aRun(1));
      await handles.here.customerRecords.remove(plant.customerId, anEntry());
      expect(await read(place)).toEqual([]);
      expect(await handles.there.weather.states([place])).toEqual([]);
    });

    test('an entry is written down along with the runs, and none where all are known', async () => {
      const plant = await addedPlant(handles.here);
      const place = plantPlace(plant.id);
      const entry = anEntry({ customerId: plant.customerId, action: 'weather.import' });
      await handles.here.weather.record(place, [aRun(1)], AT, entry);
      await handles.here.weather.record(place, [aRun(1)], AT, entry);
      const { customerId } = plant;
      const entries = await handles.there.audit.list({ customerId, limit: 9 });
      expect(entries.filter(({ action }) => action === entry.action)).toEqual([entry]);
    });

    test.each(UNKNOWN_IDS)('a plant with the id of %s has no runs', async (_, id) => {
      expect(await codeOf(record(plantPlace(id), aRun(1)))).toBe('plant_unknown');
      expect(await read(plantPlace(id))).toEqual([]);
    });
  });
}
