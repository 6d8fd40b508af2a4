import type { Plant } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import {
  addedPlant,
  addedUnavailability,
  all,
  anEntry,
  anUnavailability,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** The tests of what ties unavailabilities to plants. */
export function unavailabilityPlants(handles: TwoHandles): void {
  unknownPlants(handles);
  renames(handles);
  moves(handles);
  removals(handles);
}

function rename({ plants }: Stores, { customerId, id }: Plant, name: string) {
  return plants.update(customerId, id, (plant) => ({ ...plant, name }), anEntry());
}

function unknownPlants(handles: TwoHandles): void {
  test.each(UNKNOWN_IDS)('plants that are unknown are rejected: %s', async (_, name) => {
    const { unavailabilities } = handles.here;
    const record = await addedUnavailability(handles.here);
    const { customerId, id } = record;
    const other = { ...record, id: crypto.randomUUID(), plantName: name };
    expect(await codeOf(unavailabilities.add(other, anEntry()))).toBe('plant_unknown');
    expect(await unavailabilities.get(customerId, other.id)).toBeUndefined();
    const moved = unavailabilities.update(
      customerId,
      id,
      (present) => {
        return { ...present, plantName: name, observations: 'changed' };
      },
      anEntry(),
    );
    expect(await codeOf(moved)).toBe('plant_unknown');
    expect(await handles.there.unavailabilities.get(customerId, id)).toEqual(record);
  });

  test('plants of another customer are unknown', async () => {
    const { here, there } = handles;
    const record = await addedUnavailability(here);
    const { customerId, id } = record;
    const { name: plantName } = await addedPlant(here);
    const other = { ...record, id: crypto.randomUUID(), plantName };
    expect(await codeOf(here.unavailabilities.add(other, anEntry()))).toBe('plant_unknown');
    const moved = here.unavailabilities.update(
      customerId,
      id,
      (each) => ({ ...each, plantName }),
      anEntry(),
    );
    expect(await codeOf(moved)).toBe('plant_unknown');
    expect(await there.unavailabilities.get(customerId, id)).toEqual(record);
  });

  test('plants of an unknown customer are unknown', async () => {
    const plant = await addedPlant(handles.here);
    for (const customerId of [crypto.randomUUID(), 'nobody']) {
      const record = anUnavailability({ ...plant, customerId });
      expect(await codeOf(handles.here.unavailabilities.add(record, anEntry()))).toBe(
        'plant_unknown',
      );
    }
  });

  test('plants are compared by their names to the letter', async () => {
    const plant = await addedPlant(handles.here, { name: 'Alb\u00e1' });
    for (const plantName of ['alb\u00e1', 'Alb\u00e1 ', 'Alba\u0301', 'Alb%', plant.id]) {
      const record = anUnavailability(plant, { plantName });
      expect(await codeOf(handles.here.unavailabilities.add(record, anEntry()))).toBe(
        'plant_unknown',
      );
    }
  });
}

function renames(handles: TwoHandles): void {
  test('plants that are renamed keep their unavailabilities, under the new name', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { customerId } = plant;
    const record = await addedUnavailability(here, {}, plant);
    await rename(there, plant, 'new');
    const renamed = { ...record, plantName: 'new' };
    expect(await here.unavailabilities.get(customerId, record.id)).toEqual(renamed);
    expect(await all(here.unavailabilities.list(customerId, 'new', { offset: 0 }))).toEqual([
      renamed,
    ]);
    expect(await here.unavailabilities.count(customerId, plant.name)).toBe(0);
    expect(await codeOf(addedUnavailability(here, {}, plant))).toBe('plant_unknown');
    const updated = await here.unavailabilities.update(
      customerId,
      record.id,
      (present) => {
        expect(present).toEqual(renamed);
        return present;
      },
      anEntry(),
    );
    expect(updated).toEqual(renamed);
  });

  test('plants that exchange their names keep their unavailabilities', async () => {
    const { here, there } = handles;
    const a = await addedPlant(here, { name: 'a' });
    const { customerId } = a;
    const b = await addedPlant(here, { customerId, name: 'b' });
    const ofA = await addedUnavailability(here, {}, a);
    const ofB = await addedUnavailability(here, {}, b);
    await there.plants.putAll(
      customerId,
      ['a', 'b'],
      (name, present) => {
        return { ...(present as Plant), name: name === 'a' ? 'b' : 'a' };
      },
      () => anEntry(),
    );
    const { unavailabilities } = here;
    expect(await unavailabilities.get(customerId, ofA.id)).toEqual({ ...ofA, plantName: 'b' });
    expect(await unavailabilities.get(customerId, ofB.id)).toEqual({ ...ofB, plantName: 'a' });
  });
}

function moves(handles: TwoHandles): void {
  test('plants may exchange unavailabilities by updates', async () => {
    const { here, there } = handles;
    const from = await addedPlant(here);
    const { customerId } = from;
    const to = await addedPlant(here, { customerId });
    const record = await addedUnavailability(here, {}, from);
    const moved = { ...record, plantName: to.name };
    const updated = here.unavailabilities.update(customerId, record.id, () => moved, anEntry());
    expect(await updated).toEqual(moved);
    expect(await there.unavailabilities.get(customerId, record.id)).toEqual(moved);
    expect(await there.unavailabilities.count(customerId, from.name)).toBe(0);
    expect(await there.unavailabilities.count(customerId, to.name)).toBe(1);
    await there.plants.remove(customerId, from.id, anEntry());
    expect(await here.unavailabilities.get(customerId, record.id)).toEqual(moved);
    await there.plants.remove(customerId, to.id, anEntry());
    expect(await here.unavailabilities.get(customerId, record.id)).toBeUndefined();
  });
}

function removals(handles: TwoHandles): void {
  test('plants that are removed lose their unavailabilities, and no other plant does', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { customerId } = plant;
    const other = await addedPlant(here, { customerId });
    for (let i = 0; i < 3; i += 1) await addedUnavailability(here, {}, plant);
    const [first] = await all(here.unavailabilities.list(customerId, plant.name, { offset: 0 }));
    const kept = await addedUnavailability(here, {}, other);
    await there.plants.remove(customerId, plant.id, anEntry());
    const { unavailabilities } = here;
    expect(await unavailabilities.get(customerId, first?.id ?? '')).toBeUndefined();
    expect(await unavailabilities.count(customerId, plant.name)).toBe(0);
    expect(await unavailabilities.count(customerId, undefined)).toBe(1);
    expect(await all(unavailabilities.list(customerId, undefined, { offset: 0 }))).toEqual([kept]);
  });

  test('plants that are added again under an old name have no unavailabilities', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    await addedUnavailability(here, {}, plant);
    const { customerId, name } = plant;
    await there.plants.remove(customerId, plant.id, anEntry());
    await addedPlant(there, { customerId, name });
    expect(await here.unavailabilities.count(customerId, name)).toBe(0);
  });
}
