import { PLANT_DEFAULTS, type Plant, type Unavailability } from '@solano/domain/assets';
import type { Purchase, PurchaseChange } from '@solano/domain/desk';
import type { Rows } from '@solano/domain/kernel';
import {
  type ApiKey,
  type AuditEntry,
  type AuditSource,
  type Customer,
  type NewDelivery,
  SCOPES,
  type SecretCipher,
  type Webhook,
} from '@solano/domain/service';
import type { Stores } from './stores.ts';

/** Texts that quoting, collation, length limits or lookups by pattern get wrong. */
export const ODD_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['emoji', '🏭 Energía ⚡ 👩‍👩‍👧'],
  ['quotes', `O'Brien "& Sons" \`x\` --; DROP TABLE customers`],
  ['percent and backslash', '100%_\\%\\\\_'],
  ['a composed letter', 'caf\u00e9'],
  ['a combining accent', 'cafe\u0301'],
  ['spaces around', '  plant  '],
  ['line ends and tabs', 'a\r\nb\tc'],
  ['255 code points outside the BMP', '\u{1d11e}'.repeat(255)],
  ['a path', '../a/b?c#d%2F'],
  ['a name of objects', '__proto__'],
  ['right to left', '\u202eשלום'],
];

/** Stores secrets with their owner before them: a stand-in where it matters only that they pass through. */
export const OPEN_CIPHER: SecretCipher = {
  prefix: 'open:',
  encrypt: (secret, owner) => `open:${owner}:${secret}`,
  decrypt: (stored, owner) => stored.replace(`open:${owner}:`, ''),
};

/** Ids and names that no record has, some of which no record can have. */
export const UNKNOWN_IDS: readonly (readonly [what: string, id: string])[] = [
  ['a UUID', '00000000-0000-4000-8000-000000000000'],
  ['some text', 'no such id'],
  ['nothing', ''],
  ['a pattern', '%'],
  ['a condition', "' OR '1'='1"],
  ['a NUL', 'nul\0'],
  ['a long text', 'x'.repeat(5_000)],
];

/** One JSON array whose text no round trip through parsed values keeps. */
export const EXACT_JSON = String.raw`[ {"purchase":1.10,"b":1e-7, "a":12345678901234567890},
	{"10":1,"9":2,"z":-0.0,"z":1E+2,"text":"\u00e9\ud83d\ude00\/\u0000","deep":[[],{}, null ]} ]`;

/** An instant whose milliseconds matter. */
export const INSTANT = new Date('2026-03-29T01:00:00.123Z');

/** An instant some milliseconds after {@link INSTANT}. */
export function later(ms: number): Date {
  return new Date(INSTANT.getTime() + ms);
}

/** Who makes the changes of a test. */
export const SOURCE: AuditSource = { actor: 'operator test', origin: 'test', requestId: null };

/** The audit entry of a change that a test does not look at. */
export function anEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...SOURCE,
    at: new Date(INSTANT),
    action: 'demo.prepare',
    customerId: null,
    subject: '',
    ...fields,
  };
}

let count = 0;

export function aCustomer(fields: Partial<Customer> = {}): Customer {
  count += 1;
  return {
    id: crypto.randomUUID(),
    name: `customer ${count}`,
    folder: null,
    permissions: [],
    ...fields,
  };
}

/** Adds a customer for the records of one test. */
export async function addedCustomer(stores: Stores, fields?: Partial<Customer>): Promise<Customer> {
  const customer = aCustomer(fields);
  await stores.customers.add(customer, anEntry());
  return customer;
}

export function aKey(customerId: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: crypto.randomUUID().replaceAll('-', ''),
    customerId,
    label: '',
    digest: 'ab'.repeat(32),
    scopes: [...SCOPES],
    createdAt: new Date(INSTANT),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...fields,
  };
}

export function aPurchase(customerId: string, fields: Partial<Purchase> = {}): Purchase {
  return {
    id: crypto.randomUUID(),
    customerId,
    user: 'user',
    retailer: 'retailer',
    status: 'pending',
    error: '',
    rows: 1,
    deliversFrom: new Date(INSTANT),
    deliversTo: new Date(INSTANT),
    requestId: 'order-7',
    wasSettled: false,
    createdAt: new Date(INSTANT),
    updatedAt: new Date(INSTANT),
    ...fields,
  };
}

