import type { Plant } from '@solano/domain/assets';
import type { ErrorCode } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { addedPlant, addedUnavailability, all, anEntry } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

const ROUNDS = 30;

/** The tests of unavailabilities that are written while plants go and change their names. */
export function unavailabilityRaces(handles: TwoHandles): void {
  adding(handles);
  moving(handles);
  everything(handles);
}

function expectOnly(codes: readonly (ErrorCode | undefined)[], allowed: ErrorCode): void {
  for (const code of codes) expect([undefined, allowed]).toContain(code);
}

/** Every record that the customer has is one of a plant that the customer has; all counts are right. */
async function expectNoOrphans(stores: Stores, customerId: string): Promise<void> {
  const plants = await all(stores.plants.list(customerId));
  const names = new Set(plants.map(({ name }) => name));
  const { unavailabilities } = stores;
  const records = await all(unavailabilities.list(customerId, undefined, { offset: 0 }));
  for (const { plantName } of records) expect(names).toContain(plantName);
  expect(await unavailabilities.count(customerId, undefined)).toBe(records.length);
  expect(await stores.plants.count(customerId)).toBe(plants.length);
  for (const name of names) {
    const own = records.filter(({ plantName }) => plantName === name);
    expect(await unavailabilities.count(customerId, name)).toBe(own.length);
  }
}

function adding(handles: TwoHandles): void {
  test('an addition is in time, or the plant is unknown', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async (i) => {
      const plant = await addedPlant(here);
      const { customerId, id } = plant;
      const [removed, ...codes] = await Promise.all([
        (i % 2 ? here : there).plants.remove(customerId, id, anEntry()),
        ...[here, there, here].map((stores) => codeOf(addedUnavailability(stores, {}, plant))),
      ]);
      expect(removed).toBe(true);
      expectOnly(codes, 'plant_unknown');
      const left = here.unavailabilities.list(customerId, undefined, { offset: 0 });
      expect(await all(left)).toEqual([]);
    });
  });

  test('an addition goes to a plant that has the name', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async () => {
      const plant = await addedPlant(here);
      const { customerId, id, name } = plant;
      const replacing = async () => {
        await there.plants.remove(customerId, id, anEntry());
        await addedPlant(there, { customerId, name });
      };
      const [code] = await Promise.all([codeOf(addedUnavailability(here, {}, plant)), replacing()]);
      expectOnly([code], 'plant_unknown');
      await expectNoOrphans(here, customerId);
    });
  });

  test('an addition is not disturbed by other changes of the plant', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async () => {
      const plant = await addedPlant(here);
      const { customerId, id } = plant;
      await Promise.all([
        addedUnavailability(here, {}, plant),
        there.plants.update(
          customerId,
          id,
          (present) => ({ ...present, area: 'changed' }),
          anEntry(),
        ),
        here.plants.putAll(
          customerId,
          [plant.name],
          (_, present) => present ?? plant,
          () => anEntry(),
        ),
        addedUnavailability(there, {}, plant),
      ]);
      expect(await here.unavailabilities.count(customerId, plant.name)).toBe(2);
    });
  });
}

function moving(handles: TwoHandles): void {
  test('an update is in time, or the record is gone', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async () => {
      const plant = await addedPlant(here);
      const { customerId } = plant;
      const { id } = await addedUnavailability(here, {}, plant);
      const [updated, removed] = await Promise.all([
        here.unavailabilities.update(
          customerId,
          id,
          (each) => ({ ...each, observations: 'x' }),
          anEntry(),
        ),
        there.plants.remove(customerId, plant.id, anEntry()),
      ]);
      expect(updated?.observations ?? 'x').toBe('x');
      expect(removed).toBe(true);
      expect(await here.unavailabilities.get(customerId, id)).toBeUndefined();
    });
  });

  test('a move is to an existing plant, or the plant is unknown', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async () => {
      const from = await addedPlant(here);
      const { customerId } = from;
      const to = await addedPlant(here, { customerId });
      const { id } = await addedUnavailability(here, {}, from);
      const [code] = await Promise.all([
        codeOf(
          here.unavailabilities.update(
            customerId,
            id,
            (each) => ({ ...each, plantName: to.name }),
            anEntry(),
          ),
        ),
        there.plants.remove(customerId, to.id, anEntry()),
      ]);
      expectOnly([code], 'plant_unknown');
      const left = await here.unavailabilities.get(customerId, id);
      expect(left?.plantName).toBe(code === undefined ? undefined : from.name);
    });
  });

  test('a move saves the record from the removal of its plant, or it is removed with it', async () => {
    const { here, there } = handles;
    await concurrently(ROUNDS, async () => {
      const from = await addedPlant(here);
      const { customerId } = from;
      const to = await addedPlant(here, { customerId });
      const { id } = await addedUnavailability(here, {}, from);
      const [moved] = await Promise.all([
        here.unavailabilities.update(
          customerId,
          id,
          (each) => ({ ...each, plantName: to.name }),
          anEntry(),
        ),
        there.plants.remove(customerId, from.id, anEntry()),
      ]);
      expect(await here.unavailabilities.get(customerId, id)).toEqual(moved);
    });
  });
}

function everything(handles: TwoHandles): void {
  test('circular moves and removals of all plants at once do not deadlock', async () => {
    const { here, there } = handles;
    await concurrently(5, async () => {
      const { customerId } = await addedPlant(here);
      const plants = await concurrently(4, () => addedPlant(here, { customerId }));
      const records = await Promise.all(plants.map((each) => addedUnavailability(here, {}, each)));
      const moves = records.map(({ id }, i) => {
        const { name: plantName } = plants[(i + 1) % plants.length] as Plant;
        return codeOf(
          here.unavailabilities.update(
            customerId,
            id,
            (each) => ({ ...each, plantName }),
            anEntry(),
          ),
        );
      });
      const removals = plants.map(({ id }) => there.plants.remove(customerId, id, anEntry()));
      const additions = plants.map((plant) => codeOf(addedUnavailability(there, {}, plant)));
      expectOnly(await Promise.all([...moves, ...additions]), 'plant_unknown');
      expect(await Promise.all(removals)).toEqual(plants.map(() => true));
      expect(await here.unavailabilities.count(customerId, undefined)).toBe(0);
    });
  });
}
