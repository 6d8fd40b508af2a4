import type { Plant } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import { addedCustomer, addedPlant, all, anEntry, aPlant, later } from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** The tests of a PlantStore's `putAll`. */
export function plantImports(handles: TwoHandles): void {
  contents(handles);
  rejections(handles);
  exchanges(handles);
  atOneMoment(handles);
}

/** A customer with the plants `a` and `b`. */
async function twoPlants(stores: Stores): Promise<[customerId: string, a: Plant, b: Plant]> {
  const a = await addedPlant(stores, { name: 'a' });
  const { customerId } = a;
  return [customerId, a, await addedPlant(stores, { customerId, name: 'b' })];
}

function listed({ plants }: Stores, customerId: string): Promise<Plant[]> {
  return all(plants.list(customerId));
}

function contents(handles: TwoHandles): void {
  test('an import adds new plants and replaces those with the same name', async () => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const c = aPlant(customerId, { name: 'c' });
    const seen: [string, Plant | undefined][] = [];
    const added = await here.plants.putAll(
      customerId,
      ['c', 'a'],
      (name, present) => {
        seen.push([name, structuredClone(present)]);
        return present ? { ...present, lat: '-0.0000001', updatedAt: later(9) } : c;
      },
      () => anEntry(),
    );
    expect(added).toBe(1);
    expect(seen).toEqual([
      ['c', undefined],
      ['a', a],
    ]);
    const changed = { ...a, lat: '-0.0000001', updatedAt: later(9) };
    expect(await listed(there, customerId)).toEqual([changed, b, c]);
  });

  test('an import keeps a plant’s id, customer and time of creation', async () => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const other = aPlant(crypto.randomUUID(), { name: 'a', createdAt: later(5), area: 'new' });
    expect(
      await here.plants.putAll(
        customerId,
        ['a'],
        () => other,
        () => anEntry(),
      ),
    ).toBe(0);
    const { id, createdAt } = a;
    expect(await listed(there, customerId)).toEqual([{ ...other, id, customerId, createdAt }, b]);
  });

  test('an import without names does nothing', async () => {
    const [customerId, a, b] = await twoPlants(handles.here);
    const unreachable = () => expect.unreachable('there is nothing to make');
    expect(await handles.here.plants.putAll(customerId, [], unreachable, () => anEntry())).toBe(0);
    expect(await listed(handles.there, customerId)).toEqual([a, b]);
  });

  test('a name that is repeated is imported once', async () => {
    const [customerId] = await twoPlants(handles.here);
    const made: string[] = [];
    const added = await handles.here.plants.putAll(
      customerId,
      ['c', 'a', 'c', 'a'],
      (name, a) => {
        made.push(name);
        return a ?? aPlant(customerId, { name });
      },
      () => anEntry(),
    );
    expect(added).toBe(1);
    expect(made).toEqual(['c', 'a']);
    expect(await handles.there.plants.count(customerId)).toBe(3);
  });

  test('an import compares names to the letter', async () => {
    const [customerId] = await twoPlants(handles.here);
    const names = ['A', 'a ', 'á', 'a\u0301', 'a🌬', '{"a"}', 'a,b', 'NULL', '', 'a\\'];
    const make = (name: string, present: Plant | undefined) => {
      return present ?? aPlant(customerId, { name });
    };
    expect(await handles.here.plants.putAll(customerId, names, make, () => anEntry())).toBe(
      names.length,
    );
    expect(
      await handles.there.plants.putAll(customerId, [...names, 'a', 'b'], make, () => anEntry()),
    ).toBe(0);
    const kept = (await listed(handles.there, customerId)).map(({ name }) => name);
    expect(kept.toSorted()).toEqual([...names, 'a', 'b'].toSorted());
  });
}

