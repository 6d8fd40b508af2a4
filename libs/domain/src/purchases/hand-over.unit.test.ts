import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { HandOverDeps } from './hand-over.ts';
import { handOver, handOverPending } from './hand-over.ts';
import type { Purchase, PurchaseCursor, PurchaseStatus } from './purchase.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const refusal = () => new SolanoError('engine_unavailable', 'The engine is away.');

/** Purchases by number, a minute apart, all pending unless told otherwise. */
function purchaseOf(number: number, status: PurchaseStatus = 'pending'): Purchase {
  const createdAt = new Date(NOW.getTime() - 24 * 3_600_000 + number * 60_000);
  return {
    id: `p${number}`,
    customerId: 'c1',
    user: 'ana',
    retailer: 'r1',
    status,
    error: '',
    rows: 1,
    requestId: 'order-7',
    createdAt,
    updatedAt: createdAt,
  };
}

function storeOf(...kept: Purchase[]) {
  const isAfter = (one: Purchase, cursor?: PurchaseCursor) =>
    !cursor || one.createdAt > cursor.createdAt;
  const store: HandOverDeps['purchases'] = {
    async inStatus(statuses, before, after, limit) {
      return kept
        .filter((one) => statuses.includes(one.status))
        .filter((one) => one.createdAt < before && isAfter(one, after))
        .slice(0, limit)
        .map(({ createdAt, id }) => ({ createdAt, id }));
    },
  };
  return { store };
}

/** An engine that takes purchases until its `failing` one throws. */
function engineOf(failing?: string, error: () => Error = refusal) {
  const taken: string[] = [];
  const workflow = {
    async submit(id: string) {
      if (id === failing) throw error();
      taken.push(id);
    },
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

describe('handing over again', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => purchaseOf(i));
  const ids = (from: number, to: number) =>
    many(to)
      .map(({ id }) => id)
      .slice(from);

  test.each([0, 1, 99, 100, 101, 250])('takes all of %d, oldest first', async (count) => {
    const { store } = storeOf(...many(count));
    const { taken, workflow } = engineOf();
    const answer = await handOver({ purchases: store, workflow }, ['pending'], NOW);
    expect(answer.count).toBe(count);
    expect(answer.cursor?.id).toBe(count === 0 ? undefined : `p${count - 1}`);
    expect(answer).not.toHaveProperty('stopped');
    expect(taken).toEqual(ids(0, count));
  });

  test('takes only the named statuses, created before the time', async () => {
    const kept = [
      purchaseOf(0, 'completed'),
      purchaseOf(1),
      purchaseOf(2, 'in_progress'),
      purchaseOf(3, 'failed'),
      purchaseOf(4),
    ];
    const { store } = storeOf(...kept);
    const { taken, workflow } = engineOf();
    const statuses = ['pending', 'in_progress'] as const;
    await handOver({ purchases: store, workflow }, statuses, purchaseOf(4).createdAt);
    expect(taken).toEqual(['p1', 'p2']);
  });

  test.each([0, 3, 100, 149])('stops where the engine refuses purchase %d', async (at) => {
    const { store } = storeOf(...many(200));
    const { taken, workflow } = engineOf(`p${at}`);
    const from = { createdAt: new Date(0), id: 'start' };
    const answer = await handOver({ purchases: store, workflow }, ['pending'], NOW, from);
    // Those beside it were offered at the same time, and will be again.
    const end = at - (at % 10) + 10;
    expect(taken).toEqual(ids(0, end).toSpliced(at, 1));
    expect(answer.count).toBe(at);
    expect(answer.stopped).toMatchObject({ code: 'engine_unavailable' });
    expect(answer.cursor?.id).toBe(at === 0 ? from.id : `p${at - 1}`);
  });

  test('goes on from the cursor', async () => {
    const { store } = storeOf(...many(5));
    const first = engineOf('p2');
    const { cursor } = await handOver({ purchases: store, ...first }, ['pending'], NOW);
    const second = engineOf();
    const answer = await handOver({ purchases: store, ...second }, ['pending'], NOW, cursor);
    expect([first.taken, second.taken]).toEqual([
      ['p0', 'p1', 'p3', 'p4'],
      ['p2', 'p3', 'p4'],
    ]);
    expect(answer.count).toBe(3);
  });

  test('offers ten at a time', async () => {
    const { store } = storeOf(...many(25));
    const waiting: (() => void)[] = [];
    const workflow = { submit: () => new Promise<void>((resolve) => waiting.push(resolve)) };
    const answer = handOver({ purchases: store, workflow }, ['pending'], NOW);
    for (const size of [10, 10, 5]) {
      await expect.poll(() => waiting.length).toBe(size);
      for (const take of waiting.splice(0)) take();
    }
    expect(await answer).toMatchObject({ count: 25, cursor: { id: 'p24' } });
  });

  test('stops at the first that is refused, though later ones are refused before it', async () => {
    const { store } = storeOf(...many(5));
    const late = Promise.withResolvers<void>();
    const workflow = {
      async submit(id: string) {
        if (id === 'p3') throw refusal();
        if (id === 'p1') await late.promise;
      },
    };
    const answer = handOver({ purchases: store, workflow }, ['pending'], NOW);
    late.reject(refusal());
    expect(await answer).toMatchObject({ count: 1, cursor: { id: 'p0' } });
  });

  test('does not hide another error', async () => {
    const { store } = storeOf(...many(2));
    const { workflow } = engineOf('p1', () => new SolanoError('store_unavailable', 'away'));
    await expect(handOver({ purchases: store, workflow }, ['pending'], NOW)).rejects.toMatchObject({
      code: 'store_unavailable',
    });
  });
});

