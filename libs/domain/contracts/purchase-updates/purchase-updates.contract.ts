import type { Purchase } from '@solano/domain/desk';
import { directUpdates, type PurchaseReport, type PurchaseUpdates } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { isTransient } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addedWebhook, anEntry, aPurchase, later, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import type { OpenStores, Stores } from '../stores.ts';

type UpdatedStores = Pick<Stores, 'customers' | 'purchases' | 'webhooks' | 'evaluations' | 'audit'>;

/** Disposing of it closes what it has opened. */
interface UpdatesFixture extends AsyncDisposable {
  readonly updates: PurchaseUpdates;
  /** The same where what the reports go to is not there. */
  readonly unavailable: PurchaseUpdates;
  /** Where the purchases are. */
  readonly stores: UpdatedStores;
}

type OpenUpdates = () => Promise<UpdatesFixture>;

const OUTPUTS = [
  { idmodel: 6, json: '{ "idmodel":6,"value":{}, "x":1.10 }' },
  { idmodel: 1.5, json: '{"idmodel":1.5,"value":{"MD":[]},"é":"🏭 \\u00e9"}' },
];
const EVALUATION = {
  figures: '{"models": [1.0, null]}',
  prices: '{"MD":[1,null, 2.5]}',
  deliveredAt: later(86_400_000).toISOString(),
};
const BEGUN: PurchaseReport = { status: 'in_progress', outputs: [] };
const COMPLETED: PurchaseReport = {
  status: 'completed',
  outputs: OUTPUTS,
  error: 'Model 3 left out: "🤷".\nAnd more.',
  evaluation: EVALUATION,
};

/** What every PurchaseUpdates does with what the workflow reports. */
export function purchaseUpdatesContract(name: string, open: OpenUpdates): void {
  describe(`PurchaseUpdates: ${name}`, () => {
    const fixture = {} as UpdatesFixture;
    let opened: UpdatesFixture | undefined;
    beforeAll(async () => {
      opened = await open();
      Object.assign(fixture, { ...opened });
    });
    afterAll(() => opened?.[Symbol.asyncDispose]());
    reports(fixture);
    failures(fixture);
  });
}

/** The suite for {@link directUpdates} over stores. */
export function directUpdatesContract(name: string, open: OpenStores): void {
  purchaseUpdatesContract(`direct, over ${name}`, async () => {
    const { stores, ...opened } = await open();
    const away = () => Promise.reject(new SolanoError('store_unavailable', 'Away.'));
    const over = (purchases: Stores['purchases']) =>
      directUpdates({
        purchases,
        webhooks: stores.webhooks,
        clock: () => new Date(),
        newId: () => crypto.randomUUID(),
        messageText: (message) => JSON.stringify(message),
      });
    const unavailable = over({ ...stores.purchases, update: away });
    return { ...opened, stores, updates: over(stores.purchases), unavailable };
  });
}

/** Adds a purchase of a customer with a webhook. */
async function added(
  { stores }: UpdatesFixture,
  fields: Partial<Purchase> = {},
): Promise<Purchase> {
  const { customerId } = await addedWebhook(stores as Stores);
  const purchase = aPurchase(customerId, fields);
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  return purchase;
}

