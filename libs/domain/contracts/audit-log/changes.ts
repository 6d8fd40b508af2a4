import type { AuditEntry, Customer, Plant, StrategyOwner, Webhook } from '@solano/domain';
import { expect, test } from 'vitest';
import {
  aCustomer,
  addedCustomer,
  addedPlant,
  addedUnavailability,
  addedWebhook,
  aKey,
  all,
  anEntry,
  anUnavailability,
  aPlant,
  aWebhook,
  later,
} from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** What a change is made of, and to: a customer with one of everything. */
interface Given {
  readonly customer: Customer;
  readonly keyId: string;
  readonly plant: Plant;
  readonly recordId: string;
  readonly webhook: Webhook;
  readonly owner: StrategyOwner;
  /** Of whatever a change adds: the same in each try. */
  readonly added: Customer;
}

type Change = (stores: Stores, given: Given, entry: AuditEntry) => Promise<unknown>;

/** Every change that a store makes along with its entry. */
const CHANGES: Record<string, Change> = {
  'adding a customer': ({ customers }, { added }, entry) => customers.add(added, entry),
  'changing permissions': ({ customers }, { customer }, entry) =>
    customers.updatePermissions(customer.id, () => ['prices'], entry),
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
};

/** The tests that a change and its audit entry are stored together or not at all. */
export function auditedChanges(handles: TwoHandles): void {
  test.each(Object.entries(CHANGES))('%s writes its entry once', async (_, change) => {
    const { here, there } = handles;
    const given = await someThings(here);
    const before = await stateOf(here, given);
    const entry = anEntry({ customerId: given.customer.id, subject: 'this change' });
    await change(here, given, entry);
    expect(await entriesOf(there, given)).toEqual([entry]);
    expect(await stateOf(there, given)).not.toEqual(before);
  });

  test.each(Object.entries(CHANGES))('%s is not done when its entry fails', async (_, change) => {
    const { here, there } = handles;
    const given = await someThings(here);
    const before = await stateOf(here, given);
    const unstorable = anEntry({ customerId: given.customer.id, subject: 'half of a pair \ud800' });
    expect(await codeOf(change(here, given, unstorable))).toBe('invalid_request');
    expect(await stateOf(there, given)).toEqual(before);
    expect(await entriesOf(there, given)).toEqual([]);
  });

  test('what is not there is not changed, and nothing is written', async () => {
    const { here, there } = handles;
    const given = await someThings(here);
    const { id } = given.customer;
    const entry = anEntry({ customerId: id });
    const unknown = crypto.randomUUID();
    const never = () => expect.unreachable('there is nothing to change');
    expect(await here.customers.updatePermissions(unknown, never, entry)).toBeUndefined();
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
  const added = aCustomer();
  return { customer, plant, recordId: record.id, webhook, keyId: key.id, owner, added };
}

/** All that the changes could have changed. */
async function stateOf(stores: Stores, { customer, owner, added }: Given): Promise<unknown[]> {
  const { id } = customer;
  return [
    await stores.customers.get(id),
    await stores.customers.get(added.id),
    await stores.keys.list(id),
    await all(stores.plants.list(id, { offset: 0 })),
    await all(stores.unavailabilities.list(id, undefined, { offset: 0 })),
    await stores.webhooks.list(id),
    await stores.strategies.get(owner),
  ];
}

function entriesOf({ audit }: Stores, { customer }: Given): Promise<AuditEntry[]> {
  return audit.list({ customerId: customer.id, limit: 10 });
}
