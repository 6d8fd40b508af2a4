import type { Plant } from '@solano/domain/assets';
import { describe, expect, test } from 'vitest';
import { addedPlant, all, anEntry, aPlant, later, ODD_TEXTS, UNKNOWN_IDS } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';
import { plantImports } from './imports.ts';
import { plantLists } from './lists.ts';
import { plantUpdates } from './updates.ts';

/** What every PlantStore does. */
export function plantStoreContract(name: string, open: OpenStores): void {
  describe(`PlantStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('names', () => {
      names(handles);
    });
    describe('another customer', () => {
      otherCustomers(handles);
    });
    describe('removal', () => {
      removal(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
    describe('update', () => {
      plantUpdates(handles);
    });
    describe('lists', () => {
      plantLists(handles);
    });
    describe('putAll', () => {
      plantImports(handles);
    });
  });
}

function lookUp(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('texts are kept to the letter: %s', async (_, text) => {
    const texts = { name: text, area: text, agrupation: text, customerDisplayName: text };
    const plant = await addedPlant(handles.here, { ...texts, technologyType: 'solar' });
    const { plants } = handles.there;
    expect(await plants.get(plant.customerId, plant.id)).toEqual(plant);
    expect(await plants.byName(plant.customerId, text)).toEqual(plant);
    expect(await plants.byNames(plant.customerId, ['other', text, text])).toEqual([plant]);
    expect(await all(plants.list(plant.customerId))).toEqual([plant]);
  });

  test.each([
    ['40.4167754', '-3.7037902', '0.000', '0.001'],
    ['-0.0000001', '0.0000001', '999999999.999', '999999999.998'],
    ['90.0000000', '-180.0000000', '123456789.123', '0.100'],
    ['0.0000000', '180.0000000', '1.100', '300.300'],
  ])('decimals are kept exactly: %s, %s, %s, %s', async (lat, lon, installed, nominal) => {
    const capacities = { installedCapacityMw: installed, nominalCapacityMw: nominal };
    const plant = await addedPlant(handles.here, { lat, lon, ...capacities });
    expect(await handles.there.plants.get(plant.customerId, plant.id)).toEqual(plant);
  });

  test('both instants are kept', async () => {
    const instants = { createdAt: later(1), updatedAt: later(999) };
    const plant = await addedPlant(handles.here, instants);
    expect(await handles.there.plants.get(plant.customerId, plant.id)).toEqual(plant);
  });

  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { plants } = handles.here;
    const { customerId, id: own, name } = await addedPlant(handles.here);
    const unreachable = () => expect.unreachable('there is nothing to change');
    expect(await plants.get(customerId, id)).toBeUndefined();
    expect(await plants.byName(customerId, id)).toBeUndefined();
    expect(await plants.update(customerId, id, unreachable, anEntry())).toBeUndefined();
    expect(await plants.remove(customerId, id, anEntry())).toBe(false);
    expect(await plants.get(id, own)).toBeUndefined();
    expect(await plants.byName(id, name)).toBeUndefined();
    expect(await plants.byNames(id, [name])).toEqual([]);
    expect(await plants.byNames(customerId, [id])).toEqual([]);
    expect(await plants.count(id)).toBe(0);
    expect(await all(plants.list(id))).toEqual([]);
  });

  test('ids are compared to the letter', async () => {
    const id = `abcdefab-cdef-4abc-8def-${crypto.randomUUID().slice(-12)}`;
    const { customerId } = await addedPlant(handles.here, { id });
    expect(await handles.here.plants.get(customerId, id.toUpperCase())).toBeUndefined();
    expect(await handles.here.plants.remove(customerId, ` ${id}`, anEntry())).toBe(false);
  });
}

function names(handles: TwoHandles): void {
  test('names are compared to the letter', async () => {
    const { here, there } = handles;
    const alike = ['Alba', 'alba', 'Alba ', ' Alba', 'Alb\u00e1', 'Alba\u0301', 'Alba🌬', 'Alb_'];
    const { customerId } = await addedPlant(here);
    const added: Plant[] = [];
    for (const name of alike) added.push(await addedPlant(here, { customerId, name }));
    for (const plant of added) {
      expect(await there.plants.byName(customerId, plant.name)).toEqual(plant);
    }
    expect(await there.plants.byName(customerId, 'Alb%')).toBeUndefined();
  });

  test('names that are taken are rejected', async () => {
    const { here, there } = handles;
    const first = await addedPlant(here);
    const second = aPlant(first.customerId, { name: first.name });
    expect(await codeOf(there.plants.add(second, anEntry()))).toBe('already_exists');
    expect(await here.plants.byName(first.customerId, first.name)).toEqual(first);
    expect(await here.plants.get(first.customerId, second.id)).toBeUndefined();
  });

  test('names are free again after a removal', async () => {
    const { here, there } = handles;
    const first = await addedPlant(here);
    expect(await there.plants.remove(first.customerId, first.id, anEntry())).toBe(true);
    const second = aPlant(first.customerId, { name: first.name });
    await here.plants.add(second, anEntry());
    expect(await there.plants.byName(first.customerId, first.name)).toEqual(second);
  });

  test('a name is given to one of twenty plants that are added at once', async () => {
    const { here, there } = handles;
    const { customerId } = await addedPlant(here);
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const plant = aPlant(customerId, { name: 'wanted' });
        return codeOf((i % 2 ? here : there).plants.add(plant, anEntry()));
      }),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'already_exists')).toHaveLength(19);
    expect(await here.plants.count(customerId)).toBe(2);
  });

  test('an id that any customer has is rejected', async () => {
    const { here, there } = handles;
    const first = await addedPlant(here);
    const { customerId } = await addedPlant(here);
    for (const owner of [first.customerId, customerId]) {
      const second = aPlant(owner, { id: first.id });
      expect(await codeOf(there.plants.add(second, anEntry()))).toBe('already_exists');
      expect(await there.plants.byName(owner, second.name)).toBeUndefined();
    }
    expect(await here.plants.get(first.customerId, first.id)).toEqual(first);
  });

  test('plants of an unknown customer are rejected', async () => {
    for (const nobody of [crypto.randomUUID(), 'nobody']) {
      const plant = aPlant(nobody);
      expect(await codeOf(handles.here.plants.add(plant, anEntry()))).toBe('not_found');
      expect(await handles.here.plants.byName(nobody, plant.name)).toBeUndefined();
    }
  });
}

function otherCustomers(handles: TwoHandles): void {
  test('another customer sees and changes nothing', async () => {
    const { plants } = handles.here;
    const mine = await addedPlant(handles.here, { name: 'same' });
    const theirs = await addedPlant(handles.here, { name: 'other' });
    const { id: customerId } = { id: theirs.customerId };
    const unreachable = () => expect.unreachable('it is not theirs');
    expect(await plants.get(customerId, mine.id)).toBeUndefined();
    expect(await plants.byName(customerId, mine.name)).toBeUndefined();
    expect(await plants.update(customerId, mine.id, unreachable, anEntry())).toBeUndefined();
    expect(await plants.remove(customerId, mine.id, anEntry())).toBe(false);
    expect(await plants.count(customerId)).toBe(1);
    expect(await all(plants.list(customerId))).toEqual([theirs]);
    expect(await plants.get(mine.customerId, mine.id)).toEqual(mine);
  });

  test('another customer may use the same names', async () => {
    const { here, there } = handles;
    const mine = await addedPlant(here, { name: 'same' });
    const theirs = await addedPlant(here);
    const { customerId } = theirs;
    const renamed = await there.plants.update(
      customerId,
      theirs.id,
      (plant) => {
        return { ...plant, name: 'same' };
      },
      anEntry(),
    );
    expect(renamed).toEqual({ ...theirs, name: 'same' });
    const unreachable = aPlant(customerId, { name: 'unreachable' });
    expect(
      await here.plants.putAll(
        customerId,
        ['same'],
        (_, plant) => plant ?? unreachable,
        () => anEntry(),
      ),
    ).toBe(0);
    expect(await here.plants.byName(mine.customerId, 'same')).toEqual(mine);
    expect(await here.plants.byName(customerId, 'same')).toEqual(renamed);
  });
}

function removal(handles: TwoHandles): void {
  test('a removal is of one plant, and permanent', async () => {
    const { here, there } = handles;
    const first = await addedPlant(here);
    const { customerId } = first;
    const second = await addedPlant(here, { customerId });
    expect(await here.plants.remove(customerId, first.id, anEntry())).toBe(true);
    expect(await there.plants.remove(customerId, first.id, anEntry())).toBe(false);
    expect(await there.plants.get(customerId, first.id)).toBeUndefined();
    expect(await all(there.plants.list(customerId))).toEqual([second]);
  });

  test('a removal is made by one of twenty', async () => {
    const { here, there } = handles;
    const { customerId, id } = await addedPlant(here);
    const removed = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? here : there).plants.remove(customerId, id, anEntry()),
      ),
    );
    expect(removed.filter(Boolean)).toHaveLength(1);
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (plant: Plant) => Promise<Plant | undefined>> = {
    add: async (plant) => plant,
    get: ({ customerId, id }) => handles.here.plants.get(customerId, id),
    byName: ({ customerId, name }) => handles.here.plants.byName(customerId, name),
    list: async ({ customerId }) => {
      return (await all(handles.here.plants.list(customerId)))[0];
    },
    update: ({ customerId, id }) =>
      handles.here.plants.update(customerId, id, (plant) => plant, anEntry()),
    'a change': async ({ customerId, id }) => {
      let given: Plant | undefined;
      await handles.here.plants.update(
        customerId,
        id,
        (plant) => {
          given = plant;
          return structuredClone(plant);
        },
        anEntry(),
      );
      return given;
    },
    putAll: async ({ customerId, name }) => {
      let given: Plant | undefined;
      await handles.here.plants.putAll(
        customerId,
        [name],
        (_, plant) => {
          given = plant as Plant;
          return given;
        },
        () => anEntry(),
      );
      return given;
    },
  };

  test.each(Object.entries(ways))(
    'plants that %s accepts and returns are copies',
    async (_, way) => {
      const plant = await addedPlant(handles.here);
      const copy = structuredClone(plant);
      const out = (await way(plant)) as Plant;
      out.updatedAt.setTime(0);
      Object.assign(out, { name: 'changed' });
      expect(await handles.here.plants.get(copy.customerId, copy.id)).toEqual(copy);
    },
  );
}
