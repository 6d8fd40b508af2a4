import type { Stores } from '@solano/domain/contracts';
import { aCustomer, aKey, all, anEntry, aPurchase, aWebhook } from '@solano/domain/contracts';
import type { Addition, SubmissionKey } from '@solano/domain/desk';
import { MINUTE_MS } from '@solano/domain/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForeignDatabase } from './stores.ts';

const MARKET = 'md_pdbc_spain';

const SUBMISSION = { key: 'k', fingerprint: 'f', since: new Date(0) };

const now = new Date('2026-11-21T12:00:00.001Z');
const customer = aCustomer();

let opened: Awaited<ReturnType<typeof openForeignDatabase>>;
let stores: Stores;

beforeAll(async () => {
  opened = await openForeignDatabase();
  ({ stores } = opened);
  await stores.customers.add(customer, anEntry());
});

afterAll(() => opened[Symbol.asyncDispose]());

describe('the limits of instants', () => {
  const instants = [
    '0001-01-01T00:00:00.000Z',
    '0099-12-31T23:59:59.999Z',
    '1899-12-31T23:45:16.004Z',
    '2026-10-25T00:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
    '+012345-01-01T00:00:00.500Z',
  ].map((text) => new Date(text));
  /** Prisma writes no years before the first; statements of our own do. */
  const everyInstant = [...instants, new Date('0000-06-01T23:45:00.000Z')];

  test.each(everyInstant)('the limits of instants hold for purchases: %o', async (at) => {
    const purchase = aPurchase(customer.id, { createdAt: at, updatedAt: at });
    await stores.purchases.add(purchase, '[]', { entry: anEntry() });
    expect(await stores.purchases.get(purchase.id)).toEqual(purchase);
    expect(await stores.purchases.history(purchase.id)).toMatchObject([{ at }]);
  });

  test.each(instants)(
    'the limits of instants hold for keys, webhooks and the audit log: %o',
    async (at) => {
      const webhook = aWebhook(customer.id, { createdAt: at, disabledAt: at });
      await stores.webhooks.add(webhook, anEntry());
      expect(await stores.webhooks.get(webhook.id)).toEqual(webhook);
      const key = aKey(customer.id, { createdAt: at, expiresAt: at, revokedAt: at });
      await stores.keys.add(key, anEntry());
      expect((await stores.keys.find(key.id))?.key).toEqual(key);
      await stores.keys.recordLastUsed(new Map([[key.id, at]]));
      expect(await stores.keys.get(key.id)).toMatchObject({ lastUsedAt: at });
      const entry = anEntry({ at, subject: at.toISOString(), customerId: webhook.id });
      await stores.audit.record([entry]);
      const query = { customerId: webhook.id, since: at, limit: 1 };
      expect(await stores.audit.list(query)).toEqual([entry]);
    },
  );

  test.each(everyInstant)('the limits of instants hold for prices: %o', async (at) => {
    const ends = [at.getTime(), at.getTime() + 15 * MINUTE_MS];
    const prices = [1_500, -1];
    const made = { generatedAt: at, origin: 'live', inputsUntil: at } as const;
    const prediction = { market: MARKET, ...made, stepMinutes: 15, ends, prices } as const;
    await stores.prices.putPredictions([prediction]);
    const time = at.getTime();
    expect(await all(stores.prices.predictions(MARKET, time, time))).toEqual([prediction]);
    const window = { from: time - 1, to: time + 1, before: time + 1 };
    expect(await stores.prices.lastPredictions(MARKET, [window])).toEqual([prediction]);
    const series = { stepMinutes: 15, ends, prices };
    const published = { source: 'omie', version: 1 } as const;
    const day = { market: MARKET, date: '0001-01-01', ...published, ...series } as const;
    await stores.prices.putRealised([day]);
    expect(await all(stores.prices.realised(MARKET, '0001-01-01', '9999-12-31'))).toEqual([day]);
  });

  test('the limits of instants allow queries over all of time', async () => {
    const found = await all(stores.prices.predictions(MARKET, -Infinity, Infinity, Infinity));
    expect(found).toHaveLength(everyInstant.length);
    const window = { from: -Infinity, to: Infinity, before: Infinity };
    const [last] = await stores.prices.lastPredictions(MARKET, [window]);
    expect(last?.generatedAt.getUTCFullYear()).toBe(12_345);
  });

  test('the limits of instants may lie further apart than PostgreSQL can count from its first year', async () => {
    const market = 'mid_pibc01_spain';
    const generatedAt = new Date('0001-01-01T00:00:00Z');
    const end = Date.parse('9999-12-31T00:00:00Z');
    const series = { stepMinutes: 15, ends: [end], prices: [1] };
    const made = { generatedAt, origin: 'live', inputsUntil: null } as const;
    const prediction = { market, ...made, ...series } as const;
    await stores.prices.putPredictions([prediction]);
    for (const from of [Date.parse('0001-01-01T00:00:00Z'), end - 1]) {
      expect(await all(stores.prices.predictions(market, from, end))).toEqual([prediction]);
      const window = { from, to: end, before: end };
      expect(await stores.prices.lastPredictions(market, [window])).toEqual([prediction]);
    }
  });
});

