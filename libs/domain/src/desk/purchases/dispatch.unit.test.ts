import { SolanoError } from '@solano/domain/kernel';
import { JobWorker, type Timers } from '@solano/domain/service';
import { MemoryDatabase, MemoryJobQueue, MemoryPurchaseStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { dispatchTask } from './dispatch.ts';
import type { Purchase } from './purchase.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const CUSTOMER = { id: 'c1', name: 'acme', folder: null, permissions: [] };
const COUNT = 100;
const log = { info() {}, warn() {}, error() {} };

/** A thousand times as fast as the clock. */
const quick: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms / 1_000);
    return () => clearTimeout(timer);
  },
};

/** Purchases that wait, and a worker that dispatches them to an engine. */
async function setUp(start: (id: string) => Promise<void>) {
  const database = new MemoryDatabase();
  database.customers.set(CUSTOMER.id, CUSTOMER);
  const purchases = new MemoryPurchaseStore(database);
  const delivery = { deliversFrom: null, deliversTo: null };
  const owner = { customerId: CUSTOMER.id, user: 'ana', retailer: 'r' };
  const fields = { ...owner, error: '', rows: 1, ...delivery };
  for (let i = 0; i < COUNT; i += 1) {
    const purchase: Purchase = {
      ...fields,
      id: `p${i}`,
      status: 'pending',
      requestId: null,
      wasSettled: false,
      createdAt: NOW,
      updatedAt: NOW,
    };
    const source = { actor: 'key k', origin: '', requestId: null };
    const change = {
      action: 'purchase.submit',
      customerId: CUSTOMER.id,
      subject: `p${i}`,
    } as const;
    await purchases.add(purchase, '[]', { entry: { ...source, ...change, at: NOW } });
  }
  const tasks = [dispatchTask({ purchases, workflow: { start }, log })];
  const queue = new MemoryJobQueue(database, () => new Date());
  const worker = JobWorker.start({ queue, tasks, timers: quick, log });
  return { database, [Symbol.asyncDispose]: () => worker.close() };
}

test('many purchases are dispatched at a time, and a rejection delays none of the others', async () => {
  const attempts = new Map<string, number>();
  const accepted: string[] = [];
  let [inFlight, maxInFlight] = [0, 0];
  await using site = await setUp(async (id) => {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    await new Promise(setImmediate);
    inFlight -= 1;
    // Every other purchase is rejected twice, the first one for much longer.
    const rejections = id === 'p0' ? 10 : Number(id.slice(1)) % 2 === 0 ? 2 : 0;
    if (attempt <= rejections) throw new SolanoError('engine_unavailable', 'away');
    if (!accepted.includes(id)) accepted.push(id);
  });
  const steps = () => [...site.database.jobs.values()].filter(({ job }) => job.step === 'started');
  await expect.poll(() => steps().length, { interval: 5 }).toBe(COUNT);
  expect(maxInFlight).toBe(32);
  expect(accepted).toHaveLength(COUNT);
  expect(accepted.at(-1)).toBe('p0');
});

test('a purchase that is not settled is dispatched again, also to an engine that has lost it', async () => {
  const offers: string[] = [];
  await using site = await setUp(async (id) => void offers.push(id));
  const offeredTwice = () => new Set(offers.filter((id, i) => offers.indexOf(id) < i)).size;
  await expect.poll(offeredTwice, { interval: 5 }).toBe(COUNT);
  expect(site.database.jobs.size).toBe(COUNT);
});
