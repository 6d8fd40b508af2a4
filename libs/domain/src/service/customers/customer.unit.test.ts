import { SOURCE } from '@solano/domain/contracts';
import { MemoryCustomerStore, MemoryDatabase } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { addCustomer, type Customer, requireCustomer, setPermission } from './customer.ts';

const customer = (id: string, name: string): Customer => ({
  id,
  name,
  folder: name,
  permissions: [],
});

const clock = () => new Date('2026-11-21T10:00:00Z');

function storeOf(...customers: Customer[]) {
  const database = new MemoryDatabase();
  for (const each of customers) database.customers.set(each.id, each);
  const stored = () => [...database.customers.values()];
  return { store: new MemoryCustomerStore(database), stored };
}

describe('adding a customer', () => {
  const add = (name: string, options?: { withoutFolder?: boolean }) => {
    const { store, stored } = storeOf(customer('c0', 'Taken'));
    return {
      stored,
      added: addCustomer({ customers: store, newId: () => 'c1', clock }, SOURCE, name, options),
    };
  };

  test.each(['Eólica S.A.', 'a/b', '..', '風', 'x'.repeat(255), '🌞'.repeat(255)])(
    'the customer %s gets a folder of its own name and no permission',
    async (name) => {
      const { stored, added } = add(name);
      const expected = { id: 'c1', name, folder: name, permissions: [] };
      expect(await added).toEqual(expected);
      expect(stored()[1]).toEqual(expected);
    },
  );

  test('the folder is left out on request', async () => {
    expect(await add('Sol', { withoutFolder: true }).added).toMatchObject({ folder: null });
  });

  test.each(['', '  ', 'a\0b', '\ud800', 'x'.repeat(256), '🌞'.repeat(256)])(
    'the name %j is rejected for a customer',
    async (name) => {
      const { stored, added } = add(name);
      await expect(added).rejects.toMatchObject({ code: 'invalid_request' });
      expect(stored()).toHaveLength(1);
    },
  );

  test.each(['market', 'weather', 'MARKET', 'Weather', 'solano-doctor.txt', '.solano-incoming'])(
    'the name %s, under which the service keeps objects of its own, is rejected',
    async (name) => {
      const { stored, added } = add(name, { withoutFolder: true });
      const message = `The name ${name} is reserved: the service keeps objects of its own under it.`;
      await expect(added).rejects.toMatchObject({ code: 'invalid_request', message });
      expect(stored()).toHaveLength(1);
    },
  );

  test.each(['markets', ' market', 'mar%6Bet', 'mar\u212Aet', 'market/omie'])(
    'the name %j is accepted, because its folder is another',
    async (name) => {
      expect(await add(name).added).toMatchObject({ folder: name });
    },
  );

  test('a name that is taken is rejected', async () => {
    await expect(add('Taken').added).rejects.toMatchObject({ code: 'already_exists' });
  });
});

describe('finding a customer', () => {
  const { store } = storeOf(customer('c1', 'Sol'), customer('c2', 'Eolo'));

  test.each([
    ['Sol', 'c1'],
    ['c2', 'c2'],
  ])('a lookup of %s finds the customer %s', async (nameOrId, id) => {
    expect((await requireCustomer(store, nameOrId)).id).toBe(id);
  });

  test.each(['sol', 'c3', ''])('a lookup of %j finds no customer', async (nameOrId) => {
    await expect(requireCustomer(store, nameOrId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a permission', () => {
  test('a permission is granted once, however often, and revoked', async () => {
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
  ])('a permission cannot be granted to %s as %j', async (name, permission, code) => {
    const { store, stored } = storeOf(customer('c1', 'Sol'));
    await expect(
      setPermission({ customers: store, clock }, SOURCE, name, permission, true),
    ).rejects.toMatchObject({
      code,
    });
    expect(stored()).toEqual([customer('c1', 'Sol')]);
  });
});
