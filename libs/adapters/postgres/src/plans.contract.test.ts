import type { PurchaseQuery } from '@solano/domain';
import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase, type Statement, type Value } from './database.ts';
import { LAST_PREDICTIONS, PREDICTIONS, REALISED } from './price-statements.ts';
import * as purchases from './purchase-statements.ts';
import * as webhooks from './webhook-statements.ts';

const MARKET = 'md_pdbc_spain';
const ID = '00000000-0000-4000-8000-000000000000';
const NOW = new Date('2026-11-21T12:00:00.001Z');
/** A condition on both columns of the order. */
const CURSOR = /ROW\(created_at, id\) < ROW/;

let file: TestDatabase;
let database: PostgresDatabase;

beforeAll(async () => {
  file = await createTestDatabase();
  database = await PostgresDatabase.connect(file.url);
});

afterAll(async () => {
  await database.close();
  await file[Symbol.asyncDispose]();
});

describe('the plan of', () => {
  test('the walk over unsettled purchases uses the partial index', async () => {
    const sql = `SELECT id FROM purchase WHERE status = ANY('{pending}') AND created_at < now()
      AND (created_at, id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
      ORDER BY created_at, id LIMIT 10`;
    expect(await planOf({ text: sql })).toContain('purchase_unsettled_idx');
  });

  test.each<[string, Partial<PurchaseQuery>, RegExp]>([
    ['the first page', {}, /customer_id = /],
    ['a page after another', { after: { createdAt: NOW, id: ID } }, CURSOR],
    ['a page of some time', { from: NOW, to: NOW, after: { createdAt: NOW, id: ID } }, CURSOR],
    ['a filtered page', { from: NOW, retailer: 'r', statuses: ['failed'] }, /created_at >= /],
  ])("a user's purchases is a part of their index: %s", async (_, query, condition) => {
    const plan = await planOf(...purchases.list({ customerId: ID, user: 'u', limit: 9, ...query }));
    expect(plan).toContain('Index Scan using purchase_of_user_idx');
    const [sought] = /Index Cond: .*/.exec(plan) ?? [];
    expect(sought).toContain('hashtextextended("user"');
    expect(sought).toMatch(condition);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });

  test('the walk over pending deliveries, and what may be forgotten, use partial indexes', async () => {
    const pending = await planOf(webhooks.PENDING, [NOW, NOW, ID, 10]);
    expect(pending).toContain('webhook_delivery_pending_idx');
    const settled = await planOf(webhooks.FORGET_SETTLED, [NOW, 10]);
    expect(settled).toContain('webhook_delivery_settled_idx');
    const keys = await planOf(purchases.FORGET_KEYS, [NOW, 10]);
    expect(keys).toContain('submission_key_used_at_idx');
  });

  test('the last predictions are one row each of the primary key, as far as any reaches', async () => {
    const values = [MARKET, ['-infinity'], ['infinity'], ['infinity']];
    const plan = await planOf(LAST_PREDICTIONS, values);
    expect(plan).toContain('Index Scan Backward using price_prediction_reach_idx');
    expect(plan).toContain('Index Scan Backward using price_prediction_pkey');
    expect(plan).toMatch(/Index Cond: .*generated_at < w.before.*generated_at >= CASE/);
    expect(plan).not.toMatch(/Sort|Seq Scan|unnest/);
  });

  test('a page of predictions is a part of the primary key', async () => {
    const plan = await planOf(PREDICTIONS, [MARKET, 'infinity', '2026-11-21', 'infinity', 2]);
    expect(plan).toContain('Index Scan Backward using price_prediction_reach_idx');
    expect(plan).toContain('Index Scan Backward using price_prediction_pkey');
    expect(plan).toMatch(/Index Cond: .*generated_at < .*generated_at >= CASE/);
  });

  test('a page of realised days is a part of the primary key', async () => {
    const plan = await planOf(REALISED, [MARKET, '2026-01-01', '2026-12-31', 'infinity', 16]);
    expect(plan).toContain('Index Scan Backward using realised_price_pkey');
  });
});

/** With the ways barred that are quicker only because the tables are nearly empty. */
function planOf({ text }: Statement, values: readonly Value[] = []): Promise<string> {
  return database.transaction(async (run) => {
    await run({ text: 'SET LOCAL enable_seqscan = off' }, []);
    await run({ text: 'SET LOCAL enable_sort = off' }, []);
    const lines = await run<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}` }, values);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });
}
