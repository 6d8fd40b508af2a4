import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { Purchase, PurchaseStore } from './purchase.ts';
import { submitPurchase } from './submit.ts';

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
    items: JSON.parse(series) as unknown,
    series,
    requestId: 'order-7',
  };
  const expected = { purchase: recorded, isNew: true };

  function submit(failing?: string, error?: () => Error, changed: object = {}) {
    const { store, added } = storeOf();
    const { taken, workflow } = engineOf(failing, error);
    const { lines, log } = logOf();
    const digest = (text: string) => text;
    const deps = { purchases: store, workflow, clock: () => NOW, newId: () => 'new', digest, log };
    const answer = submitPurchase({ ...deps, mostItems: 2 }, { ...submission, ...changed });
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

  test('with a bad item leaves nothing', async () => {
    const { answer, added, taken } = submit(undefined, undefined, { items: [{}] });
    await expect(answer).rejects.toMatchObject({ code: 'invalid_request' });
    expect([added, taken]).toEqual([[], []]);
  });

  test('is counted', async () => {
    const two = [...(submission.items as object[]), { datetime: '2026-11-22 00:30', purchase: 2 }];
    expect(await submit(undefined, undefined, { items: two }).answer).toMatchObject({
      purchase: { rows: 2 },
    });
    const three = [...two, { datetime: '2026-11-22 00:45', purchase: 3 }];
    await expect(submit(undefined, undefined, { items: three }).answer).rejects.toMatchObject({
      message: "Field 'purchase' must not hold more than 2 items",
    });
  });

  test('that cannot be recorded is not handed over', async () => {
    const { store } = storeOf();
    const { taken, workflow } = engineOf();
    const { log } = logOf();
    const broken = {
      ...store,
      add: () => Promise.reject(new SolanoError('store_unavailable', 'away')),
    };
    const ports = { digest: (text: string) => text, clock: () => NOW, newId: () => 'new', log };
    const deps = { purchases: broken, workflow, ...ports };
    await expect(submitPurchase({ ...deps, mostItems: 2 }, submission)).rejects.toMatchObject({
      code: 'store_unavailable',
    });
    expect(taken).toEqual([]);
  });
});
