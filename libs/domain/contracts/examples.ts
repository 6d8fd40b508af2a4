import type { ApiKey, Customer, Purchase, PurchaseChange } from '@solano/domain';
import type { Stores } from './stores.ts';

/** Texts that quoting, collation, length limits or look-ups by pattern get wrong. */
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
  await stores.customers.add(customer);
  return customer;
}

export function aKey(customerId: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: crypto.randomUUID().replaceAll('-', ''),
    customerId,
    label: '',
    digest: 'ab'.repeat(32),
    createdAt: new Date(INSTANT),
    expiresAt: null,
    revokedAt: null,
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
  await stores.purchases.add(purchase, series);
  return purchase;
}

/** A change that leaves a purchase's status and error as they are, but for the given fields. */
export function aChange(purchase: Purchase, fields: Partial<PurchaseChange> = {}): PurchaseChange {
  const { status, error } = purchase;
  return { status, error, updatedAt: later(1), source: 'customer', ...fields };
}
