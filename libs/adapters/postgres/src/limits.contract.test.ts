import type { ApiKey, Customer, PricePrediction, Purchase } from '@solano/domain';
import type { Stores } from '@solano/domain/contracts';
import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from './database.ts';
import { postgresStores } from './stores.ts';

const MARKET = 'md_pdbc_spain';
const MINUTE_MS = 60_000;

const now = new Date('2026-11-21T12:00:00.001Z');
const customer: Customer = { id: crypto.randomUUID(), name: 'a', folder: null, permissions: [] };

let file: TestDatabase;
let database: PostgresDatabase;
let stores: Stores;

beforeAll(async () => {
  file = await createTestDatabase();
  database = await PostgresDatabase.connect(file.url);
  // What another installation may have set; connections opened from here on see it.
  const name = new URL(file.url).pathname.slice(1);
  for (const setting of ["timezone = 'Asia/Kathmandu'", "datestyle = 'SQL, DMY'"]) {
    await database.run({ text: `ALTER DATABASE ${name} SET ${setting}` }, []);
  }
  await database.run({ text: `ALTER DATABASE ${name} SET extra_float_digits = 0` }, []);
  await database.close();
  database = await PostgresDatabase.connect(file.url);
  stores = postgresStores(database);
  await stores.customers.add(customer);
});

afterAll(async () => {
  await database.close();
  await file[Symbol.asyncDispose]();
});

describe('instants', () => {
  const instants = [
    '0001-01-01T00:00:00.000Z',
    '0099-12-31T23:59:59.999Z',
    '1899-12-31T23:45:16.004Z',
    '2026-10-25T00:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
    '+012345-01-01T00:00:00.500Z',
    '0000-06-01T23:45:00.000Z',
  ].map((text) => new Date(text));

  test.each(instants)('of purchases and keys: %o', async (at) => {
    const purchase = aPurchase({ createdAt: at, updatedAt: at });
    await stores.purchases.add(purchase, '[]');
    expect(await stores.purchases.get(purchase.id)).toEqual(purchase);
    expect(await stores.purchases.history(purchase.id)).toMatchObject([{ at }]);
    const key = aKey({ createdAt: at, expiresAt: at, revokedAt: at });
    await stores.keys.add(key);
    expect((await stores.keys.find(key.id))?.key).toEqual(key);
  });

  test.each(instants)('of prices: %o', async (at) => {
    const ends = [at.getTime(), at.getTime() + 15 * MINUTE_MS];
    const prices = [1_500, -1];
    const prediction = { market: MARKET, generatedAt: at, stepMinutes: 15, ends, prices } as const;
    await stores.prices.putPrediction(prediction);
    expect(await predictions(at.getTime(), at.getTime())).toEqual([prediction]);
    const series = { stepMinutes: 15, ends, prices };
    const day = { market: MARKET, date: '0001-01-01', version: 1, ...series } as const;
    await stores.prices.putRealised([day]);
    expect(await stores.prices.realised(MARKET, '0001-01-01', '9999-12-31')).toEqual([day]);
  });

  test('of all time can be asked for', async () => {
    expect(await predictions(-Infinity, Infinity)).toHaveLength(instants.length);
  });
});

