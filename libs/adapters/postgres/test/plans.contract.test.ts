import type { PurchaseQuery } from '@solano/domain/desk';
import { watchStatements } from '@solano/tools/statements';
import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import type { Statement, Value } from '../src/database/statement.ts';
import { TAKE_BACK } from '../src/outages/upload-statements.ts';
import { LAST_PREDICTIONS, PREDICTIONS, REALISED } from '../src/prices/price-statements.ts';
import { DELIVERED } from '../src/purchases/delivery-statements.ts';
import * as purchases from '../src/purchases/purchase-statements.ts';
import { postgresStores } from '../src/stores.ts';

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
  await database.run({ text: ADD_PREDICTIONS }, [MARKET]);
  await database.run({ text: 'ANALYZE price_prediction' }, []);
});

/** In an empty table the ends of an index are no nearer than all of it. */
const ADD_PREDICTIONS = `
  INSERT INTO price_prediction (market, generated_at, origin, step_minutes, first, last, ends, prices)
  SELECT $1, at, 'delivered', 60, at, at + interval '1 day', '{}', '{}'
  FROM (SELECT now() - n * interval '1 hour' AS at FROM generate_series(1, 2000) AS n) AS t`;

afterAll(async () => {
  await database.close();
  await file[Symbol.asyncDispose]();
});

