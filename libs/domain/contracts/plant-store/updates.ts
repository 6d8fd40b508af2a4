import { PLANT_DEFAULTS, type Plant } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import { addedPlant, anEntry, later } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { recordUpdates } from '../record-updates.ts';
import type { TwoHandles } from '../stores.ts';

/** The tests of a PlantStore's `update`. */
export function plantUpdates(handles: TwoHandles): void {
  fields(handles);
  names(handles);
  recordUpdates(handles, {
    store: ({ plants }) => plants,
    add: (stores) => addedPlant(stores, { agrupation: '' }),
    keep: () => ({ name: 'mine' }),
    lengthen: (plant) => {
      return { ...plant, agrupation: `${plant.agrupation}x`, name: `${plant.name}.` };
    },
    length: ({ agrupation }) => agrupation.length,
  });
}

function fields(handles: TwoHandles): void {
  test('an update writes every field', async () => {
    const { here, there } = handles;
    const { customerId, id, createdAt } = await addedPlant(here);
    const optional = Object.fromEntries(
      Object.keys(PLANT_DEFAULTS).map((field) => [field, `changed ${field}`]),
    ) as unknown as Pick<Plant, keyof typeof PLANT_DEFAULTS>;
    const changed: Plant = {
      ...optional,
      id,
      customerId,
      name: 'x'.repeat(255),
      lat: '-0.0000001',
      lon: '180.0000000',
      installedCapacityMw: '999999999.999',
      nominalCapacityMw: '0.000',
      area: '1',
      technologyType: 'solar',
      agrupation: '2',
      timezone: 'UTC',
      createdAt,
      updatedAt: later(7),
    };
    expect(await here.plants.update(customerId, id, () => changed, anEntry())).toEqual(changed);
    expect(await there.plants.get(customerId, id)).toEqual(changed);
  });
}

function names(handles: TwoHandles): void {
  test('an update to a name that is taken changes nothing', async () => {
    const { here, there } = handles;
    const taken = await addedPlant(here);
    const { customerId } = taken;
    const plant = await addedPlant(here, { customerId });
    const renamed = here.plants.update(
      customerId,
      plant.id,
      (present) => {
        return { ...present, name: taken.name, area: 'changed', updatedAt: later(1) };
      },
      anEntry(),
    );
    expect(await codeOf(renamed)).toBe('already_exists');
    expect(await there.plants.get(customerId, plant.id)).toEqual(plant);
    expect(await there.plants.byName(customerId, taken.name)).toEqual(taken);
  });

  test('an update frees the old name', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { customerId, id, name } = plant;
    await here.plants.update(
      customerId,
      id,
      (present) => ({ ...present, name: `${name} ` }),
      anEntry(),
    );
    expect(await there.plants.byName(customerId, name)).toBeUndefined();
    const next = await addedPlant(there, { customerId, name });
    expect(await here.plants.byName(customerId, name)).toEqual(next);
    expect(await here.plants.byName(customerId, `${name} `)).toMatchObject({ id });
  });

  test('two updates that take each other’s name at once are both rejected', async () => {
    const { here, there } = handles;
    for (let round = 0; round < 20; round += 1) {
      const a = await addedPlant(here);
      const { customerId } = a;
      const b = await addedPlant(here, { customerId });
      const rename = (stores: typeof here, { id }: Plant, name: string) => {
        return codeOf(
          stores.plants.update(customerId, id, (plant) => ({ ...plant, name }), anEntry()),
        );
      };
      const codes = await Promise.all([rename(here, a, b.name), rename(there, b, a.name)]);
      expect(codes).toEqual(['already_exists', 'already_exists']);
    }
  });

  test('a name that twenty take at once is given to one, by addition or update', async () => {
    const { here, there } = handles;
    const { customerId } = await addedPlant(here);
    const plants = await concurrently(20, () => addedPlant(here, { customerId }));
    const codes = await concurrently(20, (i) => {
      const { plants: store } = i % 2 ? here : there;
      if (i % 4 < 2) return codeOf(addedPlant(i % 2 ? here : there, { customerId, name: 'won' }));
      const { id } = plants[i] as Plant;
      return codeOf(
        store.update(customerId, id, (plant) => ({ ...plant, name: 'won' }), anEntry()),
      );
    });
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'already_exists')).toHaveLength(19);
  });
}