describe('a value that cannot be stored is rejected', () => {
  test.each(['a\0b', 'a\ud800', '\udc00'])('the text %j is rejected', async (text) => {
    const owner = { customerId: customer.id, user: text, retailer: 'r' };
    await rejected(
      stores.customers.add({ ...customer, id: crypto.randomUUID(), name: text }, anEntry()),
    );
    await rejected(stores.keys.add(aKey(customer.id, { label: text }), anEntry()));
    await rejected(
      stores.purchases.add(aPurchase(customer.id, { user: text }), '[]', { entry: anEntry() }),
    );
    await rejected(stores.purchases.add(aPurchase(customer.id), text, { entry: anEntry() }));
    await rejected(
      stores.purchases.add(aPurchase(customer.id), '[]', addition({ ...SUBMISSION, key: text })),
    );
    await rejected(stores.strategies.put(owner, [], anEntry()));
    await rejected(stores.webhooks.add(aWebhook(customer.id, { url: text }), anEntry()));
    const whose = { customerId: crypto.randomUUID() };
    await rejected(stores.audit.record([anEntry(whose), anEntry({ ...whose, subject: text })]));
    expect(await stores.audit.list({ ...whose, limit: 1 })).toEqual([]);
    expect(await stores.purchases.list({ ...owner, limit: 1 })).toEqual([]);
    expect(await stores.strategies.get(owner)).toBeUndefined();
    expect(await stores.customers.byName(text)).toBeUndefined();
    expect(await stores.keys.find(text)).toBeUndefined();
  });

  test('an update with a text that cannot be stored changes nothing', async () => {
    const purchase = aPurchase(customer.id);
    await stores.purchases.add(purchase, '[]', { entry: anEntry() });
    const json = '{"idmodel":1,"x":"\0"}';
    const common = { updatedAt: now, source: 'customer', entry: anEntry() } as const;
    const change = { status: 'failed', error: '', ...common } as const;
    const outputs = [
      { idmodel: 2, json: '{}' },
      { idmodel: 1, json },
    ];
    await rejected(stores.purchases.update(purchase.id, () => ({ ...change, error: '\0' })));
    await rejected(stores.purchases.update(purchase.id, () => ({ ...change, outputs })));
    expect(await stores.purchases.read(purchase.id)).toEqual({ purchase, outputs: [] });
  });

  test('a key of an index that exceeds a page is rejected', async () => {
    // Random, or PostgreSQL would compress it to a size that fits.
    const bytes = crypto.getRandomValues(new Uint8Array(8_000));
    const user = Buffer.from(bytes).toString('base64');
    await rejected(
      stores.strategies.put({ customerId: customer.id, user, retailer: 'r' }, [], anEntry()),
    );
  });

  test('a day that the calendar does not have is rejected', async () => {
    await rejected(all(stores.prices.realised(MARKET, '2026-02-30', '2026-03-01')));
  });

  async function rejected(call: Promise<unknown>): Promise<void> {
    await expect(call).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

test('a customer id that is no UUID is not found', async () => {
  const nobody = { customerId: 'nobody' };
  const rejected = { code: 'not_found' };
  await expect(stores.keys.add(aKey(nobody.customerId), anEntry())).rejects.toMatchObject(rejected);
  await expect(
    stores.purchases.add(aPurchase(nobody.customerId), '[]', { entry: anEntry() }),
  ).rejects.toMatchObject(rejected);
  const owner = { ...nobody, user: 'u', retailer: 'r' };
  await expect(stores.strategies.put(owner, [], anEntry())).rejects.toMatchObject(rejected);
  await expect(stores.webhooks.add(aWebhook(nobody.customerId), anEntry())).rejects.toMatchObject(
    rejected,
  );
  await expect(stores.audit.record([anEntry(nobody)])).rejects.toMatchObject(rejected);
  const keyed = stores.purchases.add(aPurchase(nobody.customerId), '[]', addition(SUBMISSION));
  await expect(keyed).rejects.toMatchObject(rejected);
});

test('an update may have more outputs than one statement takes', async () => {
  const purchase = aPurchase(customer.id);
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  const outputs = Array.from({ length: 1_001 }, (_, i) => ({ idmodel: -i - 1, json: `[${i}]` }));
  await stores.purchases.update(purchase.id, ({ status, error }) => {
    return { status, error, updatedAt: now, source: 'customer', outputs, entry: anEntry() };
  });
  expect((await stores.purchases.read(purchase.id))?.outputs).toEqual(outputs);
});

function addition(key: SubmissionKey): Addition {
  return { entry: anEntry(), key };
}
