import { aChange, aCustomer } from '@solano/domain/contracts';
import { DAY_MS } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryPurchaseStore } from '@solano/memory';
import { describe, expect, test, vi } from 'vitest';
import { purgeSubmissionKeys } from './submission-keys.ts';
import { readSubmission, submitPurchase } from './submit.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const SERIES = '[{"datetime":"2026-11-22 00:15","purchase":1.50}]';
const SUBMISSION = {
  customerId: 'c1',
  user: 'ana',
  retailer: 'r1',
  items: JSON.parse(SERIES) as unknown,
  series: SERIES,
  author: { actor: 'key k1', origin: '', requestId: null },
};

function setUp() {
  const database = new MemoryDatabase();
  database.customers.set('c1', aCustomer({ id: 'c1' }));
  const purchases = new MemoryPurchaseStore(database);
  const add = vi.spyOn(purchases, 'add');
  const asked = () => add.mock.calls.map(([, , { key }]) => key);
  const added = () => [...database.purchases.keys()];
  let made = 0;
  const deps = {
    purchases,
    clock: () => NOW,
    newId: () => {
      made += 1;
      return `p${made}`;
    },
    maxWaitingPurchases: 0,
  };
  const limits = { maxItems: 10, digest: (text: string) => `digest of ${text}` };
  const submit = async (repeatable?: { key: string; body: string }, changed: object = {}) => {
    const { items, ...submission } = { ...SUBMISSION, ...changed };
    const { key: idempotencyKey, body } = repeatable ?? {};
    const read = readSubmission(
      { ...submission, items, ...(body !== undefined && { body }) },
      limits,
    );
    const keyed = idempotencyKey === undefined ? {} : { idempotencyKey };
    return submitPurchase(deps, { ...submission, ...read, ...keyed });
  };
  return { purchases, asked, added, submit, deps };
}

const BODY = `{"purchase":${SERIES}}`;

describe('a submission with a key', () => {
  test('a submission with a key returns the first purchase when it is sent again, and adds nothing', async () => {
    const { submit, added, purchases } = setUp();
    await submit({ key: 'order-7', body: BODY });
    const change = { status: 'completed', error: 'Model 4 left out.' } as const;
    await purchases.update('p1', (present) => aChange(present, change));
    const second = await submit({ key: 'order-7', body: BODY });
    expect(second).toMatchObject({
      id: 'p1',
      status: 'pending',
      error: '',
      createdAt: NOW,
    });
    expect(added()).toEqual(['p1']);
  });

  test('a submission’s key is remembered for a day', async () => {
    const { submit, asked } = setUp();
    await submit({ key: 'order-7', body: BODY });
    expect(asked()[0]?.since).toEqual(new Date(NOW.getTime() - DAY_MS));
  });

  test.each([
    ['another body', { body: `${BODY} ` }, {}],
    ['another user', {}, { user: 'eva' }],
    ['another retailer', {}, { retailer: 'r2' }],
    ['names that only run together alike', {}, { user: 'an', retailer: 'ar1' }],
  ])(
    'a submission with a key is rejected when it is repeated with %s',
    async (_, other, changed) => {
      const { submit, added } = setUp();
      await submit({ key: 'order-7', body: BODY });
      await expect(submit({ key: 'order-7', body: BODY, ...other }, changed)).rejects.toMatchObject(
        {
          code: 'submission_conflict',
          message: 'Idempotency-Key was used for another submission in the last 24 hours.',
        },
      );
      expect(added()).toEqual(['p1']);
    },
  );

  test.each(['', ' ', 'x'.repeat(256), 'señal', 'a\tb', ' a', 'a '])(
    'a key that is %j is rejected',
    async (key) => {
      const { submit, asked } = setUp();
      await expect(submit({ key, body: BODY })).rejects.toMatchObject({ code: 'invalid_request' });
      expect(asked()).toEqual([]);
    },
  );

  test.each(['x', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a b'])(
    'a key that is %j is accepted',
    async (key) => {
      const { submit, asked } = setUp();
      await submit({ key, body: BODY });
      expect(asked()).toMatchObject([{ key }]);
    },
  );
});

test('two submissions without a key are two', async () => {
  const { submit, added, asked } = setUp();
  await submit();
  await submit();
  expect([added(), asked()]).toEqual([
    ['p1', 'p2'],
    [undefined, undefined],
  ]);
});

test('keys are purged after a day, a bounded number at a time', async () => {
  const { deps, purchases } = setUp();
  const purge = vi.spyOn(purchases, 'purgeSubmissionKeys');
  purge.mockResolvedValueOnce(5_000).mockResolvedValueOnce(5_000);
  await purgeSubmissionKeys(deps);
  const one = [new Date(NOW.getTime() - DAY_MS), 5_000];
  expect(purge.mock.calls).toEqual([one, one, one]);
});
