import {
  PURCHASE_STATUSES,
  type Purchase,
  type PurchaseParties,
  type PurchaseQuery,
} from '@solano/domain/desk';
import { expect, test } from 'vitest';
import {
  aChange,
  addedCustomer,
  addedPurchase,
  anEntry,
  aPurchase,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

const MAX = 1_000;

/** Adds purchases of a customer of their own, in the order given. */
async function addAll(stores: Stores, fields: readonly Partial<Purchase>[]): Promise<Purchase[]> {
  const { id } = await addedCustomer(stores);
  const added = fields.map((each) => aPurchase(id, each));
  for (const purchase of added) await stores.purchases.add(purchase, '[1]', { entry: anEntry() });
  return added;
}

/** The query for all purchases of the first one's user. */
function queryOf([first]: readonly Purchase[], fields: Partial<PurchaseQuery> = {}): PurchaseQuery {
  const { customerId, user } = first as Purchase;
  return { customerId, user, limit: MAX, ...fields };
}

/** All pages of a list, concatenated. */
async function walk({ purchases }: Stores, query: PurchaseQuery): Promise<Purchase[]> {
  const walked: Purchase[] = [];
  for (;;) {
    const after = walked.at(-1);
    const page = await purchases.list({ ...query, ...(after && { after }) });
    expect(page.length).toBeLessThanOrEqual(query.limit);
    walked.push(...page);
    // A cursor that does not advance would loop for ever.
    expect(walked.length).toBeLessThan(MAX);
    if (page.length < query.limit) return walked;
  }
}

function newestFirst(purchases: readonly Purchase[]): Purchase[] {
  return purchases.toSorted((a, b) => {
    return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
  });
}

/** The tests of `list`, `parties` and `count`. */
export function purchaseLists(open: OpenStores): void {
  const handles = openForSuite(open);
  owners(handles);
  filters(handles);
  paging(handles);
  parties(handles);
  counts(open);
}

function parties(handles: TwoHandles): void {
  const byText = (all: readonly PurchaseParties[]) =>
    all.map(({ user, retailer }) => JSON.stringify([user, retailer])).sort();

  test('each user and retailer of a customer is named once', async () => {
    const { here, there } = handles;
    const pairs = ['a', 'A', 'a ', 'caf\u00e9', 'cafe\u0301', '🌞'].flatMap((user) => {
      return ['x', 'X', 'x '].map((retailer) => ({ user, retailer }));
    });
    const [one] = await addAll(here, [...pairs, ...pairs, ...pairs.toReversed()]);
    await addAll(here, [{ user: 'another', retailer: 'customer' }]);
    const found = await there.purchases.parties((one as Purchase).customerId, 100);
    expect(byText(found)).toEqual(byText(pairs));
    expect(Object.keys(found[0] as object).sort()).toEqual(['retailer', 'user']);
  });

  test('no more users and retailers are named than requested', async () => {
    const { here, there } = handles;
    const pairs = Array.from({ length: 7 }, (_, i) => ({ user: `u${i}`, retailer: 'r' }));
    const [one] = await addAll(here, pairs);
    const { customerId } = one as Purchase;
    expect(await there.purchases.parties(customerId, 3)).toHaveLength(3);
    expect(await there.purchases.parties(customerId, 7)).toHaveLength(7);
  });

  test('no user and retailer is named where there is no purchase', async () => {
    const { id } = await addedCustomer(handles.here);
    expect(await handles.here.purchases.parties(id, 9)).toEqual([]);
  });

  test.each(UNKNOWN_IDS)('no user and retailer of %s is named', async (_, text) => {
    await addedPurchase(handles.here);
    expect(await handles.here.purchases.parties(text, 9)).toEqual([]);
  });
}

function owners(handles: TwoHandles): void {
  test('the list is empty where there is nothing', async () => {
    const { id: customerId } = await addedCustomer(handles.here);
    expect(await handles.here.purchases.list({ customerId, user: 'u', limit: 9 })).toEqual([]);
  });

  test.each(UNKNOWN_IDS)('the list is empty for %s', async (_, text) => {
    const { here } = handles;
    const purchase = await addedPurchase(here);
    const query = queryOf([purchase]);
    expect(await here.purchases.list({ ...query, customerId: text })).toEqual([]);
    expect(await here.purchases.list({ ...query, user: text })).toEqual([]);
    expect(await here.purchases.list({ ...query, retailer: text })).toEqual([]);
  });

  test.each(ODD_TEXTS)(
    'the list compares users and retailers to the letter: %s',
    async (_, text) => {
      const { here, there } = handles;
      const texts = { user: text, retailer: text };
      const [one] = await addAll(here, [texts, { ...texts, user: `${text} ` }]);
      const query = queryOf([one as Purchase], { retailer: text });
      expect(await there.purchases.list(query)).toEqual([one]);
      expect(await there.purchases.list({ ...query, retailer: `${text} ` })).toEqual([]);
    },
  );

  test('the list is of one customer and one user', async () => {
    const { here, there } = handles;
    const users = ['a', 'A', 'a ', 'b', 'ab', 'caf\u00e9', 'cafe\u0301'];
    const added = await addAll(
      here,
      users.map((user) => ({ user })),
    );
    await addAll(
      here,
      users.map((user) => ({ user })),
    );
    for (const purchase of added) {
      expect(await there.purchases.list(queryOf([purchase]))).toEqual([purchase]);
    }
  });

  test('the list finds a user whose name is long', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(20_000));
    const user = Array.from(bytes, (byte) => byte.toString(16)).join('');
    const added = await addAll(handles.here, [{ user }, { user: `${user}a` }]);
    expect(await handles.there.purchases.list(queryOf(added))).toEqual([added[0]]);
  });
}