describe('a round of handing over what is pending', () => {
  const just = (msAgo: number): Purchase => ({
    ...purchaseOf(0),
    id: `${msAgo}`,
    createdAt: new Date(NOW.getTime() - msAgo),
  });

  test('leaves alone what was submitted a moment ago, and comes back to it', async () => {
    const { store } = storeOf(purchaseOf(1, 'in_progress'), just(60_001), just(1_000));
    const { taken, workflow } = engineOf();
    const { lines, log } = logOf();
    const deps = { purchases: store, workflow, clock: () => NOW, log };
    const cursor = await handOverPending(deps, undefined);
    expect(taken).toEqual(['60001']);
    expect(lines.map(({ level, fields }) => [level, fields])).toEqual([['info', { purchases: 1 }]]);
    const later = { ...deps, clock: () => new Date(NOW.getTime() + 60_000) };
    await handOverPending(later, cursor);
    expect(taken).toEqual(['60001', '1000']);
  });

  test('offers the last minute again, as others may yet appear in it', async () => {
    const { store } = storeOf(just(90_000), just(30_000));
    const { taken, workflow } = engineOf();
    const deps = { purchases: store, workflow, clock: () => NOW, log: logOf().log };
    await handOverPending(deps, await handOverPending(deps, undefined));
    expect(taken).toEqual(['90000', '30000', '30000']);
  });

  test('says nothing where there is nothing, and keeps its place', async () => {
    const { store } = storeOf();
    const { lines, log } = logOf();
    const from = { createdAt: NOW, id: 'p1' };
    const deps = { purchases: store, ...engineOf(), clock: () => NOW, log };
    expect(await handOverPending(deps, from)).toEqual(from);
    expect(lines).toEqual([]);
  });

  test('with the engine away comes back to the same purchase', async () => {
    const { store } = storeOf(purchaseOf(0), purchaseOf(1));
    const { log } = logOf();
    const clock = () => NOW;
    const away = engineOf('p1');
    const cursor = await handOverPending({ purchases: store, ...away, clock, log }, undefined);
    const back = engineOf();
    await handOverPending({ purchases: store, ...back, clock, log }, cursor);
    expect([away.taken, back.taken]).toEqual([['p0'], ['p1']]);
  });
});
