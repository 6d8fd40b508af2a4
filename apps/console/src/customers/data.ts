import { invalidate, loadOnce } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { NewKey } from '../keys/data.ts';
import { permitted } from '../session/permitted.ts';

export type Customer = Schemas['Customer'];

const KEY = 'customers';

export function useCustomers(): Query<Customer[]> {
  return useQuery(KEY, listCustomers);
}

function listCustomers(): Promise<Customer[]> {
  return permitted('operator', () => dataOf(api.GET('/api/v0/customers')));
}

/** Adds a customer; the list then has it. */
export async function addCustomer(name: string, folder: boolean): Promise<void> {
  await dataOf(api.POST('/api/v0/customers', { body: { name, folder } }));
  invalidate(KEY);
  await loadOnce(KEY, listCustomers);
}

/** Issues a key of a customer and returns it; it is shown only once. */
export async function issueCustomerKey(customer: string, body: NewKey): Promise<string> {
  const params = { path: { customer } };
  const { key } = await dataOf(api.POST('/api/v0/customers/{customer}/keys', { params, body }));
  invalidate(KEY);
  return key;
}

export async function revokeCustomerKey(customer: string, id: string): Promise<void> {
  const params = { path: { customer, id } };
  await dataOf(api.DELETE('/api/v0/customers/{customer}/keys/{id}', { params }));
  invalidate(KEY);
}

export async function permitPrices(customer: string, isGranted: boolean): Promise<void> {
  const path = '/api/v0/customers/{customer}/permissions/{permission}';
  const params = { path: { customer, permission: 'prices' } } as const;
  await dataOf(isGranted ? api.PUT(path, { params }) : api.DELETE(path, { params }));
  invalidate(KEY);
}