function filters(handles: TwoHandles): void {
  test('the list filters by the current status', async () => {
    const { here, there } = handles;
    const fields = PURCHASE_STATUSES.map((status, i) => ({ status, createdAt: later(-i) }));
    const added = await addAll(here, fields);
    const [failed, pending, inProgress] = added as [Purchase, Purchase, Purchase];
    const found = (statuses?: PurchaseQuery['statuses']) => {
      return there.purchases.list(queryOf(added, statuses && { statuses }));
    };
    expect(await found()).toEqual(added);
    expect(await found(PURCHASE_STATUSES)).toEqual(added);
    expect(await found(['in_progress', 'failed'])).toEqual([failed, inProgress]);
    expect(await found([])).toEqual([]);
    const settle = (present: Purchase) => aChange(present, { status: 'completed' });
    const settled = await here.purchases.update(pending.id, settle);
    expect(await found(['pending'])).toEqual([]);
    expect(await found(['completed'])).toEqual([settled, added[3]]);
  });

  test.each([
    [undefined, undefined, [4, 3, 2, 1, 0]],
    [2, undefined, [4, 3, 2]],
    [undefined, 2, [1, 0]],
    [1, 4, [3, 2, 1]],
    [2, 2, []],
    [3, 1, []],
    [5, undefined, []],
  ])('the list filters by time from %s to before %s', async (from, to, expected) => {
    const { here, there } = handles;
    const added = await addAll(
      here,
      [0, 1, 2, 3, 4].map((ms) => ({ createdAt: later(ms) })),
    );
    const query = queryOf(added, {
      ...(from !== undefined && { from: later(from) }),
      ...(to !== undefined && { to: later(to) }),
    });
    expect(await there.purchases.list(query)).toEqual(expected.map((i) => added[i]));
  });

  test('the list combines all filters', async () => {
    const { here, there } = handles;
    const wanted = { retailer: 'r', status: 'failed', createdAt: later(2) } as const;
    const added = await addAll(here, [
      wanted,
      { ...wanted, retailer: 'R' },
      { ...wanted, status: 'pending' },
      { ...wanted, createdAt: later(0) },
      { ...wanted, createdAt: later(3) },
      { ...wanted, user: 'other' },
      wanted,
    ]);
    const window = { from: later(1), to: later(3) };
    const query = queryOf(added, { retailer: 'r', statuses: ['failed'], ...window });
    const expected = newestFirst([added[0], added[6]] as Purchase[]);
    expect(await there.purchases.list(query)).toEqual(expected);
    expect(await walk(there, { ...query, limit: 1 })).toEqual(expected);
  });
}

function paging(handles: TwoHandles): void {
  test.each([1, 4, 7, 25, 26])(
    'the list loses and repeats nothing in pages of %d',
    async (limit) => {
      const { here, there } = handles;
      const fields = Array.from({ length: 25 }, (_, i) => ({ createdAt: later(i % 3) }));
      const added = await addAll(here, fields);
      expect(await walk(there, queryOf(added, { limit }))).toEqual(newestFirst(added));
    },
  );

  test('the list continues after a purchase that was deleted', async () => {
    const { here } = handles;
    const added = await addAll(
      here,
      [0, 1, 2].map((ms) => ({ createdAt: later(ms) })),
    );
    const [oldest, middle] = added as [Purchase, Purchase];
    const min = { createdAt: later(2), id: '00000000-0000-0000-0000-000000000000' };
    expect(await here.purchases.list(queryOf(added, { after: min }))).toEqual([middle, oldest]);
    const after = { createdAt: later(0), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    expect(await here.purchases.list(queryOf(added, { after }))).toEqual([oldest]);
    expect(await here.purchases.list(queryOf(added, { after, from: later(1) }))).toEqual([]);
  });

  test('the list keeps its order when purchases change or newer ones are added', async () => {
    const { here, there } = handles;
    const added = await addAll(
      here,
      [0, 1, 2, 3].map((ms) => ({ createdAt: later(ms) })),
    );
    const query = queryOf(added, { limit: 2 });
    const first = await there.purchases.list(query);
    await here.purchases.add(aPurchase(query.customerId, { createdAt: later(9) }), '[]', {
      entry: anEntry(),
    });
    for (const { id } of added) await here.purchases.update(id, (present) => aChange(present));
    const second = await there.purchases.list({ ...query, after: first[1] as Purchase });
    const ids = [...first, ...second].map(({ id }) => id);
    expect(ids).toEqual(newestFirst(added).map(({ id }) => id));
  });

  test('the list returns copies', async () => {
    const { here } = handles;
    const [kept] = await addAll(here, [{}]);
    const [purchase] = await here.purchases.list(queryOf([kept as Purchase]));
    purchase?.createdAt.setTime(0);
    Object.assign(purchase ?? {}, { user: 'changed' });
    expect(await here.purchases.list(queryOf([kept as Purchase]))).toEqual([kept]);
  });
}

/** With a storage of its own, for all customers are counted. */
function counts(open: OpenStores): void {
  test('the count of a status is of every customer', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const other = await fixture.reopen();
    const count = () => Promise.all(PURCHASE_STATUSES.map((each) => other.purchases.count(each)));
    expect(await count()).toEqual([0, 0, 0, 0]);
    await addAll(stores, [{ status: 'failed' }, {}, {}]);
    const { id } = await addedPurchase(stores, {});
    expect(await count()).toEqual([1, 3, 0, 0]);
    await stores.purchases.update(id, (present) => aChange(present, { status: 'in_progress' }));
    expect(await count()).toEqual([1, 2, 1, 0]);
  });
}
