import type { EarlierSubmission, Purchase, SubmissionKey } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { aChange, addedCustomer, anEntry, aPurchase, later } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

const LONG_AGO = later(-1_000_000);

function aSubmissionKey(fields: Partial<SubmissionKey> = {}): SubmissionKey {
  return { key: 'key', fingerprint: 'print', since: LONG_AGO, ...fields };
}

/** Adds a purchase of a customer, by default a new one, under a key. */
async function submitted(
  stores: Stores,
  key: SubmissionKey,
  fields: Partial<Purchase> = {},
): Promise<{ purchase: Purchase; earlier: EarlierSubmission | undefined }> {
  const customerId = fields.customerId ?? (await addedCustomer(stores)).id;
  const purchase = aPurchase(customerId, fields);
  const addition = { entry: anEntry(), key };
  const earlier = await stores.purchases.add(purchase, `["${purchase.id}"]`, addition);
  if (earlier === 'full') throw new Error('There is no bound.');
  return { purchase, earlier };
}

/** Asserts that a purchase is there with its series and history, or that nothing of it is. */
async function expectAdded({ purchases }: Stores, { id }: Purchase, added: boolean): Promise<void> {
  expect((await purchases.get(id))?.id).toBe(added ? id : undefined);
  expect(await purchases.series(id)).toBe(added ? `["${id}"]` : undefined);
  expect(await purchases.history(id)).toHaveLength(added ? 1 : 0);
}

/** The tests of adding under a submission key, and of purging such keys. */
export function purchaseSubmissions(open: OpenStores): void {
  const handles = openForSuite(open);
  repeating(handles);
  apart(handles);
  rejections(handles);
  atOneMoment(handles);
  expiring(handles);
  purging(open);
}

function repeating(handles: TwoHandles): void {
  test('a submission key adds the first purchase and returns it for the second, with its fingerprint', async () => {
    const { here, there } = handles;
    const fields = { requestId: null, rows: 35_136, user: 'someone' };
    const first = await submitted(here, aSubmissionKey({ fingerprint: 'first' }), fields);
    expect(first.earlier).toBeUndefined();
    expect(await there.purchases.get(first.purchase.id)).toEqual(first.purchase);
    await expectAdded(there, first.purchase, true);
    const { customerId } = first.purchase;
    const again = aSubmissionKey({ fingerprint: 'second' });
    for (const stores of [there, here]) {
      const { purchase, earlier } = await submitted(stores, again, { customerId, user: 'else' });
      expect(earlier).toEqual({ purchase: first.purchase, fingerprint: 'first' });
      await expectAdded(here, purchase, false);
    }
  });

  test('a submission key returns the earlier purchase in its current state', async () => {
    const { here, there } = handles;
    const { purchase } = await submitted(here, aSubmissionKey());
    const change = { status: 'completed', error: 'e' } as const;
    const changed = await here.purchases.update(purchase.id, (present) => aChange(present, change));
    const { customerId } = purchase;
    const { earlier } = await submitted(there, aSubmissionKey(), { customerId });
    expect(earlier?.purchase).toEqual(changed);
    expect(await there.purchases.submitted(customerId, aSubmissionKey())).toEqual(earlier);
  });

  test('a submission key recognises the same purchase when it is added again', async () => {
    const { here } = handles;
    const { purchase } = await submitted(here, aSubmissionKey());
    const { customerId, id } = purchase;
    const { earlier } = await submitted(here, aSubmissionKey(), { customerId, id });
    expect(earlier?.purchase).toEqual(purchase);
  });

  test('a submission is found by its customer and key while that has not expired', async () => {
    const { here, there } = handles;
    const { purchase } = await submitted(here, aSubmissionKey({ fingerprint: 'first' }));
    const { customerId, createdAt } = purchase;
    const find = (id: string, key: string, since: Date) =>
      there.purchases.submitted(id, { key, since });
    expect(await find(customerId, 'key', createdAt)).toEqual({ purchase, fingerprint: 'first' });
    const after = new Date(createdAt.getTime() + 1);
    expect(await find(customerId, 'key', after)).toBeUndefined();
    expect(await find(customerId, 'other', createdAt)).toBeUndefined();
    for (const id of [(await addedCustomer(here)).id, 'no id']) {
      expect(await find(id, 'key', createdAt)).toBeUndefined();
    }
  });

  test('submission keys are copied', async () => {
    const { here } = handles;
    const { purchase } = await submitted(here, aSubmissionKey());
    const copy = structuredClone(purchase);
    purchase.createdAt.setTime(0);
    const { customerId } = copy;
    const { earlier } = await submitted(here, aSubmissionKey(), { customerId });
    expect(earlier?.purchase).toEqual(copy);
    earlier?.purchase.createdAt.setTime(0);
    expect(await here.purchases.get(copy.id)).toEqual(copy);
    const since = copy.createdAt;
    const again = await submitted(here, aSubmissionKey({ since }), { customerId });
    expect(again.earlier).toBeDefined();
  });
}

function apart(handles: TwoHandles): void {
  test('submission keys are each customer’s own', async () => {
    const { here } = handles;
    for (let i = 0; i < 2; i += 1) {
      const { purchase, earlier } = await submitted(here, aSubmissionKey());
      expect(earlier).toBeUndefined();
      await expectAdded(here, purchase, true);
    }
  });

  test('submission keys are compared to the letter', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const keys = ['a', 'A', 'a ', ' a', 'a%', 'a_', '"a"', `${customerId}a`, 'x'.repeat(255)];
    for (const key of keys) {
      const { earlier } = await submitted(here, aSubmissionKey({ key }), { customerId });
      expect(earlier).toBeUndefined();
    }
    for (const key of keys) {
      const { earlier } = await submitted(there, aSubmissionKey({ key }), { customerId });
      expect(earlier).toBeDefined();
    }
  });

  test('submission keys do not affect submissions without one', async () => {
    const { here } = handles;
    const { purchase } = await submitted(here, aSubmissionKey());
    const other = aPurchase(purchase.customerId);
    const addition = { entry: anEntry() };
    expect(await here.purchases.add(other, `["${other.id}"]`, addition)).toBeUndefined();
    await expectAdded(here, other, true);
  });
}

