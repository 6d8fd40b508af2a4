import { type Clock, invalidRequest, permissionDenied, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import { type Customer, type CustomerStore, requireCustomer } from '../customers/customer.ts';

const FORM = /^sol_([0-9a-z]+)_([0-9A-Za-z]+)$/;

/** The scopes of a key by default. */
const DEFAULT_SCOPES = ['read', 'plants', 'purchases', 'uploads', 'prices'] as const;
/**
 * The permissions of a key. `read` is to read everything but prices; the others are to read and
 * change what they name: plants and their unavailabilities, purchases, outage uploads, prices, keys
 * and webhooks; `audit` is to read the audit log, `operator` to read the state of the service and to manage
 * customers, their keys and permissions.
 */
export const SCOPES = [...DEFAULT_SCOPES, 'keys', 'webhooks', 'audit', 'operator'] as const;
export type Scope = (typeof SCOPES)[number];

/** A key as it is kept: of its secret only a digest. */
export interface ApiKey {
  readonly id: string;
  readonly customerId: string;
  readonly label: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly digest: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** From this instant on the key is not valid; null: it does not expire. */
  readonly expiresAt: Date | null;
  /** From this instant on the key is revoked; in the future during the grace of a rotated key. */
  readonly revokedAt: Date | null;
  /** When it last identified a caller, to a minute or so; null: never. */
  readonly lastUsedAt: Date | null;
}

/** Limit for one customer at a time. */
export const MAX_VALID_KEYS = 100;

/** Keeps API keys; each change along with its audit entry, both or neither. Errors: `store_unavailable`. */
export interface KeyStore {
  /**
   * Errors: `not_found` for the customer; `limit_reached` where {@link MAX_VALID_KEYS} of its keys are
   * valid when this one is created.
   */
  add(key: ApiKey, entry: AuditEntry): Promise<void>;
  /** The keys of a customer, oldest first. */
  list(customerId: string): Promise<ApiKey[]>;
  /** The keys of all customers, oldest first. */
  listAll(): Promise<ApiKey[]>;
  get(id: string): Promise<ApiKey | undefined>;
  /** The key with its customer, in one lookup. */
  find(id: string): Promise<Caller | undefined>;
  /**
   * Changes a key atomically and adds the successor and the entry that come with the change, all or none.
   * An error from `change` leaves everything alone. Returns the key afterwards, if
   * there is one. Errors: `limit_reached` as for `add`, where a successor would be one key too many.
   */
  update(id: string, change: (key: ApiKey) => KeyChange): Promise<ApiKey | undefined>;
  /** Stores when keys were last used; a stored time that is later stays, an unknown id is ignored. */
  recordLastUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
}

export interface KeyChange {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly successor?: ApiKey;
  readonly entry: AuditEntry;
}

/** Makes and compares the secret parts of keys. */
export interface Secrets {
  /** A new key id: lower-case letters and digits. */
  newKeyId(): string;
  /** A new secret of at least 160 random bits: letters and digits. */
  newSecret(): string;
  /** A new key to sign with: 32 random bytes in Base64. */
  newSigningKey(): string;
  /** SHA-256 in hexadecimal. */
  digest(secret: string): string;
  /** Whether the secret has the digest, in a time that depends on neither. */
  matches(secret: string, digest: string): boolean;
}

/** Dependencies of issuing keys for a known customer. */
interface RevokeKeyDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
}

interface AuthenticateDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export interface OwnKeyDeps extends RevokeKeyDeps {
  readonly secrets: Secrets;
}

export interface KeyDeps extends OwnKeyDeps {
  readonly customers: CustomerStore;
}

/** A key just made. `token` is what the customer presents; it cannot be read again. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly token: string;
  readonly customer: Customer;
}

/** When a new key stops being valid; without either: never. */
interface KeyEnd {
  readonly lifetimeMs?: number | undefined;
  /** It is valid until then at the latest. */
  readonly until?: Date | null;
}

export interface KeyOptions extends KeyEnd {
  readonly label?: string;
  /** Left out: those that are about the customer's data. */
  readonly scopes?: readonly string[];
}

/**
 * Issues a key. Errors: `not_found` for the customer, `invalid_request`, `limit_reached`,
 * `store_unavailable`.
 */
export async function issueKey(
  deps: KeyDeps,
  source: AuditSource,
  nameOrId: string,
  options: KeyOptions = {},
): Promise<IssuedKey> {
  return addKey(deps, source, await requireCustomer(deps.customers, nameOrId), options);
}

/** Adds a new key of the customer. Errors: `invalid_request`, `limit_reached`, `store_unavailable`. */
export async function addKey(
  deps: OwnKeyDeps,
  source: AuditSource,
  customer: Customer,
  options: KeyOptions,
): Promise<IssuedKey> {
  const scopes = readScopes(options.scopes);
  if (/\p{Cc}/u.test(options.label ?? '')) {
    throw invalidRequest('A label has no control characters.');
  }
  const label = options.label ?? '';
  const made = newKey(deps, { customerId: customer.id, label, scopes }, options);
  const change = { action: 'key.issue', customerId: customer.id, subject: made.key.id } as const;
  await deps.keys.add(made.key, { ...source, at: deps.clock(), ...change });
  return { ...made, customer };
}

