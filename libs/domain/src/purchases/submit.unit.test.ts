import { describe, expect, test } from 'vitest';
import type { Addition, Purchase, PurchaseStore } from './purchase.ts';
import { readSubmission, submitPurchase } from './submit.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const unused = async () => expect.unreachable();

const recorded: Purchase = {
  id: 'new',
  customerId: 'c1',
  user: 'ana',
  retailer: 'r1',
  status: 'pending',
  error: '',
  rows: 1,
  requestId: 'order-7',
  wasSettled: false,
  createdAt: NOW,
  updatedAt: NOW,
};

function storeOf(isFull: boolean) {
  const added: [Purchase, string, Addition][] = [];
  const store: PurchaseStore = {
    async add(purchase, series, addition) {
      if (isFull) return 'full';
      added.push([purchase, series, addition]);
      return undefined;
    },
    purgeSubmissionKeys: unused,
    list: unused,
    count: unused,
    inStatus: unused,
    get: unused,
    series: unused,
    readWithSeries: unused,
    readWithHistory: unused,
    read: unused,
    update: unused,
    history: unused,
  };
  return { store, added };
}

describe('a submission', () => {
  const series = '[{"datetime":"2026-11-22 00:15","purchase":1.50}]';
  const author = { actor: 'key k1', origin: '192.0.2.1', requestId: 'order-7' };
  const submission = {
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    rows: 1,
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

  function submit(changed: object = {}, limits: { isFull?: boolean; maxWaiting?: number } = {}) {
    const { isFull = false, maxWaiting = 5 } = limits;
    const { store, added } = storeOf(isFull);
    const ports = { purchases: store, clock: () => NOW, newId: () => 'new' };
    const deps = { ...ports, maxWaitingPurchases: maxWaiting };
    return { answer: submitPurchase(deps, { ...submission, ...changed }), added };
  }

  test('is recorded as pending, with its text as sent and its entry in the audit log', async () => {
    const { answer, added } = submit();
    expect(await answer).toEqual(recorded);
    expect(added).toEqual([[recorded, series, { entry, maxWaiting: 5 }]]);
  });

  test('is added without a bound where there is none', async () => {
    const { answer, added } = submit({}, { maxWaiting: 0 });
    await answer;
    expect(added[0]?.[2]).toEqual({ entry });
  });

  test('is throttled where too many wait', async () => {
    const { answer } = submit({}, { isFull: true });
    const rejection = { code: 'throttled', message: 'Request was throttled.' };
    await expect(answer).rejects.toMatchObject(rejection);
  });

  test('that comes by no request has none', async () => {
    const { answer } = submit({ author: { ...author, requestId: null } });
    expect(await answer).toMatchObject({ requestId: null });
  });
});

describe('what is submitted', () => {
  const items = [
    { datetime: '2026-11-22 00:15', purchase: 1.5 },
    { datetime: '2026-11-22 00:30', purchase: 2 },
  ];
  const series = JSON.stringify(items);
  const body = { user: 'ana', retailer: 'r1', items, series };
  const limits = { maxItems: 2, digest: (text: string) => `digest of ${text}` };

  test('is counted, and keeps its text', () => {
    expect(readSubmission(body, limits)).toEqual({ rows: 2, series });
  });

  test('has a fingerprint of all of it where it may be sent again', () => {
    const { fingerprint } = readSubmission({ ...body, body: `{"purchase":${series}}` }, limits);
    expect(fingerprint).toBe(
      `digest of ${JSON.stringify(['ana', 'r1', `{"purchase":${series}}`])}`,
    );
  });

  test('is rejected for a bad item, and for more items than there may be', () => {
    const codeOf = (bad: unknown) => () => readSubmission({ ...body, items: bad }, limits);
    expect(codeOf([{}])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    const third = { datetime: '2026-11-22 00:45', purchase: 3 };
    const message = "Field 'purchase' must not hold more than 2 items";
    expect(codeOf([...items, third])).toThrow(expect.objectContaining({ message }));
  });
});