describe('what cannot be stored is an invalid request', () => {
  test.each(['a\0b', 'a\ud800', '\udc00'])('the text %j', async (text) => {
    const owner = { customerId: customer.id, user: text, retailer: 'r' };
    await refused(stores.customers.add({ ...customer, id: crypto.randomUUID(), name: text }));
    await refused(stores.keys.add(aKey({ label: text })));
    await refused(stores.purchases.add(aPurchase({ user: text }), '[]'));
    await refused(stores.purchases.add(aPurchase(), text));
    await refused(stores.strategies.put(owner, []));
    expect(await stores.strategies.get(owner)).toEqual([]);
    expect(await stores.customers.byName(text)).toBeUndefined();
    expect(await stores.keys.find(text)).toBeUndefined();
  });

  test('such a text in an update, which changes nothing', async () => {
    const purchase = aPurchase();
    await stores.purchases.add(purchase, '[]');
    const json = '{"idmodel":1,"x":"\0"}';
    const change = { status: 'failed', error: '', updatedAt: now, source: 'customer' } as const;
    const outputs = [
      { idmodel: 2, json: '{}' },
      { idmodel: 1, json },
    ];
    await refused(stores.purchases.update(purchase.id, () => ({ ...change, error: '\0' })));
    await refused(stores.purchases.update(purchase.id, () => ({ ...change, outputs })));
    expect(await stores.purchases.read(purchase.id)).toEqual({ purchase, outputs: [] });
  });

  test('a key of an index that exceeds a page', async () => {
    // Random, or PostgreSQL would compress it to a size that fits.
    const bytes = crypto.getRandomValues(new Uint8Array(8_000));
    const user = Buffer.from(bytes).toString('base64');
    await refused(stores.strategies.put({ customerId: customer.id, user, retailer: 'r' }, []));
  });

  test('a day that the calendar does not have', async () => {
    await refused(stores.prices.realised(MARKET, '2026-02-30', '2026-03-01'));
  });

  async function refused(call: Promise<unknown>): Promise<void> {
    await expect(call).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

test('a customer id that is no UUID is nobody', async () => {
  const nobody = { customerId: 'nobody' };
  const refused = { code: 'not_found' };
  await expect(stores.keys.add(aKey(nobody))).rejects.toMatchObject(refused);
  await expect(stores.purchases.add(aPurchase(nobody), '[]')).rejects.toMatchObject(refused);
  const owner = { ...nobody, user: 'u', retailer: 'r' };
  await expect(stores.strategies.put(owner, [])).rejects.toMatchObject(refused);
});

test('an update may have more outputs than one statement takes', async () => {
  const purchase = aPurchase();
  await stores.purchases.add(purchase, '[]');
  const outputs = Array.from({ length: 1_001 }, (_, i) => ({ idmodel: -i - 1, json: `[${i}]` }));
  await stores.purchases.update(purchase.id, ({ status, error }) => {
    return { status, error, updatedAt: now, source: 'customer', outputs };
  });
  expect((await stores.purchases.read(purchase.id))?.outputs).toEqual(outputs);
});

describe('plans', () => {
  test('the walk over unsettled purchases uses the partial index', async () => {
    const sql = `SELECT id FROM purchase WHERE status = ANY('{pending}') AND created_at < now()
      AND (created_at, id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
      ORDER BY created_at, id LIMIT 10`;
    expect(await planOf(sql)).toContain('purchase_unsettled_idx');
  });

  test('the newest prediction is one row of the primary key', async () => {
    const sql = `SELECT * FROM price_prediction WHERE market = '${MARKET}'
      ORDER BY generated_at DESC LIMIT 1`;
    expect(await planOf(sql)).toContain('Index Scan Backward using price_prediction_pkey');
  });

  /** With the ways barred that are quicker only because the tables are nearly empty. */
  function planOf(sql: string): Promise<string> {
    return database.transaction(async (run) => {
      await run({ text: 'SET LOCAL enable_seqscan = off' }, []);
      await run({ text: 'SET LOCAL enable_sort = off' }, []);
      const lines = await run<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${sql}` }, []);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    });
  }
});

function aPurchase(fields: Partial<Purchase> = {}): Purchase {
  return {
    id: crypto.randomUUID(),
    customerId: customer.id,
    user: 'u',
    retailer: 'r',
    status: 'pending',
    error: '',
    rows: 1,
    createdAt: now,
    updatedAt: now,
    ...fields,
  };
}

function aKey(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: crypto.randomUUID(),
    customerId: customer.id,
    label: '',
    digest: '',
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    ...fields,
  };
}

async function predictions(from: number, to: number): Promise<PricePrediction[]> {
  const found: PricePrediction[] = [];
  for await (const each of stores.prices.predictions(MARKET, from, to)) found.push(each);
  return found;
}