/** Adds a purchase of a customer of its own. */
export async function addedPurchase(
  stores: Stores,
  fields: Partial<Purchase> = {},
  series = '[]',
): Promise<Purchase> {
  const { id } = await addedCustomer(stores);
  const purchase = aPurchase(id, fields);
  await stores.purchases.add(purchase, series, { entry: anEntry() });
  return purchase;
}

/** A change that leaves a purchase's status and error as they are, but for the given fields. */
export function aChange(purchase: Purchase, fields: Partial<PurchaseChange> = {}): PurchaseChange {
  const { status, error } = purchase;
  const change = { updatedAt: later(1), source: 'customer', entry: anEntry() } as const;
  return { status, error, ...change, ...fields };
}

export function aWebhook(customerId: string, fields: Partial<Webhook> = {}): Webhook {
  return {
    id: crypto.randomUUID(),
    customerId,
    url: 'https://example.com/hook?x=1#y',
    events: ['purchase.completed', 'purchase.failed'],
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    createdAt: new Date(INSTANT),
    disabledAt: null,
    gateClosingMinutes: 60,
    ...fields,
  };
}

/** Adds a webhook, by default of a customer of its own. */
export async function addedWebhook(
  stores: Stores,
  fields: Partial<Webhook> = {},
): Promise<Webhook> {
  const customerId = fields.customerId ?? (await addedCustomer(stores)).id;
  const webhook = aWebhook(customerId, fields);
  await stores.webhooks.add(webhook, anEntry());
  return webhook;
}

export function aDelivery(webhookId: string, fields: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: crypto.randomUUID(),
    webhookId,
    event: 'purchase.completed',
    body: '{"type":"purchase.completed"}',
    createdAt: new Date(INSTANT),
    ...fields,
  };
}

/** Adds a purchase of the webhook's customer, and a delivery to the webhook for each of the fields. */
export async function addedDeliveries(
  stores: Stores,
  { id, customerId }: Webhook,
  fields: readonly Partial<NewDelivery>[],
): Promise<NewDelivery[]> {
  const purchase = aPurchase(customerId);
  const deliveries = fields.map((each) => aDelivery(id, each));
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  await stores.purchases.update(purchase.id, (present) => aChange(present, { deliveries }));
  return deliveries;
}

export function aPlant(customerId: string, fields: Partial<Plant> = {}): Plant {
  count += 1;
  return {
    ...PLANT_DEFAULTS,
    id: crypto.randomUUID(),
    customerId,
    name: `plant ${count}`,
    lat: '40.4167754',
    lon: '-3.7037902',
    installedCapacityMw: '50.000',
    nominalCapacityMw: '48.500',
    area: 'ES',
    technologyType: 'wind',
    lastTrainingTreesAt: '2026-03-29 02:30',
    agrupation: '',
    timezone: 'Europe/Madrid',
    createdAt: new Date(INSTANT),
    updatedAt: new Date(INSTANT),
    ...fields,
  };
}

/** Adds a plant, by default of a customer of its own. */
export async function addedPlant(stores: Stores, fields: Partial<Plant> = {}): Promise<Plant> {
  const customerId = fields.customerId ?? (await addedCustomer(stores)).id;
  const plant = aPlant(customerId, fields);
  await stores.plants.add(plant, anEntry());
  return plant;
}

export function anUnavailability(
  { customerId, name }: Plant,
  fields: Partial<Unavailability> = {},
): Unavailability {
  return {
    id: crypto.randomUUID(),
    customerId,
    plantName: name,
    start: '2026-10-25T00:30:00Z',
    end: '2026-10-25T01:30:00.000001Z',
    availablePowerMw: 12.5,
    availabilityType: 'CURTAILMENT',
    observations: '',
    sourceUnit: null,
    sourceValue: null,
    timezoneSource: null,
    createdAt: new Date(INSTANT),
    updatedAt: new Date(INSTANT),
    ...fields,
  };
}

/** Adds an unavailability, by default of a plant and a customer of its own. */
export async function addedUnavailability(
  stores: Stores,
  fields: Partial<Unavailability> = {},
  plant?: Plant,
): Promise<Unavailability> {
  const record = anUnavailability(plant ?? (await addedPlant(stores)), fields);
  await stores.unavailabilities.add(record, anEntry());
  return record;
}

/** All that a list gives. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}

/** A list of these rows, of which none follows. */
export function listOf<T>(rows: readonly T[]): Rows<T> {
  return {
    last: async () => undefined,
    async *[Symbol.asyncIterator]() {
      yield* rows;
    },
  };
}
