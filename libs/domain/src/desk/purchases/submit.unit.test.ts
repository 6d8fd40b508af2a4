import { MemoryDatabase, MemoryPurchaseStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { Purchase } from './purchase.ts';
import { readSubmission, submitPurchase } from './submit.ts';
import { purchaseJob } from './workflow.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

const DELIVERY = {
  deliversFrom: new Date('2026-11-21T23:00:00Z'),
  deliversTo: new Date('2026-11-21T23:15:00Z'),
};

const recorded: Purchase = {
  id: 'new',
  customerId: 'c1',
  user: 'ana',
  retailer: 'r1',
  status: 'pending',
  error: '',
  rows: 1,
  ...DELIVERY,
  requestId: 'order-7',
  wasSettled: false,
  createdAt: NOW,
  updatedAt: NOW,
};

/** A database with one customer, `c1`, of whose purchases so many wait. */
function databaseOf(waiting: number): MemoryDatabase {
  const database = new MemoryDatabase();
  database.customers.set('c1', { id: 'c1', name: 'acme', folder: null, permissions: [] });
  for (let i = 0; i < waiting; i += 1) {
    database.addJobs([purchaseJob({ id: `waiting ${i}`, customerId: 'c1' })]);
  }
  return database;
}

describe('a submission', () => {
  const series = '[{"datetime":"2026-11-22 00:15","purchase":1.50}]';
  const author = { actor: 'key k1', origin: '192.0.2.1', requestId: 'order-7' };
  const submission = {
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    rows: 1,
    ...DELIVERY,
    series,
    author,
  };
  const entry = {
    ...author,
    at: NOW,
    action: 'purchase.submit',
    customerId: 'c1',
    subject: 'new',
  };

  function submit(changed: object = {}, { maxWaiting = 5, waiting = 4 } = {}) {
    const database = databaseOf(waiting);
    const purchases = new MemoryPurchaseStore(database);
    const ports = { purchases, clock: () => NOW, newId: () => 'new' };
    const deps = { ...ports, maxWaitingPurchases: maxWaiting };
    return { submitted: submitPurchase(deps, { ...submission, ...changed }), database };
  }

  test('a submission is recorded as pending, with its text as sent and its entry in the audit log', async () => {
    const { submitted, database } = submit();
    expect(await submitted).toEqual(recorded);
    const history = [{ status: 'pending', at: NOW, source: 'submission' }];
    expect(database.purchases.get('new')).toEqual({
      purchase: recorded,
      series,
      outputs: [],
      history,
    });
    expect(database.audit).toEqual([entry]);
  });

  test('a submission is added without a bound where there is none', async () => {
    const { submitted } = submit({}, { maxWaiting: 0, waiting: 100 });
    expect(await submitted).toEqual(recorded);
  });

  test('a submission is rejected where too many purchases wait', async () => {
    const { submitted, database } = submit({}, { waiting: 5 });
    const rejection = { code: 'too_many_waiting', message: 'Too many purchases wait.' };
    await expect(submitted).rejects.toMatchObject(rejection);
    expect(database.purchases.size).toBe(0);
  });

  test('a submission that was not made by a request has no request id', async () => {
    const { submitted } = submit({ author: { ...author, requestId: null } });
    expect(await submitted).toMatchObject({ requestId: null });
  });
});

describe('a submitted body', () => {
  const items = [
    { datetime: '2026-11-22 00:15', purchase: 1.5 },
    { datetime: '2026-11-22 00:30', purchase: 2 },
  ];
  const series = JSON.stringify(items);
  const body = { user: 'ana', retailer: 'r1', items, series };
  const limits = { maxItems: 2, digest: (text: string) => `digest of ${text}` };

  test('a submitted body has its items counted, says when they deliver, and keeps its text', () => {
    const deliversTo = new Date('2026-11-21T23:30:00Z');
    expect(readSubmission(body, limits)).toEqual({ rows: 2, ...DELIVERY, deliversTo, series });
  });

  test('a submitted body has a fingerprint of all of it where it has an Idempotency-Key', () => {
    const { fingerprint } = readSubmission({ ...body, body: `{"purchase":${series}}` }, limits);
    expect(fingerprint).toBe(
      `digest of ${JSON.stringify(['ana', 'r1', `{"purchase":${series}}`])}`,
    );
  });

  test('a submitted body is rejected for a bad item, and for more items than there may be', () => {
    const codeOf = (bad: unknown) => () => readSubmission({ ...body, items: bad }, limits);
    expect(codeOf([{}])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    const third = { datetime: '2026-11-22 00:45', purchase: 3 };
    const message = "Field 'purchase' must not hold more than 2 items";
    expect(codeOf([...items, third])).toThrow(expect.objectContaining({ message }));
  });
});
