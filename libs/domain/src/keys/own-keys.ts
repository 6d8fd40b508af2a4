import type { AuditSource } from '../audit/audit.ts';
import { notFound, permissionDenied } from '../errors.ts';
import type { ApiKey, Caller, IssuedKey, KeyDeps, KeyOptions, Scope } from './key.ts';
import { addKey, readScopes, revokeKey, rotateKey } from './key.ts';

/** Without {@link KeyDeps.customers}: the caller's customer is known. */
type OwnKeyDeps = Omit<KeyDeps, 'customers'>;

/**
 * Issues a key of the caller's customer. Left out, its scopes are those of the caller's key, but for
 * `operator`. Errors: `permission_denied` for a scope that the caller's key has not and for
 * `operator`, which the command line alone gives; `invalid_request`, `store_unavailable`.
 */
export async function issueOwnKey(
  deps: OwnKeyDeps,
  source: AuditSource,
  { customer, key }: Caller,
  options: KeyOptions,
): Promise<IssuedKey> {
  const scopes = options.scopes ? readScopes(options.scopes) : key.scopes.filter(isGivable);
  requireGivable(key, scopes);
  return addKey(deps, source, customer, { ...options, scopes });
}

/** Makes a key of the caller's customer invalid at once. Errors: `not_found`, `store_unavailable`. */
export async function revokeOwnKey(
  deps: OwnKeyDeps,
  source: AuditSource,
  caller: Caller,
  id: string,
): Promise<void> {
  await requireOwn(deps, caller, id);
  await revokeKey(deps, source, id);
}

/**
 * Replaces a key of the caller's customer as {@link rotateKey} does. Errors: `not_found`,
 * `permission_denied` where the key has more scopes than the caller's, or `operator`;
 * `invalid_request` where it is not valid any more, `store_unavailable`.
 */
export async function rotateOwnKey(
  deps: KeyDeps,
  source: AuditSource,
  caller: Caller,
  id: string,
  graceMs: number,
): Promise<IssuedKey & { graceUntil: Date | null }> {
  const key = await requireOwn(deps, caller, id);
  requireGivable(caller.key, key.scopes);
  return rotateKey(deps, source, id, graceMs);
}

async function requireOwn({ keys }: OwnKeyDeps, { customer }: Caller, id: string): Promise<ApiKey> {
  const key = await keys.get(id);
  return key?.customerId === customer.id ? key : notFound();
}

function isGivable(scope: Scope): boolean {
  return scope !== 'operator';
}

function requireGivable({ scopes }: ApiKey, wanted: readonly Scope[]): void {
  if (!wanted.every((scope) => isGivable(scope) && scopes.includes(scope))) permissionDenied();
}
