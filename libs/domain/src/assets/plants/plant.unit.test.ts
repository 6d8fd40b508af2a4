import { SOURCE } from '@solano/domain/contracts';
import { type Checked, FieldProblems, SolanoError } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryPlantStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { importPlants } from './import-plants.ts';
import type { Plant, PlantFields } from './plant.ts';
import { changePlant, createPlant, PLANT_DEFAULTS, removePlant, requirePlant } from './plant.ts';

const BEFORE = new Date('2026-11-20T10:00:00Z');
const NOW = new Date('2026-11-21T10:00:00Z');
const TAKEN = ['plant with this name already exists.'];
const NOT_FOUND = { code: 'not_found', message: 'Not found.' };

const fields: PlantFields = {
  ...PLANT_DEFAULTS,
  name: 'Alba',
  lat: '40.4167754',
  lon: '-3.7037902',
  installedCapacityMw: '50.000',
  nominalCapacityMw: '48.500',
  area: 'ES',
  technologyType: 'wind',
  agrupation: '',
  timezone: 'Europe/Madrid',
};

function aPlant(state: Partial<Plant>): Plant {
  const timestamps = { createdAt: BEFORE, updatedAt: BEFORE };
  return { ...fields, ...timestamps, id: 'p1', customerId: 'c1', ...state };
}

/** Some plants of the customer `c1`, and the plant `p9` of another. */
function serviceOf(...own: Partial<Plant>[]) {
  const other = aPlant({ id: 'p9', customerId: 'c2', name: 'Other' });
  const database = new MemoryDatabase();
  const customer = { folder: null, permissions: [] };
  database.customers.set('c1', { id: 'c1', name: 'Own', ...customer });
  for (const plant of [other, ...own.map(aPlant)]) database.plants.set(plant.id, plant);
  let made = 0;
  const newId = () => {
    made += 1;
    return `new${made}`;
  };
  const deps = { plants: new MemoryPlantStore(database), clock: () => NOW, newId };
  return { deps, all: () => [...database.plants.values()], other };
}

function good<T extends Partial<PlantFields>>(given: T): Checked<T> {
  return { fields: given, valid: given, problems: new FieldProblems() };
}

/** Fields of which one is bad, and `valid` are good. */
function bad(valid: Partial<PlantFields> = {}): Checked<PlantFields> {
  return { valid, problems: new FieldProblems().add('lat', 'A valid number is required.') };
}

function invalid(messages: Record<string, string[]>) {
  return { code: 'invalid_fields', fields: messages };
}

describe('creating a plant', () => {
  test('creating a plant stores the fields, with an id and the time', async () => {
    const { deps, all, other } = serviceOf();
    const created = await createPlant(deps, SOURCE, 'c1', good(fields));
    const timestamps = { createdAt: NOW, updatedAt: NOW };
    expect(created).toEqual({ ...fields, ...timestamps, id: 'new1', customerId: 'c1' });
    expect(all()).toEqual([other, created]);
  });

  test('creating a plant rejects a name that the customer has used', async () => {
    const { deps, all } = serviceOf({});
    const before = all();
    const created = createPlant(deps, SOURCE, 'c1', good(fields));
    await expect(created).rejects.toMatchObject(invalid({ name: TAKEN }));
    expect(all()).toEqual(before);
  });

  test.each(['alba', 'Alba ', 'Alb\u00e1', 'Alba\u0301'])(
    'creating a plant accepts %j as another name',
    async (name) => {
      const { deps } = serviceOf({});
      const created = createPlant(deps, SOURCE, 'c1', good({ ...fields, name }));
      await expect(created).resolves.toMatchObject({ name });
    },
  );

  test('creating a plant accepts a name that another customer has used', async () => {
    const { deps } = serviceOf();
    const created = createPlant(deps, SOURCE, 'c1', good({ ...fields, name: 'Other' }));
    await expect(created).resolves.toMatchObject({ name: 'Other', customerId: 'c1' });
  });

  test.each([
    ['a name that is taken', { name: 'Alba' }, { name: TAKEN }],
    ['a name that is free', { name: 'free' }, {}],
    ['a name of another customer', { name: 'Other' }, {}],
    ['no name', {}, {}],
  ])('creating a plant names all bad fields at once: with %s', async (_, valid, more) => {
    const { deps, all } = serviceOf({});
    const before = all();
    const messages = { lat: ['A valid number is required.'], ...more };
    const rejected = createPlant(deps, SOURCE, 'c1', bad(valid));
    await expect(rejected).rejects.toMatchObject(invalid(messages));
    expect(all()).toEqual(before);
  });
});