function rejections(handles: TwoHandles): void {
  test('a submission key is not consumed by a purchase whose id is taken', async () => {
    const { here, there } = handles;
    const { purchase } = await submitted(here, aSubmissionKey());
    const { id, customerId } = purchase;
    const key = aSubmissionKey({ key: 'another' });
    expect(await codeOf(submitted(there, key, { id, customerId }))).toBe('already_exists');
    expect(await here.purchases.get(id)).toEqual(purchase);
    expect((await submitted(here, key, { customerId })).earlier).toBeUndefined();
  });

  test('a submission key is rejected for an unknown customer', async () => {
    const customerId = crypto.randomUUID();
    expect(await codeOf(submitted(handles.here, aSubmissionKey(), { customerId }))).toBe(
      'not_found',
    );
  });
}

function atOneMoment(handles: TwoHandles): void {
  test.each(['a new', 'an expired'])(
    'one of twenty purchases at once is added under %s key',
    async (state) => {
      const { here, there } = handles;
      const { id: customerId } = await addedCustomer(here);
      const first = await submitted(here, aSubmissionKey({ key: 'old' }), { customerId });
      const key = state === 'a new' ? 'fresh' : 'old';
      const results = await concurrently(20, (i) => {
        const wanted = aSubmissionKey({ key, fingerprint: `${i}`, since: later(1) });
        return submitted(i % 2 ? here : there, wanted, { customerId, createdAt: later(1) });
      });
      const added = results.filter(({ earlier }) => !earlier);
      expect(added).toHaveLength(1);
      const winner = added[0]?.purchase as Purchase;
      expect(winner.id).not.toBe(first.purchase.id);
      const fingerprint = `${results.findIndex(({ purchase }) => purchase === winner)}`;
      for (const { purchase, earlier } of results) {
        await expectAdded(here, purchase, purchase === winner);
        const expected = { purchase: winner, fingerprint };
        expect(earlier).toEqual(purchase === winner ? undefined : expected);
      }
    },
  );

  test('twenty purchases at once under twenty keys are all added', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const results = await concurrently(20, (i) => {
      return submitted(i % 2 ? here : there, aSubmissionKey({ key: `${i}` }), { customerId });
    });
    expect(results.filter(({ earlier }) => earlier)).toEqual([]);
  });

  test('a submission key that is purged at the same time is used once', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    // Before all others, so that no other test's keys are purged.
    const createdAt = later(-1_000);
    for (let round = 0; round < 10; round += 1) {
      const key = aSubmissionKey({ key: `${round}` });
      const first = await submitted(here, key, { customerId, createdAt });
      const [results] = await Promise.all([
        concurrently(8, (i) => submitted(i % 2 ? here : there, key, { customerId, createdAt })),
        there.purchases.purgeSubmissionKeys(later(-999), 100),
      ]);
      const added = [first, ...results.filter(({ earlier }) => !earlier)];
      const ids = added.map(({ purchase }) => purchase.id);
      expect(ids.length).toBeLessThanOrEqual(2);
      for (const { earlier } of results) expect(ids).toContain(earlier?.purchase.id ?? ids[1]);
    }
  });
}

function expiring(handles: TwoHandles): void {
  test.each([
    ['just before', 1, true],
    ['exactly', 0, false],
    ['after', -1, false],
  ])('a submission key is free again when it was used %s the time', async (_, ms, isFree) => {
    const { here, there } = handles;
    const old = await submitted(here, aSubmissionKey({ fingerprint: 'old' }));
    const { customerId } = old.purchase;
    const key = aSubmissionKey({ fingerprint: 'new', since: later(ms) });
    const { purchase, earlier } = await submitted(there, key, { customerId, createdAt: later(9) });
    await expectAdded(here, purchase, isFree);
    await expectAdded(here, old.purchase, true);
    expect(earlier?.fingerprint).toBe(isFree ? undefined : 'old');
    const next = await submitted(here, { ...key, fingerprint: 'x' }, { customerId });
    const expected = isFree ? purchase : old.purchase;
    const fingerprint = isFree ? 'new' : 'old';
    expect(next.earlier).toEqual({ purchase: expected, fingerprint });
  });
}

/** Each has a storage of its own, for the keys of all customers are purged. */
function purging(open: OpenStores): void {
  test('submission keys are purged in batches, and their purchases stay', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const other = await fixture.reopen();
    const { id: customerId } = await addedCustomer(stores);
    const all = [];
    for (let i = 0; i < 7; i += 1) {
      const key = aSubmissionKey({ key: `${i}` });
      all.push(await submitted(stores, key, { customerId, createdAt: later(i) }));
    }
    const purge = (limit: number) => other.purchases.purgeSubmissionKeys(later(5), limit);
    expect([await purge(3), await purge(3), await purge(3)]).toEqual([3, 2, 0]);
    for (const { purchase } of all) await expectAdded(stores, purchase, true);
    for (let i = 0; i < 7; i += 1) {
      const { earlier } = await submitted(stores, aSubmissionKey({ key: `${i}` }), { customerId });
      expect(earlier?.purchase.id).toBe(i < 5 ? undefined : all[i]?.purchase.id);
    }
  });
}
