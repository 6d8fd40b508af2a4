import type { Plant } from '@solano/domain/assets';
import type { PowerRun, Step } from '@solano/domain/energy';
import type { PlantForecastVersion } from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS, MICRO, MINUTE_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { addedPlant, all, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

const DAY = Date.parse('2026-10-25T00:00:00Z');
const WINDOW = { from: DAY, to: DAY + DAY_MS };
/** The times that a date can have. */
const EVER = { from: -8.64e15, to: 8.64e15 };

function run(minutes: number, step: Step, mw: readonly number[]): PowerRun {
  return {
    start: DAY + minutes * MINUTE_MS,
    step,
    microMw: mw.map((each) => Math.round(each * MICRO)),
  };
}

/** A version that becomes known some hours after the day begins. */
function aVersion({ id }: Plant, hours: number, runs: PowerRun[]): PlantForecastVersion {
  const file = crypto.randomUUID();
  return { plantId: id, file, knownAt: new Date(DAY + hours * HOUR_MS), runs };
}

function plain({ file, knownAt, runs }: Omit<PlantForecastVersion, 'plantId'>) {
  const values = runs.map(({ start, step, microMw }) => [
    (start - DAY) / MINUTE_MS,
    step,
    Array.from(microMw),
  ]);
  return [file, (knownAt.getTime() - DAY) / HOUR_MS, values];
}

/** What every DeliveredForecastStore does. */
export function deliveredForecastStoreContract(name: string, open: OpenStores): void {
  describe(`DeliveredForecastStore: ${name}`, () => {
    const handles = openForSuite(open);
    const record = (plant: Plant, ...versions: PlantForecastVersion[]) =>
      handles.here.deliveredForecasts.record(plant.customerId, versions);
    const read = async ({ customerId, id }: Plant, window = WINDOW) => {
      const { deliveredForecasts } = handles.there;
      const found = await all(deliveredForecasts.versions(customerId, [id], window));
      return found.flatMap(({ versions }) => versions.map(plain));
    };
    const newest = async ({ customerId, id }: Plant, hours: number) => {
      const at = new Date(DAY + hours * HOUR_MS);
      const found = await handles.there.deliveredForecasts.newest(customerId, id, at);
      return found && plain(found);
    };
    const statesOf = ({ customerId, id }: Plant) =>
      handles.there.deliveredForecasts.states(customerId, [id]);

    test('versions are read in order of the time at which they became known', async () => {
      const plant = await addedPlant(handles.here);
      const late = aVersion(plant, 5, [run(0, 15, [0.000001, -2, 99_999_999]), run(60, 60, [7])]);
      const early = aVersion(plant, -3, [run(0, 60, [1])]);
      expect(await record(plant, late)).toBe(1);
      expect(await record(plant, early)).toBe(1);
      expect(await read(plant)).toEqual([plain(early), plain(late)]);
    });

    test('versions outside a window, and files that could not be read, are left out', async () => {
      const plant = await addedPlant(handles.here);
      const overlapping = aVersion(plant, 1, [run(-45, 60, [1])]);
      const before = aVersion(plant, 2, [run(-60, 60, [1])]);
      const after = aVersion(plant, 3, [run(24 * 60, 15, [1])]);
      await record(plant, overlapping, before, after, aVersion(plant, 4, []));
      expect(await read(plant)).toEqual([plain(overlapping)]);
      expect(await read(plant, EVER)).toEqual([overlapping, before, after].map(plain));
    });

    test('the newest version is the last that was known at the instant and has values', async () => {
      const plant = await addedPlant(handles.here);
      const first = aVersion(plant, 1, [run(0, 60, [1])]);
      const second = aVersion(plant, 2, [run(60, 60, [2])]);
      await record(plant, second, first, aVersion(plant, 3, []));
      expect(await newest(plant, 0.9)).toBeUndefined();
      expect(await newest(plant, 1)).toEqual(plain(first));
      expect(await newest(plant, 9)).toEqual(plain(second));
    });

    test('a file is recorded once for a plant, also by calls at once', async () => {
      const [plant, other] = [await addedPlant(handles.here), await addedPlant(handles.here)];
      const version = aVersion(plant, 1, [run(0, 60, [1])]);
      const counts = await concurrently(4, () => record(plant, version));
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
      expect(await record(plant, { ...version, runs: [run(0, 60, [2])] })).toBe(0);
      expect(await read(plant)).toEqual([plain(version)]);
      expect(await record(other, { ...version, plantId: other.id })).toBe(1);
      const ids = [plant.id, other.id];
      const { deliveredForecasts } = handles.there;
      const recorded = await deliveredForecasts.recorded(ids, [version.file, 'none']);
      const files = ids.map((plantId) => ({ plantId, file: version.file }));
      expect(recorded).toHaveLength(2);
      expect(recorded).toEqual(expect.arrayContaining(files));
    });

    test('a state counts versions and has the last fourteen times, whichever came first', async () => {
      const plant = await addedPlant(handles.here);
      expect(await statesOf(plant)).toEqual([]);
      const hours = Array.from({ length: 16 }, (_, i) => (i * 7) % 16);
      await concurrently(4, (i) => {
        const part = hours.slice(4 * i, 4 * i + 4);
        return record(plant, ...part.map((each) => aVersion(plant, each, [run(0, 60, [each])])));
      });
      const knownAt = Array.from({ length: 14 }, (_, i) => new Date(DAY + (15 - i) * HOUR_MS));
      expect(await statesOf(plant)).toEqual([{ plantId: plant.id, versions: 16, knownAt }]);
    });

    test('another customer neither adds versions to a plant nor sees them', async () => {
      const plant = await addedPlant(handles.here);
      const other = await addedPlant(handles.here);
      const foreign = { ...plant, customerId: other.customerId };
      const version = aVersion(plant, 1, [run(0, 60, [1])]);
      expect(await record(foreign, version)).toBe(0);
      await record(plant, version);
      expect(await read(foreign)).toEqual([]);
      expect(await newest(foreign, 9)).toBeUndefined();
      expect(await statesOf(foreign)).toEqual([]);
    });

    test('the versions of a plant go with it', async () => {
      const plant = await addedPlant(handles.here);
      const version = aVersion(plant, 1, [run(0, 60, [1])]);
      await record(plant, version);
      await handles.here.plants.remove(plant.customerId, plant.id, anEntry());
      expect(await read(plant)).toEqual([]);
      expect(await statesOf(plant)).toEqual([]);
      expect(await handles.there.deliveredForecasts.recorded([plant.id], [version.file])).toEqual(
        [],
      );
      expect(await record(plant, version)).toBe(0);
    });

    test.each(UNKNOWN_IDS)('a customer or plant with the id of %s has none', async (_, id) => {
      const plant = await addedPlant(handles.here);
      const version = aVersion(plant, 1, [run(0, 60, [1])]);
      for (const unknown of [
        { ...plant, id },
        { ...plant, customerId: id },
      ]) {
        expect(await record(unknown, { ...version, plantId: unknown.id })).toBe(0);
        expect(await read(unknown)).toEqual([]);
        expect(await newest(unknown, 9)).toBeUndefined();
        expect(await statesOf(unknown)).toEqual([]);
      }
    });
  });
}