describe('changing a plant', () => {
  test('an update sets the named fields, and the time', async () => {
    const { deps, all, other } = serviceOf({});
    const changed = await changePlant(
      deps,
      SOURCE,
      'c1',
      'p1',
      good({ lat: '1.0000000', name: 'New' }),
    );
    expect(changed).toEqual(aPlant({ lat: '1.0000000', name: 'New', updatedAt: NOW }));
    expect(all()).toEqual([other, changed]);
  });

  test('an update may repeat the plant’s own name', async () => {
    const { deps } = serviceOf({});
    const changed = await changePlant(deps, SOURCE, 'c1', 'p1', good(fields));
    expect(changed).toEqual(aPlant({ updatedAt: NOW }));
  });

  test('an update may change no field', async () => {
    const { deps } = serviceOf({});
    expect(await changePlant(deps, SOURCE, 'c1', 'p1', good({}))).toEqual(
      aPlant({ updatedAt: NOW }),
    );
  });

  test('an update to the name of another plant is rejected', async () => {
    const { deps, all } = serviceOf({}, { id: 'p2', name: 'Berta' });
    const before = all();
    const changed = changePlant(deps, SOURCE, 'c1', 'p1', good({ name: 'Berta' }));
    await expect(changed).rejects.toMatchObject(invalid({ name: TAKEN }));
    expect(all()).toEqual(before);
  });

  test.each([
    ['the name of another', { name: 'Berta' }, { name: TAKEN }],
    ['its own name', { name: 'Alba' }, {}],
    ['a free name', { name: 'free' }, {}],
    ['no name', {}, {}],
  ])('an update names all bad fields at once: with %s', async (_, valid, more) => {
    const { deps } = serviceOf({}, { id: 'p2', name: 'Berta' });
    const messages = { lat: ['A valid number is required.'], ...more };
    const rejected = changePlant(deps, SOURCE, 'c1', 'p1', bad(valid));
    await expect(rejected).rejects.toMatchObject(invalid(messages));
  });

  test.each(['p9', 'p0', ''])(
    'an update does not find the plant %j, however bad the fields',
    async (id) => {
      const { deps, all } = serviceOf({});
      const before = all();
      await expect(changePlant(deps, SOURCE, 'c1', id, good(fields))).rejects.toMatchObject(
        NOT_FOUND,
      );
      await expect(changePlant(deps, SOURCE, 'c1', id, bad())).rejects.toMatchObject(NOT_FOUND);
      expect(all()).toEqual(before);
    },
  );

  test('an update does not find a plant that is deleted meanwhile', async () => {
    const { deps } = serviceOf({});
    Object.assign(deps.plants, { update: async () => undefined });
    const changed = changePlant(deps, SOURCE, 'c1', 'p1', good({}));
    await expect(changed).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('reading and removing a plant', () => {
  test('the owner of a plant reads and removes it', async () => {
    const { deps, all, other } = serviceOf({});
    expect(await requirePlant(deps.plants, 'c1', 'p1')).toEqual(aPlant({}));
    await removePlant(deps, SOURCE, 'c1', 'p1');
    expect(all()).toEqual([other]);
    await expect(removePlant(deps, SOURCE, 'c1', 'p1')).rejects.toMatchObject(NOT_FOUND);
  });

  test.each(['p9', 'p0', ''])('the plant %j is not found by reading and removing', async (id) => {
    const { deps } = serviceOf({});
    await expect(requirePlant(deps.plants, 'c1', id)).rejects.toMatchObject(NOT_FOUND);
    await expect(removePlant(deps, SOURCE, 'c1', id)).rejects.toMatchObject(NOT_FOUND);
  });
});

test('importing adds new plants and updates existing ones', async () => {
  const { deps, all, other } = serviceOf({}, { id: 'p2', name: 'Berta' });
  const last = { ...fields, name: 'Clara', area: 'the last counts' };
  const imported = [
    // What the file does not say stays as it is.
    { name: fields.name, changes: { area: 'PT' } },
    { name: 'Clara', fields: { ...fields, name: 'Clara' }, changes: {} },
    { name: last.name, fields: last, changes: {} },
  ];
  expect(await importPlants(deps, SOURCE, 'c1', imported)).toEqual({ added: 1, updated: 1 });
  expect(all().toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    aPlant({ area: 'PT', updatedAt: NOW }),
    aPlant({ id: 'p2', name: 'Berta' }),
    { ...last, id: expect.any(String), customerId: 'c1', createdAt: NOW, updatedAt: NOW },
    other,
  ]);
});

test('other errors of the store are rethrown unchanged', async () => {
  const { deps } = serviceOf({});
  const failure = new SolanoError('store_unavailable', 'gone');
  const fail = () => Promise.reject(failure);
  Object.assign(deps.plants, { add: fail, update: fail });
  await expect(createPlant(deps, SOURCE, 'c1', good(fields))).rejects.toBe(failure);
  await expect(changePlant(deps, SOURCE, 'c1', 'p1', good({}))).rejects.toBe(failure);
});
