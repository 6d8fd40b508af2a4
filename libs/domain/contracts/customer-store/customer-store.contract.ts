import type { Customer, Permission } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { aCustomer, addedCustomer, anEntry, ODD_TEXTS, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

/** What every CustomerStore does. */
export function customerStoreContract(name: string, open: OpenStores): void {
  describe(`CustomerStore: ${name}`, () => {
    test('a new store has no customers', async () => {
      await using fixture = await open();
      expect(await fixture.stores.customers.list()).toEqual([]);
    });
    const handles = openForSuite(open);
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('duplicates', () => {
      duplicates(handles);
    });
    describe('order', () => {
      order(handles);
    });
    describe('permissions', () => {
      permissions(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
  });
}

function lookUp(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('a name and folder are kept to the letter: %s', async (_, text) => {
    const { here, there } = handles;
    const customer = await addedCustomer(here, { name: text, folder: text });
    expect(await there.customers.get(customer.id)).toEqual(customer);
    expect(await there.customers.byName(text)).toEqual(customer);
  });

  test('permissions and a missing folder are kept', async () => {
    const { here, there } = handles;
    const customer = await addedCustomer(here, { folder: null, permissions: ['prices'] });
    expect(await there.customers.get(customer.id)).toEqual(customer);
  });

  test.each(['Name', 'name ', ' name', 'náme', 'na%', 'nam_', 'nam', 'name\0'])(
    'the name %j is not taken for another name',
    async (other) => {
      const { customers } = handles.here;
      if (!(await customers.byName('name'))) await addedCustomer(handles.here, { name: 'name' });
      expect(await customers.byName(other)).toBeUndefined();
    },
  );

  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { customers } = handles.here;
    expect(await customers.get(id)).toBeUndefined();
    expect(await customers.byName(id)).toBeUndefined();
  });
}

function duplicates(handles: TwoHandles): void {
  test('a name that is taken is rejected', async () => {
    const { here, there } = handles;
    const first = await addedCustomer(here);
    const second = aCustomer({ name: first.name });
    expect(await codeOf(there.customers.add(second, anEntry()))).toBe('already_exists');
    expect(await here.customers.byName(first.name)).toEqual(first);
    expect(await here.customers.get(second.id)).toBeUndefined();
  });

  test('an id that is taken is rejected', async () => {
    const { here, there } = handles;
    const first = await addedCustomer(here);
    const second = aCustomer({ id: first.id });
    expect(await codeOf(there.customers.add(second, anEntry()))).toBe('already_exists');
    expect(await here.customers.get(first.id)).toEqual(first);
    expect(await here.customers.byName(second.name)).toBeUndefined();
  });

  test('a name that twenty take at once is given to one', async () => {
    const { here, there } = handles;
    const { name } = aCustomer();
    const codes = await concurrently(20, (i) => {
      return codeOf((i % 2 ? here : there).customers.add(aCustomer({ name }), anEntry()));
    });
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'already_exists')).toHaveLength(19);
    const named = (await here.customers.list()).filter((customer) => customer.name === name);
    expect(named).toHaveLength(1);
  });
}

function order(handles: TwoHandles): void {
  test('customers are listed by name in code-point order', async () => {
    const { here, there } = handles;
    // U+FF5E comes before U+1F600, whose first UTF-16 unit is smaller.
    const endings = ['', ' a', '-a', 'A', 'Z', '_', 'a', 'ab', 'b', 'e\u0301', 'z', 'é', 'ñ'];
    const names = [...endings, '\ud7ff', '\uff5e', '\u{1f600}', '\u{10ffff}'].map(
      (ending) => `order${ending}`,
    );
    for (const name of names.toReversed()) await addedCustomer(here, { name });
    const listed = (await there.customers.list()).map(({ name }) => name);
    expect(listed.filter((name) => name.startsWith('order'))).toEqual(names);
  });
}

function permissions(handles: TwoHandles): void {
  const toggle = (held: readonly Permission[]): Permission[] => (held.length ? [] : ['prices']);

  test('permissions are replaced by those that the change returns', async () => {
    const { here, there } = handles;
    const customer = await addedCustomer(here);
    const changed = { ...customer, permissions: ['prices'] };
    expect(await here.customers.updatePermissions(customer.id, toggle, anEntry())).toEqual(changed);
    expect(await there.customers.byName(customer.name)).toEqual(changed);
    expect(await there.customers.updatePermissions(customer.id, toggle, anEntry())).toEqual(
      customer,
    );
    expect(await here.customers.get(customer.id)).toEqual(customer);
  });

  test.each(UNKNOWN_IDS)(
    'changing permissions of an unknown customer changes nothing: %s',
    async (_, id) => {
      const change = () => expect.unreachable('there is nothing to change');
      expect(await handles.here.customers.updatePermissions(id, change, anEntry())).toBeUndefined();
    },
  );

  test('permissions stay when the change throws, and its error is rethrown', async () => {
    const { here, there } = handles;
    const customer = await addedCustomer(here, { permissions: ['prices'] });
    const error = new RangeError('from the change');
    const rejected = here.customers.updatePermissions(
      customer.id,
      (held) => {
        (held as Permission[]).length = 0;
        throw error;
      },
      anEntry(),
    );
    expect(await errorOf(rejected)).toBe(error);
    expect(await there.customers.get(customer.id)).toEqual(customer);
    expect(await here.customers.updatePermissions(customer.id, toggle, anEntry())).toMatchObject({
      permissions: [],
    });
  });

  test('permissions lose none of twenty-one changes made at once', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    const results = await concurrently(21, (i) => {
      return (i % 2 ? here : there).customers.updatePermissions(id, toggle, anEntry());
    });
    const granted = results.filter((customer) => customer?.permissions.includes('prices'));
    expect(granted).toHaveLength(11);
    expect(await here.customers.get(id)).toMatchObject({ permissions: ['prices'] });
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (customer: Customer) => Promise<Customer | undefined>> = {
    add: async (customer) => customer,
    get: ({ id }) => handles.here.customers.get(id),
    byName: ({ name }) => handles.here.customers.byName(name),
    list: async ({ id }) => (await handles.here.customers.list()).find((each) => each.id === id),
    updatePermissions: ({ id }) =>
      handles.here.customers.updatePermissions(id, (held) => held, anEntry()),
  };

  test.each(Object.entries(ways))(
    'customers that %s accepts and returns are copies',
    async (_, way) => {
      const customer = await addedCustomer(handles.here, { permissions: ['prices'] });
      const copy = structuredClone(customer);
      const out = await way(customer);
      (out?.permissions as Permission[] | undefined)?.pop();
      Object.assign(out ?? {}, { name: 'changed' });
      expect(await handles.here.customers.get(copy.id)).toEqual(copy);
    },
  );

  test('permissions that a change returns are copied', async () => {
    const { customers } = handles.here;
    const { id } = await addedCustomer(handles.here);
    const given: Permission[] = [];
    await customers.updatePermissions(id, () => given, anEntry());
    given.push('prices');
    expect(await customers.get(id)).toMatchObject({ permissions: [] });
  });
}
