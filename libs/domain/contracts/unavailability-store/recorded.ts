import type { Plant, Unavailability } from '@solano/domain/assets';
import { HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import {
  addedPlant,
  addedUnavailability,
  all,
  anEntry,
  anUnavailability,
  INSTANT,
  later,
  UNKNOWN_IDS,
} from '../examples.ts';
import type { TwoHandles } from '../stores.ts';

const WINDOW = { from: new Date('2026-10-25T00:00:00Z'), to: new Date('2026-10-25T02:00:00Z') };

/** What a store says of unavailabilities as they were recorded. */
export function recordedUnavailabilities(handles: TwoHandles): void {
  /** The MW of what was recorded at a time; without one, of what will be recorded an hour from now. */
  const recorded = async ({ customerId, id }: Plant, at?: Date, window = WINDOW) => {
    const { unavailabilities } = handles.there;
    const time = at ?? new Date(Date.now() + HOUR_MS);
    const found = await unavailabilities.recordedAt(customerId, [id], window, time);
    return found.map(({ availablePowerMw }) => availablePowerMw).sort((a, b) => a - b);
  };
  const entryAt = (ms: number) => anEntry({ at: later(ms) });
  const change = (
    record: Unavailability,
    ms: number,
    availablePowerMw: number,
    plantName?: string,
  ) =>
    handles.here.unavailabilities.update(
      record.customerId,
      record.id,
      (present) => ({
        ...present,
        availablePowerMw,
        plantName: plantName ?? present.plantName,
        updatedAt: later(ms),
      }),
      entryAt(ms),
    );

  test('an unavailability counts from its creation on, in the windows that it overlaps', async () => {
    const plant = await addedPlant(handles.here);
    const { id, start, end } = await addedUnavailability(handles.here, {}, plant);
    expect(await recorded(plant, later(-1))).toEqual([]);
    expect(await recorded(plant, INSTANT)).toEqual([12.5]);
    const [from, to] = [new Date(start), new Date(Date.parse(end) + 1)];
    expect(await recorded(plant, INSTANT, { from: WINDOW.from, to: from })).toEqual([]);
    expect(await recorded(plant, INSTANT, { from: to, to: WINDOW.to })).toEqual([]);
    const { unavailabilities } = handles.there;
    const ids = [plant.id];
    expect(await unavailabilities.recordedAt(plant.customerId, ids, WINDOW, INSTANT)).toEqual([
      {
        plantId: plant.id,
        id,
        start: Date.parse(start),
        end: Date.parse(end),
        availablePowerMw: 12.5,
        availabilityType: 'CURTAILMENT',
      },
    ]);
  });

  test('a change counts from its time on, and what was there before it until then', async () => {
    const plant = await addedPlant(handles.here);
    const record = await addedUnavailability(handles.here, {}, plant);
    await change(record, 10, 5);
    await change(record, 20, 7);
    expect(await recorded(plant, later(9))).toEqual([12.5]);
    expect(await recorded(plant, later(10))).toEqual([5]);
    expect(await recorded(plant, later(19))).toEqual([5]);
    expect(await recorded(plant, later(20))).toEqual([7]);
    expect(await recorded(plant)).toEqual([7]);
  });

  test('a change by a clock that is behind counts from the change before it on', async () => {
    const plant = await addedPlant(handles.here);
    const record = await addedUnavailability(handles.here, {}, plant);
    await change(record, 20, 5);
    await change(record, 10, 7);
    expect(await recorded(plant, later(10))).toEqual([12.5]);
    expect(await recorded(plant, later(19))).toEqual([12.5]);
    expect(await recorded(plant, later(20))).toEqual([7]);
  });

  test('a removed unavailability counts until its removal', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId, id } = await addedUnavailability(handles.here, {}, plant);
    await handles.here.unavailabilities.remove(customerId, id, entryAt(10));
    expect(await recorded(plant, later(9))).toEqual([12.5]);
    expect(await recorded(plant, later(10))).toEqual([]);
    expect(await recorded(plant)).toEqual([]);
  });

  test('a record that others replace counts until they do', async () => {
    const plant = await addedPlant(handles.here);
    await addedUnavailability(handles.here, {}, plant);
    const at = { createdAt: later(10), updatedAt: later(10) };
    const record = anUnavailability(plant, { availablePowerMw: 3, ...at });
    await handles.here.unavailabilities.replaceAll(plant.customerId, [record], entryAt(10));
    expect(await recorded(plant, later(9))).toEqual([12.5]);
    expect(await recorded(plant, later(10))).toEqual([3]);
    expect(await recorded(plant)).toEqual([3]);
  });

  test('an unavailability that moves to another plant counts for each in its time', async () => {
    const plant = await addedPlant(handles.here);
    const other = await addedPlant(handles.here, { customerId: plant.customerId });
    const record = await addedUnavailability(handles.here, {}, plant);
    await change(record, 10, 5, other.name);
    expect(await recorded(plant, later(9))).toEqual([12.5]);
    expect(await recorded(other, later(9))).toEqual([]);
    expect(await recorded(plant, later(10))).toEqual([]);
    expect(await recorded(other, later(10))).toEqual([5]);
    await change(record, 20, 7);
    const of = (each: Plant) =>
      all(handles.there.unavailabilities.superseded(plant.customerId, each.id));
    expect(await of(plant)).toMatchObject([
      { plantId: plant.id, availablePowerMw: 12.5, recordedAt: INSTANT, supersededAt: later(10) },
    ]);
    expect(await of(other)).toMatchObject([
      { plantId: other.id, availablePowerMw: 5, recordedAt: later(10), supersededAt: later(20) },
    ]);
    const stranger = await addedPlant(handles.here);
    expect(
      await all(handles.there.unavailabilities.superseded(stranger.customerId, plant.id)),
    ).toEqual([]);
  });

  test('an upload that is taken back leaves what it replaced and cleared, and counted itself meanwhile', async () => {
    const plant = await addedPlant(handles.here);
    const { customerId, name } = plant;
    const record = await addedUnavailability(handles.here, {}, plant);
    const cleared = { availablePowerMw: 1, start: '2026-10-25T00:45:00Z' };
    await addedUnavailability(handles.here, cleared, plant);
    const id = crypto.randomUUID();
    const file = { fileName: 'a.csv', key: id, digest: id, mode: 'replace', rows: 1 } as const;
    const upload = { id, customerId, ...file, plants: [name], uploadedAt: later(10), by: 'key k' };
    const at = { createdAt: later(10), updatedAt: later(10) };
    const brought = anUnavailability(plant, { availablePowerMw: 3, ...at });
    const day = { from: '2026-10-25T00:00:00Z', to: '2026-10-26T00:00:00Z' };
    await handles.here.uploads.record(upload, [brought], day, entryAt(10));
    expect(await recorded(plant)).toEqual([3]);
    await handles.here.uploads.takeBack(customerId, id, entryAt(20), false);
    await change(record, 30, 7);
    await handles.here.unavailabilities.remove(customerId, record.id, entryAt(40));
    for (const [ms, megawatts] of [
      [9, [1, 12.5]],
      [10, [3]],
      [19, [3]],
      [20, [1, 12.5]],
      [29, [1, 12.5]],
      [30, [1, 7]],
      [39, [1, 7]],
      [40, [1]],
    ] as const) {
      expect(await recorded(plant, later(ms)), `after ${ms} ms`).toEqual(megawatts);
    }
  });

  test('plants are told apart, those of other customers too, and keep their records under a new name', async () => {
    const [plant, other] = [await addedPlant(handles.here), await addedPlant(handles.here)];
    await addedUnavailability(handles.here, {}, plant);
    await addedUnavailability(handles.here, { availablePowerMw: 1 }, other);
    const { customerId, id } = plant;
    await handles.here.plants.update(
      customerId,
      id,
      (present) => ({ ...present, name: crypto.randomUUID() }),
      anEntry(),
    );
    expect(await recorded(plant)).toEqual([12.5]);
    expect(await recorded({ ...plant, customerId: other.customerId })).toEqual([]);
    await handles.here.plants.remove(customerId, id, anEntry());
    expect(await recorded(plant, later(1))).toEqual([]);
  });

  test.each(UNKNOWN_IDS)('nothing is recorded of a plant with the id of %s', async (_, id) => {
    const plant = await addedPlant(handles.here);
    expect(await recorded({ ...plant, id })).toEqual([]);
    expect(await recorded({ ...plant, customerId: id })).toEqual([]);
  });
}
