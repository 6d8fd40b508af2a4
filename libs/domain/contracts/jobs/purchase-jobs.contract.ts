import type { Purchase } from '@solano/domain/desk';
import {
  type AuditEntry,
  type Job,
  type JobQueue,
  MESSAGE_JOB,
  PURCHASE_JOB,
} from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import {
  aChange,
  aDelivery,
  addedCustomer,
  addedWebhook,
  anEntry,
  aPurchase,
  later,
} from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import type { Stores } from '../stores.ts';

/** Stores, and the queue of the jobs that they add. */
interface StoresWithQueue extends AsyncDisposable {
  readonly stores: Stores;
  readonly queue: JobQueue;
}

type OpenStoresWithQueue = () => Promise<StoresWithQueue>;

/** That a purchase, its jobs and its audit entries are stored together or not at all. */
export function purchaseJobsContract(name: string, open: OpenStoresWithQueue): void {
  describe(`the jobs of a PurchaseStore: ${name}`, () => {
    describe('a purchase that is added', () => {
      adding(open);
    });
    describe('a bound of what waits', () => {
      bound(open);
    });
    describe('a purchase that is changed', () => {
      changing(open);
    });
  });
}

/** Takes every job there is. */
async function jobsOf({
  queue,
}: StoresWithQueue): Promise<Pick<Job, 'kind' | 'subject' | 'lane'>[]> {
  const connection = await queue.open({ onWork() {}, onLost() {} });
  const claims = [PURCHASE_JOB, MESSAGE_JOB].map((kind) => {
    return { kind, limit: 100, concurrencyPerLane: Infinity, afterLane: '' };
  });
  const jobs = await connection.reportAndClaim({ ended: [], saved: [], due: [], claims });
  await connection.close();
  return jobs.map(({ kind, subject, lane }) => ({ kind, subject, lane }));
}

/** Claims the first job of a purchase there is, and reports that it has ended. */
async function endJob({ queue }: StoresWithQueue, { id }: Purchase): Promise<void> {
  const connection = await queue.open({ onWork() {}, onLost() {} });
  const claims = [{ kind: PURCHASE_JOB, limit: 1, concurrencyPerLane: Infinity, afterLane: '' }];
  const report = { ended: [], saved: [], due: [], claims: [] };
  await connection.reportAndClaim({ ...report, claims });
  await connection.reportAndClaim({ ...report, ended: [{ kind: PURCHASE_JOB, subject: id }] });
  await connection.close();
}

function entriesOf({ stores }: StoresWithQueue): Promise<AuditEntry[]> {
  return stores.audit.list({ action: 'purchase.submit', limit: 100 });
}

function entryOf({ id, customerId }: Purchase): AuditEntry {
  return anEntry({ action: 'purchase.submit', subject: id, customerId });
}

function jobOf({ id, customerId }: Purchase) {
  return { kind: PURCHASE_JOB, subject: id, lane: customerId };
}

