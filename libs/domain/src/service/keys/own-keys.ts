import { notFound, permissionDenied, SolanoError } from '@solano/domain/kernel';
import type { AuditSource } from '../audit/audit.ts';
import type { ApiKey, Caller, IssuedKey, KeyDeps, KeyOptions, OwnKeyDeps, Scope } from './key.ts';
import { addKey, endOf, readScopes, revokeKey, rotateKey } from './key.ts';

/**
 * Issues a key of the caller's customer. Left out, its scopes are those of the caller's key, but for
 * `operator`, and it is valid as long as that key. Errors: `permission_denied` for a scope that the
 * caller's key has not, for `operator`, which the command line alone gives, and for a longer lifetime;
 * `invalid_request`, `limit_reached`, `store_unavailable`.
 */
export async function issueOwnKey(
  deps: OwnKeyDeps,
  source: AuditSource,
  { customer, key }: Caller,
  options: KeyOptions,
): Promise<IssuedKey> {
  const scopes = options.scopes ? readScopes(options.scopes) : key.scopes.filter(isGivable);
  requireGivable(key, scopes);
  const until = endOf(key);
  requireWithin(until, options.lifetimeMs, deps.clock());
  return addKey(deps, source, customer, { ...options, scopes, until });
}

/**
 * Makes a key of the caller's customer invalid at once. Errors: `not_found`, `permission_denied`
 * where the key has scopes that the caller's lacks, `store_unavailable`.
 */
export async function revokeOwnKey(
  deps: OwnKeyDeps,
  source: AuditSource,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScopes(caller.key, (await requireOwn(deps, caller, id)).scopes);
  await revokeKey(deps, source, id);
}

/**
 * Replaces a key of the caller's customer as {@link rotateKey} does; the new one is not valid for longer
 * than the caller's is now. Errors: `not_found`, `permission_denied` where the key has more scopes than
 * the caller's, or `operator`; `invalid_request` where it is not valid any more, `limit_reached`,
 * `store_unavailable`.
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
  return rotateKey(deps, source, id, graceMs, endOf(caller.key));
}

async function requireOwn({ keys }: OwnKeyDeps, { customer }: Caller, id: string): Promise<ApiKey> {
  const key = await keys.get(id);
  return key?.customerId === customer.id ? key : notFound();
}

function isGivable(scope: Scope): boolean {
  return scope !== 'operator';
}

function requireGivable(key: ApiKey, requested: readonly Scope[]): void {
  requireScopes(key, requested);
  if (!requested.every(isGivable)) permissionDenied();
}

function requireScopes({ scopes }: ApiKey, requested: readonly Scope[]): void {
  if (!requested.every((scope) => scopes.includes(scope))) permissionDenied();
}

/** Errors: `permission_denied` where a lifetime that begins now ends later than `until`. */
function requireWithin(until: Date | null, lifetimeMs: number | undefined, now: Date): void {
  if (!until || lifetimeMs === undefined) return;
  if (now.getTime() + lifetimeMs <= until.getTime()) return;
  const message = `A key issues no key that is valid for longer than itself: until ${until.toISOString()}.`;
  throw new SolanoError('permission_denied', message);
}
