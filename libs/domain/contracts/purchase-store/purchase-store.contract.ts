import { PURCHASE_STATUSES, type Purchase } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import {
  aChange,
  addedCustomer,
  addedPurchase,
  all,
  anEntry,
  aPurchase,
  EXACT_JSON,
  INSTANT,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';
import { deliveredPurchases } from './delivered.ts';
import { purchaseDeliveries } from './deliveries.ts';
import { purchaseLists } from './lists.ts';
import { purchaseOutputs } from './outputs.ts';
import { pastPurchases } from './past.ts';
import { purchaseSubmissions } from './submissions.ts';
import { purchaseWalk } from './walk.ts';

/** What every PurchaseStore does. */
export function purchaseStoreContract(name: string, open: OpenStores): void {
  describe(`PurchaseStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('series', () => {
      series(handles);
    });
    describe('rejections', () => {
      rejections(handles);
    });
    describe('update', () => {
      update(handles);
    });
    describe('rollback', () => {
      rollback(handles);
    });
    describe('history', () => {
      history(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
    describe('outputs', () => {
      purchaseOutputs(handles);
    });
    describe('deliveries', () => {
      purchaseDeliveries(handles);
    });
    describe('purchases of the past', () => {
      pastPurchases(handles);
    });
    describe('purchases by delivery', () => {
      deliveredPurchases(handles);
    });
    describe('submission keys', () => {
      purchaseSubmissions(open);
    });
    describe('list', () => {
      purchaseLists(open);
    });
    describe('walk in the order of creation', () => {
      purchaseWalk(open);
    });
  });
}

function lookUp(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('texts are kept to the letter: %s', async (_, text) => {
    const texts = { user: text, retailer: text, error: text, requestId: text };
    const purchase = await addedPurchase(handles.here, texts);
    expect(await handles.there.purchases.get(purchase.id)).toEqual(purchase);
  });

  test.each(PURCHASE_STATUSES)('status %s, rows and both instants are kept', async (status) => {
    const fields = { status, rows: 35_136, createdAt: later(1), updatedAt: later(999) };
    const purchase = await addedPurchase(handles.here, fields);
    const { purchases } = handles.there;
    expect(await purchases.get(purchase.id)).toEqual(purchase);
    expect(await purchases.read(purchase.id)).toEqual({ purchase, outputs: [] });
  });

  test.each([null, ''])('the request id %j is kept', async (requestId) => {
    const purchase = await addedPurchase(handles.here, { requestId });
    const { purchases } = handles.there;
    expect(await purchases.get(purchase.id)).toEqual(purchase);
    expect(await purchases.update(purchase.id, () => undefined)).toEqual(purchase);
  });

  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { purchases } = handles.here;
    expect(await purchases.get(id)).toBeUndefined();
    expect(await purchases.series(id)).toBeUndefined();
    expect(await purchases.read(id)).toBeUndefined();
    expect(await purchases.read(id, 1)).toBeUndefined();
    expect(await purchases.readWithSeries(id)).toBeUndefined();
    expect(await purchases.history(id)).toEqual([]);
    const change = () => expect.unreachable('there is nothing to change');
    expect(await purchases.update(id, change)).toBeUndefined();
  });

  test('ids are compared to the letter', async () => {
    const id = `abcdefab-cdef-4abc-8def-${crypto.randomUUID().slice(-12)}`;
    await addedPurchase(handles.here, { id });
    expect(await handles.here.purchases.get(id.toUpperCase())).toBeUndefined();
    expect(await handles.here.purchases.get(` ${id}`)).toBeUndefined();
  });
}

function series(handles: TwoHandles): void {
  test('a series is kept to the letter', async () => {
    const { id } = await addedPurchase(handles.here, {}, EXACT_JSON);
    expect(await handles.there.purchases.series(id)).toBe(EXACT_JSON);
  });

  test('a series is read with its purchase', async () => {
    const { here, there } = handles;
    const purchase = await addedPurchase(here, {}, EXACT_JSON);
    const found = await there.purchases.readWithSeries(purchase.id);
    expect(found).toEqual({ purchase, series: EXACT_JSON });
  });

  test.each([undefined, { key: 'k', fingerprint: 'f', since: new Date(0) }])(
    'a series keeps the forecast that it came from: under the key %j',
    async (key) => {
      const { here, there } = handles;
      const { id: customerId } = await addedCustomer(here);
      const times = { deliversFrom: new Date(0), deliversTo: new Date(1) };
      const purchase = aPurchase(customerId, times);
      const forecast = '{"day": "2026-11-27", "ñ": [1.50]}';
      const addition = { entry: anEntry(), forecast, ...(key && { key }) };
      await here.purchases.add(purchase, EXACT_JSON, addition);
      const found = await there.purchases.readWithSeries(purchase.id);
      expect(found).toEqual({ purchase, series: EXACT_JSON, forecast });
      const window = { from: new Date(0), to: new Date(1) };
      const delivered = await all(there.purchases.delivered(customerId, purchase, window));
      expect(delivered.map((each) => each.forecast)).toEqual([forecast]);
    },
  );

  test('a series may have 35,136 items', async () => {
    const items = Array.from({ length: 35_136 }, (_, i) => {
      return `{"datetime": "2026-01-01 00:15", "purchase": ${i}.${i % 10}0}`;
    });
    const text = `[${items.join(', ')}]`;
    const { id } = await addedPurchase(handles.here, {}, text);
    expect((await handles.there.purchases.series(id)) === text).toBe(true);
  });

  test('a series stays when the purchase changes', async () => {
    const { purchases } = handles.here;
    const { id } = await addedPurchase(handles.here, {}, EXACT_JSON);
    await purchases.update(id, (purchase) => aChange(purchase, { outputs: [] }));
    expect(await purchases.series(id)).toBe(EXACT_JSON);
  });
}

function rejections(handles: TwoHandles): void {
  test('an id that is taken is rejected', async () => {
    const { here, there } = handles;
    const purchase = await addedPurchase(here, {}, '[1]');
    const { id: other } = await addedCustomer(here);
    const second = aPurchase(other, { id: purchase.id, status: 'failed' });
    expect(await codeOf(there.purchases.add(second, '[2]', { entry: anEntry() }))).toBe(
      'already_exists',
    );
    expect(await here.purchases.get(purchase.id)).toEqual(purchase);
    expect(await here.purchases.series(purchase.id)).toBe('[1]');
    expect(await here.purchases.history(purchase.id)).toHaveLength(1);
  });

  test('a purchase of an unknown customer is rejected', async () => {
    const purchase = aPurchase(crypto.randomUUID());
    expect(await codeOf(handles.here.purchases.add(purchase, '[]', { entry: anEntry() }))).toBe(
      'not_found',
    );
    expect(await handles.here.purchases.get(purchase.id)).toBeUndefined();
  });
}

function update(handles: TwoHandles): void {
  test('an update of a purchase that was read before changes it, unless another came between', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const begin = async (known: Purchase | undefined) => {
      const toBegun = (each: Purchase) => {
        return each.status === 'pending' ? aChange(each, { status: 'in_progress' }) : undefined;
      };
      return (await here.purchases.update(id, toBegun, known))?.status;
    };
    const known = (await here.purchases.readWithSeries(id))?.purchase;
    expect(await begin(known)).toBe('in_progress');
    await there.purchases.update(id, (each) => aChange(each, { status: 'pending' }));
    const again = (await here.purchases.read(id))?.purchase;
    await there.purchases.update(id, (each) => aChange(each, { status: 'failed' }));
    expect(await begin(again)).toBe('failed');
    const statuses = (await here.purchases.history(id)).map(({ status }) => status);
    expect(statuses).toEqual(['pending', 'in_progress', 'pending', 'failed']);
  });

  test('an update writes status, error and time and nothing else', async () => {
    const { here, there } = handles;
    const purchase = await addedPurchase(here);
    const change = { status: 'failed', error: '💥 100%', updatedAt: later(7) } as const;
    const updated = await here.purchases.update(purchase.id, (present) => {
      expect(present).toEqual(purchase);
      return { ...change, source: 'customer', entry: anEntry() };
    });
    expect(updated).toEqual({ ...purchase, ...change });
    expect(await there.purchases.get(purchase.id)).toEqual(updated);
    expect(await there.purchases.read(purchase.id)).toEqual({ purchase: updated, outputs: [] });
  });

  test('an update keeps whether the purchase was settled until a change says otherwise', async () => {
    const { here, there } = handles;
    const purchase = await addedPurchase(here);
    const seen: unknown[] = [];
    for (const wasSettled of [undefined, true, undefined, false, undefined]) {
      const change = aChange(purchase, wasSettled === undefined ? {} : { wasSettled });
      const changed = await here.purchases.update(purchase.id, () => change);
      expect(await there.purchases.get(purchase.id)).toEqual(changed);
      seen.push(changed?.wasSettled);
    }
    expect(seen).toEqual([false, true, true, false, false]);
  });

  test('an update whose change is undefined leaves the record alone', async () => {
    const { here, there } = handles;
    const purchase = await addedPurchase(here);
    const updated = await here.purchases.update(purchase.id, (present) => {
      present.updatedAt.setTime(0);
      return undefined;
    });
    expect(updated).toEqual(purchase);
    expect(await there.purchases.get(purchase.id)).toEqual(purchase);
    expect(await there.purchases.history(purchase.id)).toHaveLength(1);
  });

  test('an update touches no other purchase', async () => {
    const { here, there } = handles;
    const [one, other] = [await addedPurchase(here), await addedPurchase(here)];
    await here.purchases.update(one.id, (purchase) => aChange(purchase, { status: 'completed' }));
    expect(await there.purchases.get(other.id)).toEqual(other);
    expect(await there.purchases.history(other.id)).toHaveLength(1);
  });

  test('an update loses none of twenty made at once', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const results = await concurrently(20, (i) => {
      return (i % 2 ? here : there).purchases.update(id, (purchase) => {
        return aChange(purchase, { error: `${purchase.error}<${i}>` });
      });
    });
    const { error } = (await here.purchases.get(id)) as Purchase;
    for (let i = 0; i < 20; i += 1) expect(error.split(`<${i}>`)).toHaveLength(2);
    expect(new Set(results.map((result) => result?.error)).size).toBe(20);
  });
}

function rollback(handles: TwoHandles): void {
  test('an update whose change throws changes nothing, and its error is rethrown', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const outputs = [{ idmodel: 1, json: '{"idmodel":1}' }];
    await here.purchases.update(id, (purchase) => aChange(purchase, { outputs }));
    const before = await there.purchases.read(id);
    const error = new RangeError('from the change');
    const rejected = here.purchases.update(id, (purchase) => {
      purchase.createdAt.setTime(0);
      Object.assign(purchase, aChange(purchase, { status: 'failed' }));
      throw error;
    });
    expect(await errorOf(rejected)).toBe(error);
    expect(await there.purchases.read(id)).toEqual(before);
    expect(await there.purchases.history(id)).toHaveLength(1);
  });

  test('an update that fails leaves the purchase fit to be updated, and the store too', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const error = new Error('from the change');
    const errors = await concurrently(20, () => {
      const rejected = here.purchases.update(id, () => {
        throw error;
      });
      return errorOf(rejected);
    });
    expect(errors.every((each) => each === error)).toBe(true);
    const change = (purchase: Purchase) => aChange(purchase, { error: 'again' });
    expect(await here.purchases.update(id, change)).toMatchObject({ error: 'again' });
    expect(await there.purchases.get(id)).toMatchObject({ error: 'again' });
  });
}

function history(handles: TwoHandles): void {
  test('the history begins with the status of the submission', async () => {
    const { id } = await addedPurchase(handles.here, { createdAt: INSTANT, updatedAt: later(9) });
    const opening = { status: 'pending', at: INSTANT, source: 'submission' };
    expect(await handles.there.purchases.history(id)).toEqual([opening]);
  });

  test('the history has new statuses with time and source, in the order of the changes', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    // The clocks of two processes differ, and two changes may fall into one millisecond.
    const changes = [
      { status: 'in_progress', at: later(50), source: 'workflow' },
      { status: 'completed', at: later(50), source: 'workflow' },
      { status: 'failed', at: later(20), source: 'customer' },
      { status: 'pending', at: later(20), source: 'customer' },
    ] as const;
    for (const { at, ...change } of changes) {
      await here.purchases.update(id, (present) => aChange(present, { ...change, updatedAt: at }));
    }
    expect((await there.purchases.history(id)).slice(1)).toEqual(changes);
  });

  test('the history has no entry for a status that stays', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    for (const status of ['pending', 'failed', 'failed', 'pending'] as const) {
      const change = { status, error: 'new', outputs: [], updatedAt: later(3) };
      await here.purchases.update(id, (purchase) => aChange(purchase, change));
    }
    const statuses = (await there.purchases.history(id)).map(({ status }) => status);
    expect(statuses).toEqual(['pending', 'failed', 'pending']);
  });

  test('the history has each of twenty changes made at once', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    await concurrently(20, (i) => {
      return (i % 2 ? here : there).purchases.update(id, (purchase) => {
        const status = purchase.status === 'pending' ? 'in_progress' : 'pending';
        return aChange(purchase, { status });
      });
    });
    const statuses = (await here.purchases.history(id)).map(({ status }) => status);
    const expected = statuses.map((_, i) => (i % 2 ? 'in_progress' : 'pending'));
    expect(statuses).toEqual(expected);
    expect(statuses).toHaveLength(21);
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (purchase: Purchase) => Promise<Purchase | undefined>> = {
    add: async (purchase) => purchase,
    get: ({ id }) => handles.here.purchases.get(id),
    read: async ({ id }) => (await handles.here.purchases.read(id))?.purchase,
    'update without a change': ({ id }) => handles.here.purchases.update(id, () => undefined),
    update: ({ id }) => {
      return handles.here.purchases.update(id, (present) => ({
        ...present,
        source: 'customer',
        entry: anEntry(),
      }));
    },
  };

  test.each(Object.entries(ways))(
    'purchases that %s accepts and returns are copies',
    async (_, way) => {
      const { purchases } = handles.here;
      const purchase = await addedPurchase(handles.here, { updatedAt: later(1) });
      const copy = structuredClone(purchase);
      const out = await way(purchase);
      out?.createdAt.setTime(0);
      out?.updatedAt.setTime(0);
      Object.assign(out ?? {}, { user: 'changed', status: 'failed' });
      expect(await purchases.get(copy.id)).toEqual(copy);
      expect(await purchases.history(copy.id)).toMatchObject([{ at: INSTANT, status: 'pending' }]);
    },
  );

  test('purchases are made of copies of what a change returns', async () => {
    const { purchases } = handles.here;
    const { id } = await addedPurchase(handles.here);
    const updatedAt = later(1);
    await purchases.update(id, (purchase) => aChange(purchase, { status: 'failed', updatedAt }));
    updatedAt.setTime(0);
    expect(await purchases.get(id)).toMatchObject({ updatedAt: later(1) });
    expect((await purchases.history(id))[1]).toMatchObject({ at: later(1) });
  });

  test('purchases that history and inStatus return are copies', async () => {
    const { purchases } = handles.here;
    const purchase = await addedPurchase(handles.here, { createdAt: later(-1_000_000) });
    const history = await purchases.history(purchase.id);
    const [cursor] = await purchases.inStatus(['pending'], INSTANT, undefined, 1);
    history[0]?.at.setTime(0);
    history.pop();
    expect(cursor?.id).toBe(purchase.id);
    cursor?.createdAt.setTime(0);
    expect(await purchases.get(purchase.id)).toEqual(purchase);
    expect(await purchases.history(purchase.id)).toMatchObject([{ at: later(-1_000_000) }]);
  });
}
