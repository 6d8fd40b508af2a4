import type { OutageUpload, Plant } from '@solano/domain/assets';
import type { Purchase, StrategyOwner } from '@solano/domain/desk';
import { DAY_MS, dateAfter, HOUR_MS } from '@solano/domain/kernel';
import { unknownDay } from '@solano/domain/market';
import type { AuditEntry, ConsoleSession, Customer, Webhook } from '@solano/domain/service';
import { expect, test } from 'vitest';
import {
  aChange,
  aCustomer,
  addedCustomer,
  addedDeliveries,
  addedPlant,
  addedUnavailability,
  addedWebhook,
  aKey,
  all,
  anEntry,
  anUnavailability,
  aPlant,
  aPurchase,
  aWebhook,
  later,
} from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { aDay, aPrediction, MARKET } from '../price-store/examples.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** What a change is made of, and to: a customer with one of everything. */
interface Given {
  readonly customer: Customer;
  readonly keyId: string;
  readonly plant: Plant;
  readonly recordId: string;
  readonly webhook: Webhook;
  readonly owner: StrategyOwner;
  readonly purchase: Purchase;
  /** Pending, to the webhook. */
  readonly deliveryId: string;
  readonly upload: OutageUpload;
  readonly sessionDigest: string;
  /** Of a market day of which nothing is known. */
  readonly marketDate: string;
  /** Of whatever a change adds: the same in each try. */
  readonly added: Customer;
}

type Change = (stores: Stores, given: Given, entry: AuditEntry) => Promise<unknown>;