function reports(fixture: UpdatesFixture): void {
  const statuses = async (id: string) =>
    (await fixture.stores.purchases.history(id)).map(({ status, source }) => [status, source]);

  test('a report of in_progress sets the status, and the workflow is its source', async () => {
    const { id, ...purchase } = await added(fixture);
    await fixture.updates.report({ id, ...purchase }, BEGUN);
    const found = await fixture.stores.purchases.get(id);
    expect(found).toMatchObject({ status: 'in_progress', error: '', wasSettled: false });
    expect(await statuses(id)).toEqual([
      ['pending', 'submission'],
      ['in_progress', 'workflow'],
    ]);
  });

  test.each(['user', '..', 'a/b?c#d%2F', '🏭⚡'])(
    'a report of completed stores outputs and evaluation to the letter for the user %j',
    async (user) => {
      const purchase = await added(fixture, { user });
      const { purchases, evaluations } = fixture.stores;
      await fixture.updates.report(purchase, COMPLETED);
      const found = await purchases.read(purchase.id);
      const { status, error } = COMPLETED;
      expect(found?.purchase).toMatchObject({ status, error, wasSettled: true });
      expect(found?.outputs).toEqual(OUTPUTS);
      expect(await evaluations.get(purchase.id)).toMatchObject({ figures: EVALUATION.figures });
      expect(await evaluations.prices(purchase.id)).toBe(EVALUATION.prices);
    },
  );

  test('a result adds a message for each webhook, in the same change', async () => {
    const purchase = await added(fixture);
    await fixture.updates.report(purchase, COMPLETED);
    const [webhook] = await fixture.stores.webhooks.ofPurchase(purchase.id);
    const sent = await fixture.stores.webhooks.deliveries(webhook?.id ?? '', 10);
    expect(sent.map(({ event }) => event)).toEqual(['purchase.completed']);
  });

  test.each(['order-7:a', null])('a report is audited with the request %j', async (requestId) => {
    const purchase = await added(fixture, { requestId });
    await fixture.updates.report(purchase, BEGUN);
    const query = {
      customerId: purchase.customerId,
      action: 'purchase.update',
      limit: 10,
    } as const;
    const entries = await fixture.stores.audit.list(query);
    const expected = requestId === null ? {} : { requestId };
    expect(entries).toMatchObject([{ actor: 'workflow', subject: purchase.id, ...expected }]);
  });

  test('a report of failed keeps the stored outputs', async () => {
    const purchase = await added(fixture);
    const { purchases } = fixture.stores;
    await purchases.update(purchase.id, (present) => {
      const { status, error } = present;
      const change = { updatedAt: later(1), source: 'customer', entry: anEntry() } as const;
      return { status, error, outputs: OUTPUTS, ...change };
    });
    await fixture.updates.report(purchase, { status: 'failed', outputs: [], error: 'No luck.' });
    const found = await purchases.read(purchase.id);
    expect(found?.purchase).toMatchObject({ status: 'failed', error: 'No luck.' });
    expect(found?.outputs).toEqual(OUTPUTS);
  });

  test('a settled purchase is left alone', async () => {
    const purchase = await added(fixture);
    await fixture.updates.report(purchase, COMPLETED);
    const before = await fixture.stores.purchases.read(purchase.id);
    await fixture.updates.report(purchase, BEGUN);
    await fixture.updates.report(purchase, { status: 'failed', outputs: [], error: 'Late.' });
    expect(await fixture.stores.purchases.read(purchase.id)).toEqual(before);
    expect(await statuses(purchase.id)).toHaveLength(2);
  });

  test('one of ten results reported at once is stored', async () => {
    const purchase = await added(fixture);
    await concurrently(10, () => fixture.updates.report(purchase, COMPLETED));
    expect(await statuses(purchase.id)).toEqual([
      ['pending', 'submission'],
      ['completed', 'workflow'],
    ]);
  });
}

function failures(fixture: UpdatesFixture): void {
  test('an unknown purchase is purchase_not_found', async () => {
    const [[, id] = ['', '']] = UNKNOWN_IDS;
    const report = fixture.updates.report({ id, user: 'user', requestId: null }, BEGUN);
    expect(await codeOf(report)).toBe('purchase_not_found');
  });

  test('a report that reaches nothing is a transient error, and changes nothing', async () => {
    const purchase = await added(fixture);
    const error = await errorOf(fixture.unavailable.report(purchase, COMPLETED));
    expect(['store_unavailable', 'report_unavailable']).toContain((error as SolanoError).code);
    expect(isTransient(error)).toBe(true);
    expect(await fixture.stores.purchases.get(purchase.id)).toEqual(purchase);
  });
}
