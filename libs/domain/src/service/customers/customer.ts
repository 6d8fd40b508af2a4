import {
  type Clock,
  invalidRequest,
  isReservedFolder,
  isSolanoError,
  permissionDenied,
  SolanoError,
} from '@solano/domain/kernel';
import type { AuditEntry, AuditSource } from '../audit/audit.ts';

/** A customer's permissions beyond its own data. */
export const PERMISSIONS = ['prices'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const MAX_NAME_LENGTH = 255;

export interface Customer {
  readonly id: string;
  /** Unique. */
  readonly name: string;
  /** The customer's folder in the object store; null where it has none. */
  readonly folder: string | null;
  readonly permissions: readonly Permission[];
}

/** Keeps customers; each change along with its audit entry, both or neither. Errors: `store_unavailable`. */
export interface CustomerStore {
  /** Errors: `already_exists` when another customer has the name. */
  add(customer: Customer, entry: AuditEntry): Promise<void>;
  /** By id. */
  get(id: string): Promise<Customer | undefined>;
  byName(name: string): Promise<Customer | undefined>;
  /** All customers by name, in code-point order. */
  list(): Promise<Customer[]>;
  /** Replaces the permissions atomically. Returns the customer, if there is one. */
  updatePermissions(
    id: string,
    change: (permissions: readonly Permission[]) => readonly Permission[],
    entry: AuditEntry,
  ): Promise<Customer | undefined>;
}

interface PermissionDeps {
  readonly customers: CustomerStore;
  readonly clock: Clock;
}

export interface CustomerDeps extends PermissionDeps {
  readonly newId: () => string;
}

/**
 * Adds a customer, by default with a folder of its own name. Errors: `invalid_request`
 * for an unusable name, `already_exists`, `store_unavailable`.
 */
export async function addCustomer(
  deps: CustomerDeps,
  source: AuditSource,
  name: string,
  options: { withoutFolder?: boolean } = {},
): Promise<Customer> {
  requireName(name);
  const folder = options.withoutFolder ? null : name;
  const customer: Customer = { id: deps.newId(), name, folder, permissions: [] };
  try {
    const change = { action: 'customer.add', customerId: customer.id, subject: name } as const;
    await deps.customers.add(customer, { ...source, at: deps.clock(), ...change });
  } catch (cause) {
    if (!isSolanoError(cause, 'already_exists')) throw cause;
    throw new SolanoError('already_exists', `There is a customer ${name} already.`, { cause });
  }
  return customer;
}

/** The customer with this name or, failing that, id. Errors: `not_found`, `store_unavailable`. */
export async function requireCustomer(
  customers: CustomerStore,
  nameOrId: string,
): Promise<Customer> {
  const found = (await customers.byName(nameOrId)) ?? (await customers.get(nameOrId));
  if (found) return found;
  throw new SolanoError('not_found', `There is no customer ${nameOrId}.`);
}

/** @throws SolanoError `permission_denied`, with its remedy, unless the customer has the permission. */
export function requirePermission({ permissions }: Customer, permission: Permission): void {
  if (!permissions.includes(permission)) permissionDenied(grantRemedy(permission));
}

/** Says who grants a permission, and by which command. */
export function grantRemedy(permission: Permission): string {
  return `The operator of the service grants the permission ${permission}: solano permission grant <customer> ${permission}`;
}

/** Grants or revokes a permission. Errors: `invalid_request`, `not_found`, `store_unavailable`. */
export async function setPermission(
  { customers, clock }: PermissionDeps,
  source: AuditSource,
  nameOrId: string,
  permission: string,
  granted: boolean,
): Promise<Customer> {
  const known = PERMISSIONS.find((name) => name === permission);
  if (!known) {
    throw invalidRequest(`Unknown permission: ${permission} (one of ${PERMISSIONS.join(', ')})`);
  }
  const { id } = await requireCustomer(customers, nameOrId);
  const change = (permissions: readonly Permission[]) => {
    const others = permissions.filter((name) => name !== known);
    return granted ? [...others, known] : others;
  };
  const action = granted ? 'permission.grant' : 'permission.revoke';
  const entry = { ...source, at: clock(), action, customerId: id, subject: known } as const;
  const changed = await customers.updatePermissions(id, change, entry);
  if (changed) return changed;
  throw new SolanoError('not_found', `There is no customer ${nameOrId}.`);
}

function requireName(name: string): void {
  const usable = name.trim() !== '' && name.isWellFormed() && !/\p{Cc}/u.test(name);
  if (!usable) {
    throw invalidRequest('A customer needs a name without control characters.');
  }
  if (isReservedFolder(name)) {
    throw invalidRequest(
      `The name ${name} is reserved: the service keeps objects of its own under it.`,
    );
  }
  if (Array.from(name).length > MAX_NAME_LENGTH) {
    throw invalidRequest(`A customer's name has ${MAX_NAME_LENGTH} characters at most.`);
  }
}