/** Every change that a store makes along with its entry. */
const CHANGES: Record<string, Change> = {
  'adding a customer': ({ customers }, { added }, entry) => customers.add(added, entry),
  'changing permissions': ({ customers }, { customer }, entry) =>
    customers.updatePermissions(customer.id, () => ['prices'], entry),
  'removing some of a customer’s records': ({ customerRecords }, { customer }, entry) =>
    customerRecords.removeSome(customer.id, 'plants', 9, () => entry),
  'removing a customer': ({ customerRecords }, { customer }, entry) =>
    customerRecords.remove(customer.id, entry),
  'adding a key': ({ keys }, { customer, added }, entry) =>
    keys.add(aKey(customer.id, { id: added.id.replaceAll('-', '') }), entry),
  'revoking a key': ({ keys }, { keyId }, entry) =>
    keys.update(keyId, () => ({ expiresAt: null, revokedAt: later(1), entry })),
  'replacing a key': ({ keys }, { keyId, customer }, entry) => {
    const successor = aKey(customer.id);
    return keys.update(keyId, () => ({ expiresAt: null, revokedAt: later(1), successor, entry }));
  },
  'adding a plant': ({ plants }, { customer, added }, entry) =>
    plants.add(aPlant(customer.id, { id: added.id, name: 'added' }), entry),
  'changing a plant': ({ plants }, { customer, plant }, entry) =>
    plants.update(customer.id, plant.id, (each) => ({ ...each, area: 'PT' }), entry),
  'removing a plant': ({ plants }, { customer, plant }, entry) =>
    plants.remove(customer.id, plant.id, entry),
  'importing plants': ({ plants }, { customer, plant }, entry) => {
    const make = (name: string, present?: Plant) =>
      present ? { ...present, area: 'PT' } : aPlant(customer.id, { name });
    return plants.putAll(customer.id, [plant.name, 'imported'], make, () => entry);
  },
  'adding an unavailability': ({ unavailabilities }, { plant, added }, entry) =>
    unavailabilities.add(anUnavailability(plant, { id: added.id }), entry),
  'changing an unavailability': ({ unavailabilities }, { customer, recordId }, entry) => {
    const change = <T>(record: T): T => ({ ...record, observations: 'changed' });
    return unavailabilities.update(customer.id, recordId, change, entry);
  },
  'removing an unavailability': ({ unavailabilities }, { customer, recordId }, entry) =>
    unavailabilities.remove(customer.id, recordId, entry),
  'recording an upload': ({ unavailabilities }, { customer, plant }, entry) =>
    unavailabilities.replaceAll(customer.id, [anUnavailability(plant)], entry),
  'settling strategies': ({ strategies }, { owner }, entry) =>
    strategies.put(owner, [{ idmodel: 1, enabled: false, parameters: {} }], entry),
  'adding a webhook': ({ webhooks }, { customer, added }, entry) =>
    webhooks.add(aWebhook(customer.id, { id: added.id }), entry),
  'removing a webhook': ({ webhooks }, { webhook }, entry) => webhooks.remove(webhook.id, entry),
  'disabling a webhook': ({ webhooks }, { webhook }, entry) => webhooks.disable(webhook.id, entry),
  'changing a webhook': ({ webhooks }, { webhook }, entry) =>
    webhooks.update(webhook.id, { events: ['purchase.failed'] }, entry),
  'repeating a message': ({ webhooks }, { deliveryId }, entry) =>
    webhooks.replayed(deliveryId, entry),
  'submitting a purchase': ({ purchases }, { customer, added }, entry) =>
    purchases.add(aPurchase(customer.id, { id: added.id }), '[]', { entry }),
  'updating a purchase': ({ purchases }, { purchase }, entry) =>
    purchases.update(purchase.id, (each) => aChange(each, { status: 'failed', entry })),
  'requesting a backtest': ({ backtests }, { owner, added }, entry) => {
    const range = { from: '2026-01-01', to: '2026-01-02', series: null, createdAt: later(1) };
    const request = { ...owner, ...range, id: added.id, settings: [], settingsVersion: null };
    return backtests.add(request, 1, entry);
  },
  'deciding on a purchase': ({ decisions }, { purchase }, entry) =>
    decisions.add(purchase.id, A_DECISION, { entry, deliveries: [] }),
  'recording an outage file': ({ uploads }, { plant, added }, entry) => {
    const upload = anUpload(plant, added.id);
    return uploads.record(upload, [anUnavailability(plant)], undefined, entry);
  },
  'taking back an outage file': ({ uploads }, { upload }, entry) =>
    uploads.takeBack(upload.customerId, upload.id, entry, false),
  'releasing held messages': ({ webhooks }, _given, entry) => webhooks.release(entry),
  'beginning a session': ({ consoleSessions }, { keyId, added }, entry) =>
    consoleSessions.begin(aSession(keyId, added.id), entry),
  'ending a session': ({ consoleSessions }, { sessionDigest }, entry) =>
    consoleSessions.end(sessionDigest, entry),
  'storing a prediction': ({ prices }, { customer }, entry) =>
    prices.seenBy(customer.id).putPredictions([aPrediction(PRICED)], entry),
  'importing prices': ({ prices }, { customer }, entry) =>
    prices.seenBy(customer.id).putRealised([aDay(PRICED_DAY)], entry),
  'replacing prices': ({ prices }, { customer }, entry) =>
    prices.seenBy(customer.id).replaceRealised([aDay(PRICED_DAY)], entry),
  'changing a market day': ({ market }, { marketDate }, entry) => {
    const day = { ...unknownDay(MARKET, marketDate), checkedAt: later(1) };
    return market.updateDay(MARKET, marketDate, () => ({ day, entry }));
  },
};

const A_DECISION = { idmodel: 1, note: '', decidedAt: later(1), decidedBy: 'key k' };
const PRICED_DAY = '2026-01-01';
const PRICED = Date.parse(PRICED_DAY);
/** Market days belong to no customer: each test has its own. */
let marketDays = 0;

function aSession(keyId: string, digest: string): ConsoleSession {
  return { digest, keyId, createdAt: later(0), expiresAt: later(HOUR_MS) };
}

function anUpload({ customerId, name }: Plant, id: string): OutageUpload {
  const file = { fileName: 'a.csv', key: `a/${id}.csv`, digest: id, mode: 'add', rows: 1 } as const;
  return { id, customerId, ...file, plants: [name], uploadedAt: later(1), by: 'key k' };
}