function adding(open: OpenStoresWithQueue): void {
  test('a new purchase has a job in its customer’s lane, and one entry', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const purchase = aPurchase((await addedCustomer(stores)).id);
    await stores.purchases.add(purchase, '[]', { entry: entryOf(purchase) });
    expect(await jobsOf(fixture)).toEqual([jobOf(purchase)]);
    expect(await entriesOf(fixture)).toEqual([entryOf(purchase)]);
  });

  test('each of many purchases added at once has its own job and entry', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const { id } = await addedCustomer(stores);
    const purchases = await concurrently(30, async () => {
      const purchase = aPurchase(id);
      await stores.purchases.add(purchase, '[]', { entry: entryOf(purchase) });
      return purchase;
    });
    const subjects = (all: readonly { readonly subject: string }[]) =>
      all.map(({ subject }) => subject).toSorted();
    const ids = purchases.map((each) => each.id).toSorted();
    expect(subjects(await jobsOf(fixture))).toEqual(ids);
    expect(subjects(await entriesOf(fixture))).toEqual(ids);
  });

  test('a purchase that is added again under its key has no second job or entry', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const first = aPurchase((await addedCustomer(stores)).id);
    const second = aPurchase(first.customerId);
    const key = { key: 'k', fingerprint: 'f', since: later(-1) };
    for (const each of [first, second]) {
      await stores.purchases.add(each, '[]', { entry: entryOf(each), key });
    }
    expect(await jobsOf(fixture)).toEqual([jobOf(first)]);
    expect(await entriesOf(fixture)).toEqual([entryOf(first)]);
  });

  test.each<[string, (taken: Purchase) => Partial<Purchase>, Partial<AuditEntry>, string]>([
    ['whose id is taken', ({ id }) => ({ id }), {}, 'already_exists'],
    ['of nobody', () => ({ customerId: crypto.randomUUID() }), {}, 'not_found'],
    ['whose entry cannot be stored', () => ({}), { actor: 'a\ud800' }, 'invalid_request'],
  ])('a rejected purchase leaves neither job nor entry: %s', async (_, fields, entry, code) => {
    await using fixture = await open();
    const { stores } = fixture;
    const present = aPurchase((await addedCustomer(stores)).id);
    await stores.purchases.add(present, '[]', { entry: entryOf(present) });
    const purchase = aPurchase(present.customerId, fields(present));
    const key = { key: 'k', fingerprint: 'f', since: later(-1) };
    for (const keyed of [{}, { key }]) {
      const addition = { entry: { ...entryOf(purchase), ...entry }, ...keyed };
      expect(await codeOf(stores.purchases.add(purchase, '[]', addition))).toBe(code);
    }
    expect(await jobsOf(fixture)).toEqual([jobOf(present)]);
    expect(await entriesOf(fixture)).toEqual([entryOf(present)]);
    const found = await stores.purchases.get(purchase.id);
    expect(found).toEqual(purchase.id === present.id ? present : undefined);
  });
}

function bound(open: OpenStoresWithQueue): void {
  const add = async ({ stores }: StoresWithQueue, customerId: string, key?: string) => {
    const purchase = aPurchase(customerId);
    const keyed = key === undefined ? {} : { key: { key, fingerprint: 'f', since: later(-1) } };
    const addition = { entry: entryOf(purchase), maxWaiting: 2, ...keyed };
    return { purchase, added: await stores.purchases.add(purchase, '[]', addition) };
  };

  test('the limit of waiting purchases is per customer, and repeated submissions are recognised', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const [one, other] = [await addedCustomer(stores), await addedCustomer(stores)];
    const { purchase: first } = await add(fixture, one.id, 'k');
    expect((await add(fixture, one.id)).added).toBeUndefined();
    for (const key of [undefined, 'another']) {
      const { purchase, added } = await add(fixture, one.id, key);
      expect(added).toBe('full');
      expect(await stores.purchases.get(purchase.id)).toBeUndefined();
    }
    expect((await add(fixture, one.id, 'k')).added).toMatchObject({ purchase: { id: first.id } });
    expect((await add(fixture, other.id)).added).toBeUndefined();
    expect(await entriesOf(fixture)).toHaveLength(3);
  });

  test('the limit allows another purchase when one has ended', async () => {
    await using fixture = await open();
    const { id } = await addedCustomer(fixture.stores);
    const { purchase } = await add(fixture, id);
    await add(fixture, id);
    expect((await add(fixture, id)).added).toBe('full');
    await endJob(fixture, purchase);
    expect((await add(fixture, id)).added).toBeUndefined();
  });
}