/** Makes a key invalid at once. Errors: `not_found`, `store_unavailable`. */
export async function revokeKey(
  deps: RevokeKeyDeps,
  source: AuditSource,
  id: string,
): Promise<ApiKey> {
  const now = deps.clock();
  const revoked = await deps.keys.update(id, (key) => ({
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt && key.revokedAt < now ? key.revokedAt : now,
    entry: { ...source, at: now, action: 'key.revoke', customerId: key.customerId, subject: id },
  }));
  return revoked ?? noKey(id);
}

/**
 * Replaces a key by a new one with its label, scopes and lifetime; the old one stays valid for `graceMs`.
 * Errors: `not_found`, `invalid_request` for a key that is not valid any more, `limit_reached`,
 * `store_unavailable`.
 *
 * @param until the new one is valid until then at the latest; null: for its whole lifetime.
 */
export async function rotateKey(
  deps: KeyDeps,
  source: AuditSource,
  id: string,
  graceMs: number,
  until: Date | null = null,
): Promise<IssuedKey & { graceUntil: Date | null }> {
  const now = deps.clock();
  let issued: Omit<IssuedKey, 'customer'> | undefined;
  const old = await deps.keys.update(id, (key) => {
    if (!isValidKey(key, now)) {
      throw invalidRequest(`Key ${id} is not valid any more.`);
    }
    issued = newKey(deps, key, { lifetimeMs: lifetimeOf(key), until });
    const subject = `${id} to ${issued.key.id}`;
    const { customerId } = key;
    const entry = { ...source, at: now, action: 'key.rotate', customerId, subject } as const;
    return { ...retired(key, now, graceMs), successor: issued.key, entry };
  });
  if (!old || !issued) return noKey(id);
  const customer = await deps.customers.get(old.customerId);
  if (!customer) return noKey(id);
  return { ...issued, customer, graceUntil: graceMs > 0 ? endOf(old) : null };
}

/** The id of the key that a token is of; undefined if it has not the form of one. */
export function keyIdOf(token: string): string | undefined {
  return FORM.exec(token)?.[1];
}

/** Whom a request comes from: a customer, by one of its keys. */
export interface Caller {
  readonly customer: Customer;
  readonly key: ApiKey;
}

/**
 * The caller that a token identifies. Errors: `credentials_invalid` for an unknown, expired or
 * revoked key, `store_unavailable`.
 */
export async function authenticate(deps: AuthenticateDeps, token: string): Promise<Caller> {
  const [, id, secret] = FORM.exec(token) ?? [];
  if (id === undefined || secret === undefined) throw invalidToken();
  const found = await deps.keys.find(id);
  if (!found || !deps.secrets.matches(secret, found.key.digest)) throw invalidToken();
  if (!isValidKey(found.key, deps.clock())) throw invalidToken();
  return found;
}

/** @throws SolanoError `permission_denied` unless the key has one of the scopes. */
export function requireScope({ scopes }: ApiKey, sufficient: readonly Scope[]): void {
  if (!sufficient.some((scope) => scopes.includes(scope))) permissionDenied();
}

function newKey(
  deps: OwnKeyDeps,
  { customerId, label, scopes }: Pick<ApiKey, 'customerId' | 'label' | 'scopes'>,
  { lifetimeMs, until = null }: KeyEnd,
) {
  const id = deps.secrets.newKeyId();
  const secret = deps.secrets.newSecret();
  const now = deps.clock();
  const end = lifetimeMs === undefined ? null : new Date(now.getTime() + lifetimeMs);
  const key: ApiKey = {
    id,
    customerId,
    label,
    digest: deps.secrets.digest(secret),
    scopes,
    createdAt: now,
    expiresAt: earlier(end, until),
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, token: `sol_${id}_${secret}` };
}

function retired(key: ApiKey, now: Date, graceMs: number): Omit<KeyChange, 'entry'> {
  const end = new Date(now.getTime() + graceMs);
  return { expiresAt: key.expiresAt, revokedAt: earlier(key.revokedAt, end) };
}

function lifetimeOf({ createdAt, expiresAt }: ApiKey): number | undefined {
  return expiresAt ? expiresAt.getTime() - createdAt.getTime() : undefined;
}

/** When a key stops being valid; null: it does not. */
export function endOf({ expiresAt, revokedAt }: ApiKey): Date | null {
  return earlier(expiresAt, revokedAt);
}

/** The earlier of two instants; null is later than all. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

/** Whether the key is neither expired nor revoked. */
export function isValidKey({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return (revokedAt === null || now < revokedAt) && (expiresAt === null || now < expiresAt);
}

function invalidToken(): SolanoError {
  return new SolanoError('credentials_invalid', 'Invalid token.');
}

/** Known scopes, each once, in the order of {@link SCOPES}. Errors: `invalid_request`. */
export function readScopes(names: readonly string[] = DEFAULT_SCOPES): readonly Scope[] {
  for (const name of names.length === 0 ? [''] : names) {
    if (SCOPES.some((scope) => scope === name)) continue;
    throw invalidRequest(`Unknown scope: ${name} (one of ${SCOPES.join(', ')})`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

/**
 * Decides for a store whether a customer may have another key. Errors: `limit_reached`.
 *
 * @param valid how many of its keys are valid.
 */
export function requireRoomForKey(valid: number): void {
  if (valid < MAX_VALID_KEYS) return;
  const message = `A customer has at most ${MAX_VALID_KEYS} valid keys: revoke one first.`;
  throw new SolanoError('limit_reached', message);
}

function noKey(id: string): never {
  throw new SolanoError('not_found', `There is no key ${id}.`);
}