/** The tests that a change and its audit entry are stored together or not at all. */
export function auditedChanges(handles: TwoHandles): void {
  test.each(Object.entries(CHANGES))('the change %s writes its entry once', async (_, change) => {
    const { here, there } = handles;
    const given = await someThings(here);
    const before = await stateOf(here, given);
    const entry = anEntry({ customerId: given.customer.id, subject: 'this change' });
    await change(here, given, entry);
    expect(await entriesOf(there, given)).toEqual([entry]);
    expect(await stateOf(there, given)).not.toEqual(before);
  });

  test.each(Object.entries(CHANGES))(
    'the change %s is not made when its entry fails',
    async (_, change) => {
      const { here, there } = handles;
      const given = await someThings(here);
      const before = await stateOf(here, given);
      const unstorable = anEntry({
        customerId: given.customer.id,
        subject: 'half of a pair \ud800',
      });
      expect(await codeOf(change(here, given, unstorable))).toBe('invalid_request');
      expect(await stateOf(there, given)).toEqual(before);
      expect(await entriesOf(there, given)).toEqual([]);
    },
  );

  test('a record that does not exist is not changed, and no entry is written', async () => {
    const { here, there } = handles;
    const given = await someThings(here);
    const { id } = given.customer;
    const entry = anEntry({ customerId: id });
    const unknown = crypto.randomUUID();
    const never = () => expect.unreachable('there is nothing to change');
    expect(await here.customers.updatePermissions(unknown, never, entry)).toBeUndefined();
    expect(await here.customerRecords.remove(unknown, entry)).toBe(false);
    expect(await here.plants.update(id, unknown, never, entry)).toBeUndefined();
    expect(await here.plants.remove(id, unknown, entry)).toBe(false);
    expect(await here.unavailabilities.update(id, unknown, never, entry)).toBeUndefined();
    expect(await here.unavailabilities.remove(id, unknown, entry)).toBe(false);
    expect(await here.webhooks.remove(unknown, entry)).toBe(false);
    await here.webhooks.disable(unknown, entry);
    expect(await entriesOf(there, given)).toEqual([]);
  });
}

async function someThings(stores: Stores): Promise<Given> {
  const customer = await addedCustomer(stores);
  const plant = await addedPlant(stores, { customerId: customer.id });
  const record = await addedUnavailability(stores, {}, plant);
  const webhook = await addedWebhook(stores, { customerId: customer.id });
  const key = aKey(customer.id);
  await stores.keys.add(key, anEntry());
  const owner = { customerId: customer.id, user: 'user', retailer: 'retailer' };
  const purchase = aPurchase(customer.id);
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  const [delivery] = await addedDeliveries(stores, webhook, [{}]);
  const upload = anUpload(plant, crypto.randomUUID());
  const hour = { start: '2026-07-01T00:00:00Z', end: '2026-07-01T01:00:00Z' };
  const brought = anUnavailability(plant, { ...hour, updatedAt: upload.uploadedAt });
  await stores.uploads.record(upload, [brought], undefined, anEntry());
  const sessionDigest = crypto.randomUUID();
  await stores.consoleSessions.begin(aSession(key.id, sessionDigest), anEntry());
  await stores.webhooks.hold(later(0));
  marketDays += 1;
  return {
    customer,
    plant,
    recordId: record.id,
    webhook,
    keyId: key.id,
    owner,
    purchase,
    deliveryId: delivery?.id ?? '',
    upload,
    sessionDigest,
    marketDate: dateAfter('2040-01-01', marketDays),
    added: aCustomer(),
  };
}

/** All that the changes could have changed. */
async function stateOf(stores: Stores, given: Given): Promise<unknown[]> {
  const { customer, owner, added, purchase, webhook, sessionDigest, marketDate } = given;
  const { id } = customer;
  const prices = stores.prices.seenBy(id);
  return [
    await stores.customers.get(id),
    await stores.customers.get(added.id),
    await stores.keys.list(id),
    await all(stores.plants.list(id)),
    await all(stores.unavailabilities.list(id, undefined, { offset: 0 })),
    await stores.webhooks.list(id),
    await stores.strategies.get(owner),
    await stores.purchases.get(purchase.id),
    await stores.purchases.get(added.id),
    await stores.decisions.list(purchase.id),
    await stores.backtests.get(owner, added.id),
    await stores.webhooks.heldSince(),
    await all(stores.uploads.list(id, { offset: 0 })),
    await stores.webhooks.deliveries(webhook.id, 10),
    await stores.consoleSessions.find(sessionDigest),
    await stores.consoleSessions.find(added.id),
    await all(prices.predictions(MARKET, PRICED, PRICED + DAY_MS)),
    await all(prices.realised(MARKET, PRICED_DAY, PRICED_DAY)),
    await stores.market.known(MARKET, marketDate),
  ];
}

function entriesOf({ audit }: Stores, { customer }: Given): Promise<AuditEntry[]> {
  return audit.list({ customerId: customer.id, limit: 10 });
}
