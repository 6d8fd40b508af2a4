import {
  type ApiKey,
  type KeyChange,
  MAX_VALID_KEYS,
  SCOPES,
  type Scope,
} from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import {
  addedCustomer,
  aKey,
  anEntry,
  INSTANT,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';
import { lastUsed } from './last-used.ts';

/** What every KeyStore does. */
export function keyStoreContract(name: string, open: OpenStores): void {
  describe(`KeyStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('rejections', () => {
      rejections(handles);
    });
    describe('update', () => {
      update(handles);
    });
    describe('successor', () => {
      successor(handles);
    });
    describe('limit', () => {
      limit(handles);
    });
    describe('uses', () => {
      lastUsed(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
  });
}

/** Adds a key of a customer of its own. */
async function addedKey({ here }: TwoHandles, fields: Partial<ApiKey> = {}): Promise<ApiKey> {
  const { id } = await addedCustomer(here);
  const key = aKey(id, fields);
  await here.keys.add(key, anEntry());
  return key;
}

function lookUp(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('a label is kept to the letter: %s', async (_, label) => {
    const key = await addedKey(handles, { label });
    expect(await handles.there.keys.get(key.id)).toEqual(key);
  });

  test('instants are kept to the millisecond', async () => {
    const ends = { expiresAt: later(1), revokedAt: later(2), lastUsedAt: later(3) };
    const key = await addedKey(handles, { createdAt: later(0), ...ends });
    expect(await handles.there.keys.get(key.id)).toEqual(key);
  });

  test.each([[[]], [['read']], [['prices', 'plants']], [[...SCOPES]]])(
    'a key keeps the scopes %j',
    async (scopes) => {
      const key = await addedKey(handles, { scopes: scopes as Scope[] });
      expect(await handles.there.keys.get(key.id)).toEqual(key);
      expect((await handles.there.keys.find(key.id))?.key).toEqual(key);
    },
  );

  test('a key is found with its customer as that is now', async () => {
    const { here, there } = handles;
    const customer = await addedCustomer(here, { folder: 'folder' });
    const key = aKey(customer.id);
    await here.keys.add(key, anEntry());
    expect(await there.keys.find(key.id)).toEqual({ key, customer });
    const changed = await here.customers.updatePermissions(
      customer.id,
      () => ['prices'],
      anEntry(),
    );
    expect(await there.keys.find(key.id)).toEqual({ key, customer: changed });
  });

  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { keys } = handles.here;
    expect(await keys.get(id)).toBeUndefined();
    expect(await keys.find(id)).toBeUndefined();
    expect(await keys.list(id)).toEqual([]);
  });

  test('ids that differ in upper and lower case are distinguished', async () => {
    const key = await addedKey(handles, { id: `k${crypto.randomUUID().replaceAll('-', '')}` });
    expect(await handles.here.keys.get(key.id.toUpperCase())).toBeUndefined();
  });

  test('a customer’s own keys are listed, oldest first, and those of all customers too', async () => {
    const { here, there } = handles;
    const [one, other] = [await addedCustomer(here), await addedCustomer(here)];
    const [second, third, first] = [2, 1_000, 1].map((ms) => {
      return aKey(one.id, { createdAt: later(ms) });
    }) as [ApiKey, ApiKey, ApiKey];
    for (const key of [second, third, first, aKey(other.id)]) await here.keys.add(key, anEntry());
    expect(await there.keys.list(one.id)).toEqual([first, second, third]);
    const every = await there.keys.listAll();
    expect(every.filter(({ customerId }) => customerId === one.id)).toEqual([first, second, third]);
    expect(every.map(({ customerId }) => customerId)).toContain(other.id);
  });
}

function rejections(handles: TwoHandles): void {
  test('an id that is taken, also by another customer, is rejected', async () => {
    const key = await addedKey(handles);
    const { id: other } = await addedCustomer(handles.here);
    const second = aKey(other, { id: key.id, label: 'second' });
    expect(await codeOf(handles.there.keys.add(second, anEntry()))).toBe('already_exists');
    expect(await handles.here.keys.get(key.id)).toEqual(key);
    expect(await handles.here.keys.list(other)).toEqual([]);
  });

  test('a key of an unknown customer is rejected', async () => {
    const key = aKey(crypto.randomUUID());
    expect(await codeOf(handles.here.keys.add(key, anEntry()))).toBe('not_found');
    expect(await handles.here.keys.get(key.id)).toBeUndefined();
  });
}

function limit(handles: TwoHandles): void {
  test('a customer has a hundred valid keys at most, also when more are added at once', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    const ends = [{ expiresAt: INSTANT }, { revokedAt: INSTANT }, { expiresAt: later(-1) }];
    for (const end of ends) await here.keys.add(aKey(id, end), anEntry());
    await here.keys.add(aKey((await addedCustomer(here)).id), anEntry());
    const codes = await concurrently(MAX_VALID_KEYS + 20, (i) => {
      const grace = { expiresAt: later(1), revokedAt: later(2) };
      return codeOf((i % 2 ? here : there).keys.add(aKey(id, i % 3 ? {} : grace), anEntry()));
    });
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_VALID_KEYS);
    expect(codes.filter((code) => code === 'limit_reached')).toHaveLength(20);
    expect(await here.keys.list(id)).toHaveLength(ends.length + MAX_VALID_KEYS);
  });

  test('a key at the limit can be replaced, but both are not valid', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    await concurrently(MAX_VALID_KEYS, () => here.keys.add(aKey(id), anEntry()));
    const [key] = (await there.keys.list(id)) as [ApiKey];
    const replace = (revokedAt: Date) =>
      here.keys.update(key.id, () => {
        return { expiresAt: null, revokedAt, successor: aKey(id), entry: anEntry() };
      });
    expect(await codeOf(replace(later(1)))).toBe('limit_reached');
    expect(await there.keys.get(key.id)).toEqual(key);
    await replace(INSTANT);
    expect(await there.keys.list(id)).toHaveLength(MAX_VALID_KEYS + 1);
  });
}

const NEVER = { expiresAt: null, revokedAt: null };

function update(handles: TwoHandles): void {
  test('an update changes expiry and revocation and nothing else', async () => {
    const { here, there } = handles;
    const fields: Partial<ApiKey> = { label: 'label', scopes: ['read'], lastUsedAt: later(4) };
    const key = await addedKey(handles, fields);
    const change = { expiresAt: later(5), revokedAt: later(6) };
    expect(await here.keys.update(key.id, () => ({ ...change, entry: anEntry() }))).toEqual({
      ...key,
      ...change,
    });
    expect(await there.keys.get(key.id)).toEqual({ ...key, ...change });
    await there.keys.update(key.id, () => ({ ...NEVER, entry: anEntry() }));
    expect(await here.keys.get(key.id)).toEqual(key);
  });

  test('an update passes the stored key to the change', async () => {
    const key = await addedKey(handles, { expiresAt: later(5) });
    await handles.there.keys.update(key.id, (present) => {
      expect(present).toEqual(key);
      return { ...present, entry: anEntry() };
    });
  });

  test.each(UNKNOWN_IDS)('an update does nothing for %s', async (_, id) => {
    const change = () => expect.unreachable('there is nothing to change');
    expect(await handles.here.keys.update(id, change)).toBeUndefined();
  });

  test('an update whose change throws changes nothing, and its error is rethrown', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const error = new RangeError('from the change');
    const rejected = here.keys.update(key.id, (present) => {
      present.createdAt.setTime(0);
      throw error;
    });
    expect(await errorOf(rejected)).toBe(error);
    expect(await there.keys.get(key.id)).toEqual(key);
    const revoked = { expiresAt: null, revokedAt: later(7) };
    expect(await here.keys.update(key.id, () => ({ ...revoked, entry: anEntry() }))).toEqual({
      ...key,
      ...revoked,
    });
  });

  test('an update loses none of twenty changes made at once', async () => {
    const { here, there } = handles;
    const { id } = await addedKey(handles, { expiresAt: INSTANT });
    await concurrently(20, (i) => {
      return (i % 2 ? here : there).keys.update(id, ({ expiresAt, revokedAt }) => ({
        expiresAt: new Date((expiresAt as Date).getTime() + 1),
        revokedAt,
        entry: anEntry(),
      }));
    });
    expect(await here.keys.get(id)).toMatchObject({ expiresAt: later(20) });
  });
}

function successor(handles: TwoHandles): void {
  const revoked = (fields: Partial<KeyChange>): KeyChange => ({
    expiresAt: null,
    revokedAt: later(9),
    entry: anEntry(),
    ...fields,
  });

  test('a successor is added with the change', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const next = aKey(key.customerId, { createdAt: later(1), label: 'next' });
    const changed = await here.keys.update(key.id, () => revoked({ successor: next }));
    expect(changed).toEqual({ ...key, revokedAt: later(9) });
    expect(await there.keys.list(key.customerId)).toEqual([changed, next]);
  });

  test.each(['its own', "another key's"])(
    'a successor with %s id changes nothing',
    async (whose) => {
      const { here, there } = handles;
      const [key, other] = [await addedKey(handles), await addedKey(handles)];
      const id = whose === 'its own' ? key.id : other.id;
      const next = aKey(key.customerId, { id, label: 'next' });
      const rejected = here.keys.update(key.id, () => revoked({ successor: next }));
      expect(await codeOf(rejected)).toBe('already_exists');
      expect(await there.keys.list(key.customerId)).toEqual([key]);
      expect(await there.keys.get(other.id)).toEqual(other);
    },
  );

  test('a successor for an unknown customer changes nothing', async () => {
    const key = await addedKey(handles);
    const next = aKey(crypto.randomUUID());
    const rejected = handles.here.keys.update(key.id, () => revoked({ successor: next }));
    expect(await codeOf(rejected)).toBe('not_found');
    expect(await handles.there.keys.get(key.id)).toEqual(key);
    expect(await handles.there.keys.get(next.id)).toBeUndefined();
  });

  test('one successor is added when twenty rotate a key at once', async () => {
    const { here, there } = handles;
    const key = await addedKey(handles);
    const used = new Error('rotated already');
    const errors = await concurrently(20, (i) => {
      const rotation = (i % 2 ? here : there).keys.update(key.id, ({ revokedAt }) => {
        if (revokedAt) throw used;
        return revoked({ successor: aKey(key.customerId) });
      });
      return errorOf(rotation);
    });
    expect(errors.filter((error) => error === used)).toHaveLength(19);
    expect(await here.keys.list(key.customerId)).toHaveLength(2);
  });
}

function copies(handles: TwoHandles): void {
  const unchanged = (key: ApiKey): KeyChange => ({ ...key, entry: anEntry() });
  const ways: Record<string, (key: ApiKey) => Promise<ApiKey | undefined>> = {
    add: async (key) => key,
    get: ({ id }) => handles.here.keys.get(id),
    find: async ({ id }) => (await handles.here.keys.find(id))?.key,
    list: async ({ customerId }) => (await handles.here.keys.list(customerId))[0],
    update: ({ id }) => handles.here.keys.update(id, unchanged),
  };

  test.each(Object.entries(ways))('keys that %s accepts and returns are copies', async (_, way) => {
    const ends = { expiresAt: later(1), revokedAt: later(2), lastUsedAt: later(3) };
    const key = await addedKey(handles, ends);
    const copy = structuredClone(key);
    spoil(await way(key));
    expect(await handles.here.keys.get(copy.id)).toEqual(copy);
  });

  test('keys are made of copies of what a change returns', async () => {
    const { keys } = handles.here;
    const key = await addedKey(handles);
    const next = aKey(key.customerId, { createdAt: later(1), expiresAt: later(2) });
    const change = { expiresAt: later(3), revokedAt: later(4), successor: next };
    const copy = structuredClone(change);
    await keys.update(key.id, () => ({ ...change, entry: anEntry() }));
    spoil(next);
    change.expiresAt.setTime(0);
    change.revokedAt.setTime(0);
    const { successor: keptNext, ...keptChange } = copy;
    expect(await keys.list(key.customerId)).toEqual([{ ...key, ...keptChange }, keptNext]);
  });

  test('the customer of a key that is found is a copy', async () => {
    const { here } = handles;
    const key = await addedKey(handles);
    Object.assign((await here.keys.find(key.id))?.customer ?? {}, { name: 'changed' });
    const customer = await here.customers.get(key.customerId);
    expect((await here.keys.find(key.id))?.customer).toEqual(customer);
    expect(customer?.name).not.toBe('changed');
  });
}

/** Changes all that can be changed in a key. */
function spoil(key: ApiKey | undefined): void {
  if (!key) return;
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  for (const instant of [createdAt, expiresAt, revokedAt, lastUsedAt]) instant?.setTime(0);
  (key.scopes as Scope[]).pop();
  Object.assign(key, { label: 'changed', digest: 'changed' });
}