function rejections(handles: TwoHandles): void {
  test('an import whose third plant cannot be made changes nothing, and the error is rethrown', async () => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const error = new RangeError('from make');
    const rejected = here.plants.putAll(
      customerId,
      ['a', 'c', 'd'],
      (name, present) => {
        present?.updatedAt.setTime(0);
        if (name === 'd') throw error;
        return present ? { ...present, area: 'changed' } : aPlant(customerId, { name });
      },
      () => anEntry(),
    );
    expect(await errorOf(rejected)).toBe(error);
    expect(await listed(there, customerId)).toEqual([a, b]);
    await addedPlant(there, { customerId, name: 'c' });
  });

  test.each([
    ['a new plant has the name of another', ['c', 'd'], 'b'],
    ['a plant takes the name of another', ['c', 'a'], 'b'],
    ['two take one name', ['a', 'b'], 'c'],
    ['a new one takes the name that another gets', ['a', 'd'], 'e'],
  ])('an import changes nothing when %s', async (_, names, taken) => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const rejected = here.plants.putAll(
      customerId,
      names,
      (name, present) => {
        const made = present ?? aPlant(customerId);
        return { ...made, name: name === 'c' ? 'c' : taken };
      },
      () => anEntry(),
    );
    expect(await codeOf(rejected)).toBe('already_exists');
    expect(await listed(there, customerId)).toEqual([a, b]);
  });

  test('an import changes nothing when an id is taken', async () => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const other = await addedPlant(here);
    for (const id of [a.id, other.id]) {
      const rejected = here.plants.putAll(
        customerId,
        ['b', 'c'],
        (name, present) => {
          return present ? { ...present, area: 'changed' } : aPlant(customerId, { name, id });
        },
        () => anEntry(),
      );
      expect(await codeOf(rejected)).toBe('already_exists');
    }
    expect(await listed(there, customerId)).toEqual([a, b]);
    expect(await listed(there, other.customerId)).toEqual([other]);
  });

  test('an import for an unknown customer is rejected', async () => {
    for (const nobody of [crypto.randomUUID(), 'nobody']) {
      const make = (name: string) => aPlant(nobody, { name });
      expect(await codeOf(handles.here.plants.putAll(nobody, ['a'], make, () => anEntry()))).toBe(
        'not_found',
      );
      expect(await codeOf(handles.here.plants.putAll(nobody, [], make, () => anEntry()))).toBe(
        'not_found',
      );
    }
  });
}

function exchanges(handles: TwoHandles): void {
  test('an import may exchange the names of plants', async () => {
    const { here, there } = handles;
    const [customerId, a, b] = await twoPlants(here);
    const c = aPlant(customerId, { name: 'c' });
    // a becomes b, b becomes d, and the new plant takes the name a.
    const next: Record<string, string> = { a: 'b', b: 'd', c: 'a' };
    const added = await here.plants.putAll(
      customerId,
      ['c', 'a', 'b'],
      (name, present) => {
        return { ...(present ?? c), name: next[name] as string };
      },
      () => anEntry(),
    );
    expect(added).toBe(1);
    const expected = [
      { ...c, name: 'a' },
      { ...a, name: 'b' },
      { ...b, name: 'd' },
    ];
    expect(await listed(there, customerId)).toEqual(expected);
  });
}

function atOneMoment(handles: TwoHandles): void {
  const names = Array.from({ length: 40 }, (_, i) => `plant ${i}`);

  test('twenty imports at once, in whichever order of names, leave each plant once', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const added = await concurrently(20, (i) => {
      const ordered = i % 3 ? names : names.toReversed();
      return (i % 2 ? here : there).plants.putAll(
        customerId,
        ordered,
        (name, present) => {
          const plant = present ?? aPlant(customerId, { name, agrupation: '' });
          return { ...plant, agrupation: `${plant.agrupation}x` };
        },
        () => anEntry(),
      );
    });
    expect(added.toSorted((a, b) => b - a)).toEqual([40, ...Array.from({ length: 19 }, () => 0)]);
    const marks = (await listed(here, customerId)).map(({ agrupation }) => agrupation);
    expect(marks).toEqual(names.map(() => 'x'.repeat(20)));
  });

  test('an import is not disturbed by plants that are added, renamed and removed at once', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const make = (name: string, present?: Plant) => present ?? aPlant(customerId, { name });
    await concurrently(5, () =>
      here.plants.putAll(customerId, names.slice(0, 20), make, () => anEntry()),
    );
    const present = await listed(here, customerId);
    const adding = concurrently(20, (i) => {
      return codeOf(addedPlant(there, { customerId, name: `plant ${20 + i}` }));
    });
    const renaming = concurrently(10, (i) => {
      const { id } = present[i] as Plant;
      const name = `plant ${39 - i}`;
      return codeOf(
        there.plants.update(customerId, id, (plant) => ({ ...plant, name }), anEntry()),
      );
    });
    const removing = concurrently(10, (i) => {
      return codeOf(there.plants.remove(customerId, (present[10 + i] as Plant).id, anEntry()));
    });
    const putting = concurrently(5, (i) => {
      const ordered = i % 2 ? names : names.toReversed();
      return codeOf(here.plants.putAll(customerId, ordered, make, () => anEntry()));
    });
    const codes = (await Promise.all([adding, renaming, removing, putting])).flat();
    for (const code of codes) expect([undefined, 'already_exists']).toContain(code);
    expect((await putting).every((code) => code === undefined)).toBe(true);
    await here.plants.putAll(customerId, names, make, () => anEntry());
    const left = (await listed(there, customerId)).map(({ name }) => name);
    expect(left).toEqual(names.toSorted());
  });
}
