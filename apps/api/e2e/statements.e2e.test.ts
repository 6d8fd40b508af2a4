import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateAfter, dateAt, labelOf, quartersOfDate } from '@solano/domain/kernel';
import { watchStatements } from '@solano/tools/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, openService, type TestService } from './service.ts';

/**
 * Maximums for a purchase of 24 items, from its submission to `completed`, without webhooks.
 */
const MAX_STATEMENTS = 9;
const MAX_COMMITS = 5;
/** Statements of workers, probes and listeners that run at any time. */
const BACKGROUND = /^job-(free|idle-workers)$|heartbeat|^SELECT 1$|^LISTEN/;
/** Statements that commit by themselves. */
const WRITES = /^(purchase-add|purchase-change|job-turn)/;
/** Days behind the demonstration of which it adds a purchase each. */
const DEMO_DAYS = 365;
/** The test's own requests: whether the purchase is completed. */
const OWN = /^purchase-see$/;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ SOLANO_DEMO: 'on' });
  key = (await readFile(join(service.folder, 'demo.key'), 'utf8')).trim();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Returns the statements that were sent during the work, by name; Prisma's by their text. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  using watch = watchStatements();
  await work();
  const names = watch.sent.map(({ name, text }) => {
    return name === undefined || name.startsWith('prisma-') ? text : name;
  });
  return names.filter((name) => !BACKGROUND.test(name));
}

/** The hours of the day after tomorrow. */
function aDay() {
  const hours = quartersOfDate(dateAfter(dateAt(Date.now()), 2)).filter((_, i) => i % 4 === 3);
  return hours.map((end, i) => ({ datetime: labelOf(end), purchase: 5 + i / 4 }));
}

async function completed(): Promise<void> {
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=r1';
  const response = await service.call('POST', path, { key, body: { purchase: aDay() } });
  await expect
    .poll(() => service.stores.purchases.get(idOf(response)))
    .toMatchObject({ status: 'completed', error: '' });
}

test(`a purchase takes ${MAX_STATEMENTS} statements and ${MAX_COMMITS} commits at most`, async () => {
  // Until then statements of the demonstration come on top.
  const { purchases } = service.stores;
  await expect.poll(() => purchases.count('completed')).toBeGreaterThan(DEMO_DAYS);
  await completed();
  const cost = async () => {
    const sent = (await statementsOf(completed)).filter((name) => !OWN.test(name));
    expect(sent).toContain('purchase-add');
    return { statements: sent.length, commits: sent.filter((name) => WRITES.test(name)).length };
  };
  // The worker's poll, once a second, comes on top of some of them.
  await expect.poll(cost).toSatisfy(({ statements, commits }: Awaited<ReturnType<typeof cost>>) => {
    return statements <= MAX_STATEMENTS && commits <= MAX_COMMITS;
  });
});

test('prices are served with the statement of their revision alone', async () => {
  const get = () => service.call('GET', '/api/v0/prices/spain/md_pdbc_spain', { key });
  expect((await get()).status).toBe(200);
  const REQUESTS = 5;
  const sent = () =>
    statementsOf(async () => {
      for (let i = 0; i < REQUESTS; i += 1) expect((await get()).status).toBe(200);
    });
  // Schedules and their jobs come on top at times.
  await expect
    .poll(sent, { interval: 500 })
    .toEqual(Array.from({ length: REQUESTS }, () => 'price_revision-select-ordered'));
});