describe('the plan of a query', () => {
  test('the walk over unsettled purchases uses the partial index', async () => {
    const sql = `SELECT id FROM purchase WHERE status = ANY('{pending}') AND created_at < now()
      AND (created_at, id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
      ORDER BY created_at, id LIMIT 10`;
    expect(await planOf({ text: sql })).toContain('purchase_unsettled_idx');
  });

  test.each<[string, Partial<PurchaseQuery>, string, RegExp]>([
    ['the first page', {}, 'purchase_of_user_idx', /customer_id = /],
    ['the next page', { after: { createdAt: NOW, id: ID } }, 'purchase_of_user_idx', CURSOR],
    ['a page of some time', { from: NOW, to: NOW }, 'purchase_of_user_idx', /created_at >= /],
    [
      'a page in a status',
      { statuses: ['failed'], after: { createdAt: NOW, id: ID } },
      'purchase_of_user_in_status_idx',
      CURSOR,
    ],
    [
      'a page of a retailer',
      { retailer: 'r', from: NOW },
      'purchase_of_retailer_idx',
      /hashtextextended\(retailer.*created_at >= /,
    ],
  ])(
    'a user’s purchases are read from a part of an index: %s',
    async (_, query, index, condition) => {
      const plan = await planOf(
        ...purchases.list({ customerId: ID, user: 'u', limit: 9, ...query }),
      );
      expect(plan).toContain(`Index Scan using ${index}`);
      const [sought] = /Index Cond: .*/.exec(plan) ?? [];
      expect(sought).toContain('hashtextextended("user"');
      expect(sought).toMatch(condition);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    },
  );

  test('each user and retailer of a customer is found by one look into an index', async () => {
    const plan = await planOf(purchases.PARTIES, [ID, 100]);
    expect(plan).toMatch(/Index Scan using purchase_of_(retailer|delivery)_idx/);
    expect(plan).toMatch(/Index Cond: .*ROW\(hashtextextended\("user", .*> ROW\(/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });

  test('purchases are read by the time of their delivery, those of no known time too', async () => {
    const values = [ID, 'u', 'r', NOW, NOW, NOW, ID, 100];
    const plan = await planOf(DELIVERED, values);
    expect(plan).toMatch(
      /purchase_of_delivery_idx.*\n.*Index Cond: .*delivers_to > .*delivers_from < /,
    );
    expect(plan).not.toContain('Seq Scan on purchase p');
    const { deliveryTimes } = postgresStores(database);
    const unknown = await planOfPrisma(() => deliveryTimes.withoutTimes(50));
    expect(unknown).toContain('purchase_without_delivery_idx');
  });

  test('purging uses partial indexes', async () => {
    const { webhooks } = postgresStores(database);
    const settled = await planOfPrisma(() => webhooks.purgeSettled(NOW, 10));
    expect(settled).toContain('webhook_delivery_settled_idx');
    const keys = await planOf(purchases.PURGE_KEYS, [NOW, 10]);
    expect(keys).toContain('submission_key_used_at_idx');
  });

  test('messages that were given up in the last days are counted from a partial index', async () => {
    const { failures } = postgresStores(database);
    const delivery = await planOfPrisma(() => failures.failedDeliveries(NOW, 10));
    expect(delivery).toContain('webhook_delivery_failed_idx');
  });

  test('the last predictions are read as one row of the primary key each, as far as any reaches', async () => {
    const values = [MARKET, ['-infinity'], ['infinity'], ['infinity'], ID, null];
    const plan = await planOf(LAST_PREDICTIONS, values);
    expect(plan).toContain('Index Scan Backward using price_prediction_reach_idx');
    expect(plan).toContain('Index Scan Backward using price_prediction_pkey');
    expect(plan).toMatch(/Index Cond: .*generated_at < w.before.*generated_at >= CASE/);
    expect(plan).not.toMatch(/Sort|Seq Scan|unnest/);
  });

  test('a page of predictions is read from a part of the primary key', async () => {
    const plan = await planOf(PREDICTIONS, [MARKET, 'infinity', '2026-11-21', 'infinity', 2, ID]);
    expect(plan).not.toContain('Sort');
    expect(plan).toContain('Index Scan Backward using price_prediction_reach_idx');
    expect(plan).toContain('Index Scan Backward using price_prediction_pkey');
    expect(plan).toMatch(/Index Cond: .*generated_at < .*generated_at >= CASE/);
  });

  test('a page of realised days is read from a part of the primary key', async () => {
    const plan = await planOf(REALISED, [MARKET, '2026-01-01', '2026-12-31', 'infinity', 16, ID]);
    expect(plan).not.toContain('Sort');
    expect(plan).toContain('Index Scan Backward using realised_price_pkey');
  });
});

test('each foreign key has an index that begins with its columns, so that removals are quick', async () => {
  const found = await database.run<{ name: string }>({ text: KEYS_WITHOUT_INDEX }, []);
  expect(found).toEqual([]);
});

/** Foreign keys whose columns begin no index that has all rows. */
const KEYS_WITHOUT_INDEX = `
  SELECT c.conname AS name FROM pg_constraint c
  WHERE c.contype = 'f' AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = c.conrelid AND i.indpred IS NULL AND i.indisvalid
      AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
  )
  ORDER BY name`;

/** What each of these finds is rare, and most of it old: a walk by time would pass over nearly all. */
describe('among 40,000 purchases, of which a user has half', () => {
  const owner = { customerId: crypto.randomUUID(), user: 'u' };

  beforeAll(async () => {
    const customers = [owner.customerId, crypto.randomUUID()];
    await database.run({ text: ADD_CUSTOMERS }, [customers]);
    await database.run({ text: ADD_PURCHASES }, [customers, owner.user]);
    await database.run({ text: 'ANALYZE purchase' }, []);
  });

  test.each<[string, Partial<PurchaseQuery>, number]>([
    ['in a status', { statuses: ['failed'] }, 9],
    ['in two statuses', { statuses: ['failed', 'pending'] }, 9],
    ['in a status that it has none in', { statuses: ['in_progress'] }, 0],
    ['of a retailer', { retailer: 'rare' }, 9],
    ['of a retailer in a status', { retailer: 'rare', statuses: ['failed', 'completed'] }, 9],
  ])('a list of those %s reads few rows besides its own', async (_, query, found) => {
    const plan = await executedPlan(...purchases.list({ ...owner, limit: 9, ...query }));
    expect(plan['Actual Rows']).toBe(found);
    expect(countRowsRead(plan)).toBeLessThan(found + 30);
  });
});

const ADD_CUSTOMERS = `
  INSERT INTO customer (id, name, permissions) SELECT id, id::text, '{}' FROM unnest($1::uuid[]) AS id`;

/** A second apart; one in 1,000 failed, is pending or of another retailer, and not the newest. */
const ADD_PURCHASES = `
  INSERT INTO purchase (id, customer_id, "user", retailer, status, error, rows, created_at, updated_at)
  SELECT gen_random_uuid(), ($1::uuid[])[n % 2 + 1], $2,
    CASE WHEN n > 500 AND n / 2 % 1000 = 3 THEN 'rare' ELSE 'r' END,
    CASE WHEN n > 500 AND n / 2 % 1000 = 1 THEN 'failed'
      WHEN n > 500 AND n / 2 % 1000 = 2 THEN 'pending' ELSE 'completed' END,
    '', 1, at, at
  FROM (SELECT n, now() - n * interval '1 second' AS at FROM generate_series(1, 40000) AS n) AS t`;

test('taking an upload back reads each row some times, also where statistics are older than the upload', async () => {
  const [customerId, plantId, uploadId] = [ID, crypto.randomUUID(), crypto.randomUUID()];
  await database.run({ text: ADD_CUSTOMERS }, [[customerId]]);
  await database.run({ text: ADD_PLANT }, [customerId, plantId]);
  await database.run({ text: ADD_SMALL_UPLOADS }, [customerId]);
  for (const table of ['outage_upload', 'outage_upload_row', 'outage_upload_previous']) {
    await database.run({ text: `ANALYZE ${table}` }, []);
  }
  await database.run({ text: ADD_UPLOAD }, [customerId, plantId, uploadId, UPLOADED_ROWS]);
  const plan = await executedPlan(TAKE_BACK, [uploadId, false, 100, 'now']);
  expect(countRows(plan)).toBeLessThan(50 * UPLOADED_ROWS);
  const { unavailabilities } = postgresStores(database);
  for await (const restored of unavailabilities.list(customerId, undefined, { offset: 0 })) {
    expect(restored.observations).toBe('before');
  }
  expect(await unavailabilities.count(customerId, undefined)).toBe(UPLOADED_ROWS);
});

const UPLOADED_ROWS = 2_000;

const ADD_PLANT = `
  INSERT INTO plant (id, customer_id, name, lat, lon, installed_capacity_mw, nominal_capacity_mw, area,
    technology_type, last_training_cnn_at, last_training_trees_at, agrupation, customer_display_name,
    timezone, created_at, updated_at)
  VALUES ($2, $1, 'p', 0, 0, 1, 1, 'ES', 'wind', '', '', '', '', 'UTC', now(), now())`;

/** Of a row each. */
const ADD_SMALL_UPLOADS = `
  WITH added AS (
    INSERT INTO outage_upload
      (id, customer_id, file_name, object_key, digest, mode, rows, plant_names, uploaded_at, uploaded_by)
    SELECT gen_random_uuid(), $1, '', '', n::text, 'add', 1, '{}', now(), ''
    FROM generate_series(1, 1000) AS n
    RETURNING id, customer_id
  ), brought AS (
    INSERT INTO outage_upload_row (upload_id, id, plant_id, start_at, end_at, availability_type)
    SELECT id, gen_random_uuid(), gen_random_uuid(), now(), now(), 'OTHER' FROM added
  )
  INSERT INTO outage_upload_previous (upload_id, id, customer_id, plant_id, start_at, end_at,
    available_power_mw, availability_type, observations, created_at, updated_at)
  SELECT id, gen_random_uuid(), customer_id, gen_random_uuid(), now(), now(), 1, 'OTHER', '', now(), now()
  FROM added`;

/** Each of its rows has replaced one. */
const ADD_UPLOAD = `
  WITH added AS (
    INSERT INTO outage_upload
      (id, customer_id, file_name, object_key, digest, mode, rows, plant_names, uploaded_at, uploaded_by)
    VALUES ($3, $1, '', '', '', 'add', $4::int, '{}', date_trunc('second', now()), '')
    RETURNING uploaded_at
  ), present AS (
    INSERT INTO unavailability (customer_id, plant_id, id, start_at, end_at, available_power_mw,
      availability_type, observations, created_at, updated_at)
    SELECT $1::uuid, $2::uuid, gen_random_uuid(), uploaded_at + n * interval '1 hour',
      uploaded_at + (n + 1) * interval '1 hour', 0, 'OTHER', '', uploaded_at, uploaded_at
    FROM added, generate_series(1, $4::int) AS n
    RETURNING *
  ), brought AS (
    INSERT INTO outage_upload_row (upload_id, id, plant_id, start_at, end_at, availability_type)
    SELECT $3::uuid, id, plant_id, start_at, end_at, availability_type FROM present
  )
  INSERT INTO outage_upload_previous (upload_id, id, customer_id, plant_id, start_at, end_at,
    available_power_mw, availability_type, observations, created_at, updated_at)
  SELECT $3::uuid, gen_random_uuid(), customer_id, plant_id, start_at, end_at, 1, availability_type,
    'before', created_at, updated_at
  FROM present`;

interface PlanNode {
  readonly Plans?: readonly PlanNode[] | undefined;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
}

/** The plan of a statement that was executed, with the rows of each node. */
async function executedPlan(
  { text }: Statement<unknown>,
  values: readonly Value[],
): Promise<PlanNode> {
  const [row] = await database.run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}` },
    values,
  );
  return row?.['QUERY PLAN'][0].Plan as PlanNode;
}

/** By all nodes of a plan. */
function countRows(node: PlanNode): number {
  const own = countRowsRead({ ...node, Plans: undefined });
  return (node.Plans ?? []).reduce((sum, each) => sum + countRows(each), own);
}

/** By the scans of a plan. The planner may read all of a few and sort them, or in order until the page is full. */
function countRowsRead(node: PlanNode): number {
  if (node.Plans) return node.Plans.reduce((sum, each) => sum + countRowsRead(each), 0);
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return rows * (node['Actual Loops'] ?? 1);
}

/** The plan of what a call of Prisma sends first. */
async function planOfPrisma(call: () => Promise<unknown>): Promise<string> {
  using watch = watchStatements();
  await call();
  const sent = watch.sent.find(({ name }) => name?.startsWith('prisma-'));
  if (!sent) throw new Error('Prisma sent nothing');
  return await planOf({ text: sent.text }, sent.values as Value[]);
}

/** With the ways barred that are quicker only because the tables are nearly empty. */
function planOf({ text }: Statement<unknown>, values: readonly Value[] = []): Promise<string> {
  return database.transaction(async (run) => {
    await run({ text: 'SET LOCAL enable_seqscan = off' }, []);
    await run({ text: 'SET LOCAL enable_sort = off' }, []);
    const lines = await run<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}` }, values);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });
}