function changing(open: OpenStoresWithQueue): void {
  const setUp = async (fixture: StoresWithQueue) => {
    const { stores } = fixture;
    const webhook = await addedWebhook(stores);
    const purchase = aPurchase(webhook.customerId);
    await stores.purchases.add(purchase, '[]', { entry: anEntry() });
    return { webhook, purchase, stores };
  };
  const messageOf = ({ id, webhookId }: { readonly id: string; readonly webhookId: string }) => ({
    kind: MESSAGE_JOB,
    subject: id,
    lane: webhookId,
  });

  test('each message of a changed purchase has a job in its webhook’s lane, and there is one entry', async () => {
    await using fixture = await open();
    const { webhook, purchase, stores } = await setUp(fixture);
    const kept = aDelivery(webhook.id);
    const deliveries = [kept, aDelivery(crypto.randomUUID())];
    const entry = entryOf(purchase);
    await stores.purchases.update(purchase.id, (each) => aChange(each, { deliveries, entry }));
    const jobs = await jobsOf(fixture);
    expect(jobs).toHaveLength(2);
    expect(jobs).toEqual(expect.arrayContaining([jobOf(purchase), messageOf(kept)]));
    expect(await entriesOf(fixture)).toEqual([entry]);
  });

  test('a change that cannot be stored leaves neither message, job nor entry', async () => {
    await using fixture = await open();
    const { webhook, purchase, stores } = await setUp(fixture);
    const delivery = aDelivery(webhook.id);
    const twice = stores.purchases.update(purchase.id, (each) => {
      return aChange(each, { deliveries: [delivery, delivery], entry: entryOf(purchase) });
    });
    expect(await codeOf(twice)).toBe('already_exists');
    const unstorable = { ...entryOf(purchase), actor: 'a\ud800' };
    const failing = stores.purchases.update(purchase.id, (each) => {
      return aChange(each, { status: 'failed', deliveries: [delivery], entry: unstorable });
    });
    expect(await codeOf(failing)).toBe('invalid_request');
    expect(await stores.purchases.get(purchase.id)).toEqual(purchase);
    expect(await jobsOf(fixture)).toEqual([jobOf(purchase)]);
    expect(await entriesOf(fixture)).toEqual([]);
  });

  test('a settled purchase has no job, unless a worker has claimed it', async () => {
    await using fixture = await open();
    const { stores, queue } = fixture;
    const { id } = await addedCustomer(stores);
    const [held, waiting, other] = [aPurchase(id), aPurchase(id), aPurchase(id)];
    await stores.purchases.add(held, '[]', { entry: entryOf(held) });
    const connection = await queue.open({ onWork() {}, onLost() {} });
    const claim = { kind: PURCHASE_JOB, limit: 1, concurrencyPerLane: Infinity, afterLane: '' };
    const [job] = await connection.reportAndClaim({
      ended: [],
      saved: [],
      due: [],
      claims: [claim],
    });
    for (const each of [waiting, other]) {
      await stores.purchases.add(each, '[]', { entry: entryOf(each) });
    }
    for (const each of [held, waiting]) {
      await stores.purchases.update(each.id, () => aChange(each, { wasSettled: true }));
    }
    await stores.purchases.update(other.id, () => aChange(other));
    expect(await jobsOf(fixture)).toEqual([jobOf(other)]);
    await connection.reportAndClaim({
      ended: [],
      saved: [{ ...(job as Job), due: 'now' }],
      due: [],
      claims: [],
    });
    await connection.close();
    expect((await jobsOf(fixture)).map(({ subject }) => subject)).toContain(held.id);
  });

  test.each(['ended', 'saved', 'lost'] as const)(
    'a purchase has its job again from its beginning after a worker has %s it',
    async (how) => {
      await using fixture = await open();
      const { purchase, stores } = await setUp(fixture);
      const { queue } = fixture;
      const claims = [
        { kind: PURCHASE_JOB, limit: 1, concurrencyPerLane: Infinity, afterLane: '' },
      ];
      const report = { ended: [], saved: [], due: [], claims: [] };
      const first = await queue.open({ onWork() {}, onLost() {} });
      const [fresh] = await first.reportAndClaim({ ...report, claims });
      const job = fresh as Job;
      const abandon = { ...job, step: 'abandon', reason: 'It failed.', attempt: 3 };
      const saved = [{ ...abandon, due: 'now' as const }];
      expect(await first.reportAndClaim({ ...report, saved, claims })).toEqual([abandon]);
      await stores.purchases.update(purchase.id, (each) => aChange(each, { queues: true }));
      const other = await queue.open({ onWork() {}, onLost() {} });
      expect(await other.reportAndClaim({ ...report, claims })).toEqual([]);
      if (how === 'ended') await first.reportAndClaim({ ...report, ended: [job] });
      if (how === 'saved') await first.reportAndClaim({ ...report, saved });
      await first.close();
      expect(await other.reportAndClaim({ ...report, claims })).toEqual([job]);
      await other.reportAndClaim({ ...report, ended: [job] });
      await other.close();
      expect(await jobsOf(fixture)).toEqual([]);
    },
  );

  test('a purchase has its job again where the change requests it', async () => {
    await using fixture = await open();
    const { purchase, stores } = await setUp(fixture);
    await endJob(fixture, purchase);
    await stores.purchases.update(purchase.id, (each) => aChange(each));
    expect(await jobsOf(fixture)).toEqual([]);
    await stores.purchases.update(purchase.id, (each) => aChange(each, { queues: true }));
    expect(await jobsOf(fixture)).toEqual([jobOf(purchase)]);
  });
}
