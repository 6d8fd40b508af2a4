import { notFound, permissionDenied } from '@solano/domain/kernel';
import type { AuditSource } from '../audit/audit.ts';
import { type Customer, type CustomerStore, requireCustomer } from '../customers/customer.ts';
import {
  type ApiKey,
  type IssuedKey,
  issueKey,
  type KeyDeps,
  type KeyOptions,
  type KeyStore,
  readScopes,
  revokeKey,
} from './key.ts';

/** A customer with its keys, oldest first. */
interface ManagedCustomer {
  readonly customer: Customer;
  readonly keys: readonly ApiKey[];
  /** When one of the keys was last used, to a minute; null: never. */
  readonly lastUsedAt: Date | null;
}

/** All customers by name, in two reads of the stores. Errors: `store_unavailable`. */
export async function listCustomers(deps: {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly keys: Pick<KeyStore, 'listAll'>;
}): Promise<ManagedCustomer[]> {
  const [customers, keys] = await Promise.all([deps.customers.list(), deps.keys.listAll()]);
  const byCustomer = Map.groupBy(keys, ({ customerId }) => customerId);
  return customers.map((customer) => {
    const own = byCustomer.get(customer.id) ?? [];
    return { customer, keys: own, lastUsedAt: latest(own.map(({ lastUsedAt }) => lastUsedAt)) };
  });
}

/**
 * Issues a key of any customer, as {@link issueKey} does, for an operator whose own key may lack its scopes.
 * Errors: `permission_denied` for `operator`, which the command line alone gives; `not_found`,
 * `invalid_request`, `limit_reached`, `store_unavailable`.
 */
export async function issueCustomerKey(
  deps: KeyDeps,
  source: AuditSource,
  nameOrId: string,
  options: KeyOptions,
): Promise<IssuedKey> {
  const scopes = readScopes(options.scopes);
  if (scopes.includes('operator')) permissionDenied();
  return issueKey(deps, source, nameOrId, { ...options, scopes });
}

/** Makes a key of a customer invalid at once. Errors: `not_found` for either, `store_unavailable`. */
export async function revokeCustomerKey(
  deps: KeyDeps,
  source: AuditSource,
  nameOrId: string,
  id: string,
): Promise<void> {
  const customer = await requireCustomer(deps.customers, nameOrId);
  const key = await deps.keys.get(id);
  if (key?.customerId !== customer.id) notFound();
  await revokeKey(deps, source, id);
}

function latest(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce((last, each) => (each && (!last || each > last) ? each : last), null);
}
