import { SOURCE } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { Customer, CustomerStore } from './customer.ts';
import { addCustomer, requireCustomer, setPermission } from './customer.ts';

const customer = (id: string, name: string): Customer => ({
  id,
  name,
  folder: name,
  permissions: [],
});

const clock = () => new Date('2026-11-21T10:00:00Z');

function storeOf(...customers: Customer[]) {
  const kept = [...customers];
  const store: CustomerStore = {
    async add(added) {
      if (kept.some(({ name }) => name === added.name)) {
        throw new SolanoError('already_exists', 'taken');
      }
      kept.push(added);
    },
    get: async (id) => kept.find((each) => each.id === id),
    byName: async (name) => kept.find((each) => each.name === name),
    list: async () => kept,
    async updatePermissions(id, change) {
      const at = kept.findIndex((each) => each.id === id);
      const found = kept[at];
      if (!found) return undefined;
      kept[at] = { ...found, permissions: change(found.permissions) };
      return kept[at];
    },
  };
  return { store, kept };
}

describe('adding a customer', () => {
  const add = (name: string, options?: { withoutFolder?: boolean }) => {
    const { store, kept } = storeOf(customer('c0', 'Taken'));
    return {
      kept,
      answer: addCustomer({ customers: store, newId: () => 'c1', clock }, SOURCE, name, options),
    };
  };

  test.each(['Eólica S.A.', 'a/b', '..', '風', 'x'.repeat(255), '🌞'.repeat(255)])(
    '%s gets a folder of its own name and no permission',
    async (name) => {
      const { kept, answer } = add(name);
      const expected = { id: 'c1', name, folder: name, permissions: [] };
      expect(await answer).toEqual(expected);
      expect(kept[1]).toEqual(expected);
    },
  );

  test('without a folder has none', async () => {
    expect(await add('Sol', { withoutFolder: true }).answer).toMatchObject({ folder: null });
  });

  test.each(['', '  ', 'a\0b', '\ud800', 'x'.repeat(256), '🌞'.repeat(256)])(
    'the name %j is rejected',
    async (name) => {
      const { kept, answer } = add(name);
      await expect(answer).rejects.toMatchObject({ code: 'invalid_request' });
      expect(kept).toHaveLength(1);
    },
  );

  test('a name twice is rejected', async () => {
    await expect(add('Taken').answer).rejects.toMatchObject({ code: 'already_exists' });
  });
});

describe('naming a customer', () => {
  const { store } = storeOf(customer('c1', 'Sol'), customer('c2', 'Eolo'));

  test.each([
    ['Sol', 'c1'],
    ['c2', 'c2'],
  ])('%s is %s', async (nameOrId, id) => {
    expect((await requireCustomer(store, nameOrId)).id).toBe(id);
  });

  test.each(['sol', 'c3', ''])('%j is nobody', async (nameOrId) => {
    await expect(requireCustomer(store, nameOrId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a permission', () => {
  test('is granted once, however often, and revoked', async () => {
    const { store } = storeOf(customer('c1', 'Sol'), customer('c2', 'Eolo'));
    expect(
      (await setPermission({ customers: store, clock }, SOURCE, 'Sol', 'prices', true)).permissions,
    ).toEqual(['prices']);
    expect(
      (await setPermission({ customers: store, clock }, SOURCE, 'c1', 'prices', true)).permissions,
    ).toEqual(['prices']);
    expect((await requireCustomer(store, 'Eolo')).permissions).toEqual([]);
    expect(
      (await setPermission({ customers: store, clock }, SOURCE, 'Sol', 'prices', false))
        .permissions,
    ).toEqual([]);
    expect(
      (await setPermission({ customers: store, clock }, SOURCE, 'Sol', 'prices', false))
        .permissions,
    ).toEqual([]);
  });

  test.each([
    ['Sol', 'forecasts', 'invalid_request'],
    ['Sol', '', 'invalid_request'],
    ['Nobody', 'prices', 'not_found'],
  ])('of %s to %j is rejected', async (name, permission, code) => {
    const { store, kept } = storeOf(customer('c1', 'Sol'));
    await expect(
      setPermission({ customers: store, clock }, SOURCE, name, permission, true),
    ).rejects.toMatchObject({
      code,
    });
    expect(kept).toEqual([customer('c1', 'Sol')]);
  });
});
