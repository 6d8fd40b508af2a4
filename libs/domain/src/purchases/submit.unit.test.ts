import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { Purchase, PurchaseStore } from './purchase.ts';
import { readSubmission, submitPurchase } from './submit.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const refusal = () => new SolanoError('engine_unavailable', 'The engine is away.');
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
  createdAt: NOW,
  updatedAt: NOW,
};

function storeOf() {
  const added: [Purchase, string][] = [];
  const store: PurchaseStore = {
    async add(purchase, series) {
      added.push([purchase, series]);
      return undefined;
    },
    forgetSubmissionKeys: unused,
    list: unused,
    count: unused,
    inStatus: unused,
    get: unused,
    series: unused,
    read: unused,
    update: unused,
    history: unused,
  };
  return { store, added };
}

/** An engine that takes purchases until its `failing` one throws. */
function engineOf(failing?: string, error: () => Error = refusal) {
  const taken: string[] = [];
  const workflow = {
    async submit(id: string) {
      if (id === failing) throw error();
      taken.push(id);
    },
    check: unused,
  };
  return { taken, workflow };
}

function logOf() {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

describe('a submission', () => {
  const series = '[{"datetime":"2026-11-22 00:15","purchase":1.50}]';
  const submission = {
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    rows: 1,
    series,
    requestId: 'order-7',
  };
  const expected = { purchase: recorded, isNew: true };

  function submit(failing?: string, error?: () => Error, changed: object = {}) {
    const { store, added } = storeOf();
    const { taken, workflow } = engineOf(failing, error);
    const { lines, log } = logOf();
    const deps = { purchases: store, workflow, clock: () => NOW, newId: () => 'new', log };
    const answer = submitPurchase(deps, { ...submission, ...changed });
    return { answer, added, taken, lines };
  }

  test('is recorded as pending, with its text as sent, and handed to the engine', async () => {
    const { answer, added, taken, lines } = submit();
    expect(await answer).toEqual(expected);
    expect(added).toEqual([[recorded, series]]);
    expect(taken).toEqual(['new']);
    expect(lines).toEqual([]);
  });

  test.each([
    ['refuses', refusal],
    ['fails in any other way', () => new TypeError('odd')],
  ])('that the engine %s costs one warning with both ids', async (_, error) => {
    const { answer, added, lines } = submit('new', error);
    expect(await answer).toEqual(expected);
    expect(added).toEqual([[recorded, series]]);
    const fields = { purchase_id: 'new', request_id: 'order-7', err: expect.any(Error) };
    expect(lines).toEqual([{ level: 'warn', fields, message: expect.any(String) }]);
  });

  test('that comes by no request is warned of without one', async () => {
    const { answer, lines } = submit('new', refusal, { requestId: null });
    expect(await answer).toMatchObject({ purchase: { requestId: null } });
    expect(lines.map(({ fields }) => Object.keys(fields))).toEqual([['purchase_id', 'err']]);
  });

  test('that cannot be recorded is not handed over', async () => {
    const { store } = storeOf();
    const { taken, workflow } = engineOf();
    const { log } = logOf();
    const broken = {
      ...store,
      add: () => Promise.reject(new SolanoError('store_unavailable', 'away')),
    };
    const deps = { purchases: broken, workflow, clock: () => NOW, newId: () => 'new', log };
    await expect(submitPurchase(deps, submission)).rejects.toMatchObject({
      code: 'store_unavailable',
    });
    expect(taken).toEqual([]);
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

  test('is refused for a bad item, and for more items than there may be', () => {
    const codeOf = (bad: unknown) => () => readSubmission({ ...body, items: bad }, limits);
    expect(codeOf([{}])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    const third = { datetime: '2026-11-22 00:45', purchase: 3 };
    const message = "Field 'purchase' must not hold more than 2 items";
    expect(codeOf([...items, third])).toThrow(expect.objectContaining({ message }));
  });
});
