import type { Stores } from '@solano/domain/contracts';
import { aCustomer, anEntry, anUnavailability, aPlant } from '@solano/domain/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresDatabase } from '../src/database/database.ts';
import { openForeignDatabase } from './stores.ts';

const customer = aCustomer();
const { id: customerId } = customer;
const plant = aPlant(customerId);

let opened: Awaited<ReturnType<typeof openForeignDatabase>>;
let database: PostgresDatabase;
let stores: Stores;

beforeAll(async () => {
  opened = await openForeignDatabase();
  ({ database, stores } = opened);
  await stores.customers.add(customer, anEntry());
  await stores.plants.add(plant, anEntry());
});

afterAll(() => opened[Symbol.asyncDispose]());

test.each([
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000001Z'],
  ['1899-12-31T23:45:16.004000Z', '2026-10-25T00:59:59.999999Z'],
  ['2026-10-25T01:00:00.500000Z', '9999-12-31T23:59:59.999999Z'],
])('instants do not depend on the settings of the database: %s, %s', async (start, end) => {
  const record = anUnavailability(plant, { start, end });
  await stores.unavailabilities.add(record, anEntry());
  expect(await stores.unavailabilities.get(customerId, record.id)).toEqual(record);
});

test('names are ordered by code points whatever the collation of the database', async () => {
  const sql = `SELECT table_name, collation_name FROM information_schema.columns
    WHERE column_name = 'name' AND table_name IN ('customer', 'plant') ORDER BY 1`;
  expect(await database.run({ text: sql }, [])).toEqual([
    { table_name: 'customer', collation_name: 'C' },
    { table_name: 'plant', collation_name: 'C' },
  ]);
});

describe('a value that cannot be stored is rejected', () => {
  test.each(['a\0b', 'a\ud800', '\udc00'])('the text %j is rejected', async (text) => {
    const { plants, unavailabilities } = stores;
    const odd = aPlant(customerId, { name: text });
    await rejected(plants.add(odd, anEntry()));
    await rejected(plants.add(aPlant(customerId, { area: text }), anEntry()));
    await rejected(
      plants.putAll(
        customerId,
        ['b'],
        () => odd,
        () => anEntry(),
      ),
    );
    await rejected(
      plants.putAll(
        customerId,
        [text],
        () => odd,
        () => anEntry(),
      ),
    );
    await rejected(
      unavailabilities.add(anUnavailability(plant, { observations: text }), anEntry()),
    );
    expect(await plants.byName(customerId, text)).toBeUndefined();
    expect(await plants.count(customerId)).toBe(1);
  });

  test.each([{ lat: '1000.0000000' }, { nominalCapacityMw: '1000000000.000' }])(
    'the number %o is rejected',
    async (fields) => {
      await rejected(stores.plants.add(aPlant(customerId, fields), anEntry()));
    },
  );

  async function rejected(call: Promise<unknown>): Promise<void> {
    await expect(call).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

describe('the plan of a query', () => {
  test.each([
    ['plants', 'plant', 'customer_id', 'name, id', "('', $2)", 'plant_customer_id_name_key'],
    [
      'all unavailabilities',
      'unavailability',
      'customer_id',
      'start_at, id',
      "('-infinity', $2)",
      'unavailability_customer_id_start_at_id_idx',
    ],
    [
      'the unavailabilities of a plant',
      'unavailability',
      'plant_id',
      'start_at, id',
      "('-infinity', $2)",
      'unavailability_plant_id_start_at_id_idx',
    ],
  ])(
    'the plan of a query reads a list of %s in its order',
    async (_, table, owner, order, least, index) => {
      const sql = `SELECT * FROM ${table} WHERE ${owner} = $1 AND (${order}) > ${least}
      ORDER BY ${order} LIMIT $3`;
      const plan = await planOf(sql, `'${customerId}', '${crypto.randomUUID()}', 10`);
      expect(plan).toContain(index);
    },
  );

  /** Of a statement that was planned without its values, as it is when it is used often. */
  function planOf(sql: string, values: string): Promise<string> {
    return database.transaction(async (run) => {
      for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off']) {
        await run({ text: `SET LOCAL ${setting}` }, []);
      }
      await run({ text: 'SET LOCAL enable_bitmapscan = off' }, []);
      await run({ text: `PREPARE listing (uuid, uuid, int) AS ${sql}` }, []);
      const explain = { text: `EXPLAIN EXECUTE listing (${values})` };
      const lines = await run<{ 'QUERY PLAN': string }>(explain, []);
      await run({ text: 'DEALLOCATE listing' }, []);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    });
  }
});
