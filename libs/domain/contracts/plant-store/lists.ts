import type { Plant } from '@solano/domain/assets';
import { beforeAll, expect, test } from 'vitest';
import { addedCustomer, addedPlant, all, anEntry, aPlant } from '../examples.ts';
import { longListTests, MANY } from '../long-lists.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** The tests of a PlantStore's `list` and `count`. */
export function plantLists(handles: TwoHandles): void {
  contents(handles);
  let ordered: Plant[] = [];
  beforeAll(async () => {
    ordered = await addMany(handles.here, MANY);
  });
  longListTests(() => {
    const { customerId } = ordered[0] as Plant;
    return { list: (page) => handles.there.plants.list(customerId, page), ordered };
  });
  changes(handles);
}

/** Adds plants of a new customer; they are returned in the order of their names. */
async function addMany(stores: Stores, count: number): Promise<Plant[]> {
  const { plants } = stores;
  const { id } = await addedCustomer(stores);
  const ordered = Array.from({ length: count }, (_, i) => {
    return aPlant(id, { name: `plant ${String(i).padStart(5, '0')}`, agrupation: `${i}` });
  });
  const byName = new Map(ordered.toReversed().map((plant) => [plant.name, plant]));
  const added = await plants.putAll(
    id,
    [...byName.keys()],
    (name) => byName.get(name) as Plant,
    () => anEntry(),
  );
  expect(added).toBe(count);
  expect(await plants.count(id)).toBe(count);
  return ordered;
}

function contents(handles: TwoHandles): void {
  test('the lists are empty where there are no plants', async () => {
    const { id } = await addedCustomer(handles.here);
    expect(await all(handles.here.plants.list(id))).toEqual([]);
    expect(await all(handles.here.plants.list(id, { offset: 5, limit: 5 }))).toEqual([]);
    expect(await handles.here.plants.count(id)).toBe(0);
  });

  test('plants are listed by name in code-point order', async () => {
    const { here, there } = handles;
    // U+FF5E comes before U+1F600, whose first UTF-16 unit is smaller.
    const names = ['', ' a', '-a', 'A', 'A ', 'Z', '_', 'a', 'ab', 'b', 'e\u0301', 'z', 'é', 'ñ'];
    const ordered = [...names, '\ud7ff', '\uff5e', '\u{1f600}', '\u{1f600}a', '\u{10ffff}'];
    const { id: customerId } = await addedCustomer(here);
    for (const name of ordered.toReversed()) await addedPlant(here, { customerId, name });
    const listed = await all(there.plants.list(customerId));
    expect(listed.map(({ name }) => name)).toEqual(ordered);
  });
}

function changes(handles: TwoHandles): void {
  test('a list loses and repeats no other plant while plants are added and removed', async () => {
    const { here, there } = handles;
    const ordered = await addMany(here, 3_000);
    const { customerId } = ordered[0] as Plant;
    const walked: string[] = [];
    for await (const { name, id } of here.plants.list(customerId)) {
      walked.push(name);
      if (walked.length % 100 !== 0) continue;
      await there.plants.remove(customerId, id, anEntry());
      await addedPlant(there, { customerId, name: `${name} new` });
    }
    const old = walked.filter((name) => !name.endsWith('new'));
    expect(old).toEqual(ordered.map(({ name }) => name));
    expect(new Set(walked).size).toBe(walked.length);
  });
}
