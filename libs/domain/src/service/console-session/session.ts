import { type Clock, HOUR_MS, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import { type ApiKey, type Caller, isValidKey, type KeyStore, type Secrets } from '../keys/key.ts';

const SESSION_LIFETIME_MS = 12 * HOUR_MS;
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** Limit for one key at a time. */
export const MAX_SESSIONS = 20;

/**
 * A browser that is signed in: it may do what its key may. Only a digest of its token is stored.
 */
export interface ConsoleSession {
  /** SHA-256 of the token, in hexadecimal. */
  readonly digest: string;
  readonly keyId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The code of a sign-in link, good for one session. Only its digest is stored. */
export interface SignInCode {
  readonly digest: string;
  readonly keyId: string;
  readonly expiresAt: Date;
}

/** A caller who is signed in. */
export interface SignedIn extends Caller {
  readonly session: ConsoleSession;
}

/**
 * Keeps the sessions of browsers and the codes of sign-in links; a session changes along with its
 * audit entry, both or neither. Errors: `store_unavailable`.
 */
export interface ConsoleSessionStore {
  /**
   * Errors: `not_found` where there is no such key; `limit_reached` where {@link MAX_SESSIONS} of the key
   * have not expired when this one begins.
   */
  begin(session: ConsoleSession, entry: AuditEntry): Promise<void>;
  /** The session with its key and customer as they are now. */
  find(digest: string): Promise<SignedIn | undefined>;
  /** Whether there was such a session; without one nothing is written down. */
  end(digest: string, entry: AuditEntry): Promise<boolean>;
  /** Errors: `not_found` where there is no such key. */
  addCode(code: SignInCode): Promise<void>;
  /** Removes the code, and returns it to one of several concurrent callers. */
  takeCode(digest: string): Promise<SignInCode | undefined>;
  /** Deletes sessions and codes that had expired by then. */
  purgeExpired(before: Date): Promise<void>;
}

/** Dependencies of beginning a session for a known key. */
interface SessionDeps {
  readonly consoleSessions: ConsoleSessionStore;
  readonly secrets: Pick<Secrets, 'newSecret' | 'digest'>;
  readonly clock: Clock;
}

export interface SignInDeps extends SessionDeps {
  readonly keys: Pick<KeyStore, 'find'>;
}

/** A session just begun. `token` is what the browser presents; it cannot be read again. */
export interface NewSession {
  readonly session: ConsoleSession;
  readonly token: string;
}

/**
 * Begins a session of a key, of twelve hours at most: it ends with the key. Errors: `not_found`
 * where the key has gone, `limit_reached`, `store_unavailable`.
 *
 * @param source the actor of the audit entry is the key.
 */
export async function beginSession(
  { consoleSessions, secrets, clock }: SessionDeps,
  source: Omit<AuditSource, 'actor'>,
  key: ApiKey,
): Promise<NewSession> {
  const now = clock();
  const token = secrets.newSecret();
  const end = Math.min(now.getTime() + SESSION_LIFETIME_MS, key.expiresAt?.getTime() ?? Infinity);
  const session = {
    digest: secrets.digest(token),
    keyId: key.id,
    createdAt: now,
    expiresAt: new Date(end),
  };
  await consoleSessions.begin(session, entryOf({ ...source, key, now, action: 'session.begin' }));
  return { session, token };
}

/**
 * Decides for a store whether a key with so many sessions may begin another. Errors: `limit_reached`.
 */
export function requireRoomForSession(count: number): void {
  if (count < MAX_SESSIONS) return;
  const message = `A key has at most ${MAX_SESSIONS} sessions: sign out of one, or use another key.`;
  throw new SolanoError('limit_reached', message);
}

/**
 * Begins a session by the code of a sign-in link, which is used up. Errors: `credentials_invalid`
 * for a code that is unknown, used or expired, or whose key is not valid any more; `limit_reached`,
 * `store_unavailable`.
 */
export async function redeemCode(
  deps: SignInDeps,
  source: Omit<AuditSource, 'actor'>,
  code: string,
): Promise<NewSession> {
  const taken = await deps.consoleSessions.takeCode(deps.secrets.digest(code));
  const now = deps.clock();
  const found = taken && now < taken.expiresAt ? await deps.keys.find(taken.keyId) : undefined;
  if (found && isValidKey(found.key, now)) return beginSession(deps, source, found.key);
  throw new SolanoError('credentials_invalid', 'The sign-in link is not valid any more.');
}

/** Makes the code of a sign-in link, good for ten minutes. Errors: `not_found`, `store_unavailable`. */
export async function issueSignInCode(
  { consoleSessions, secrets, clock }: SessionDeps,
  keyId: string,
): Promise<string> {
  const code = secrets.newSecret();
  const expiresAt = new Date(clock().getTime() + CODE_LIFETIME_MS);
  await consoleSessions.addCode({ digest: secrets.digest(code), keyId, expiresAt });
  return code;
}

/**
 * Whom a session's token stands for. Errors: `credentials_invalid` for one that is unknown or
 * expired, or whose key is not valid any more; `store_unavailable`.
 */
export async function authenticateSession(
  {
    consoleSessions,
    secrets,
    clock,
  }: {
    readonly consoleSessions: Pick<ConsoleSessionStore, 'find'>;
    readonly secrets: Pick<Secrets, 'digest'>;
    readonly clock: Clock;
  },
  token: string,
): Promise<SignedIn> {
  const found = await consoleSessions.find(secrets.digest(token));
  const now = clock();
  if (found && now < found.session.expiresAt && isValidKey(found.key, now)) return found;
  throw new SolanoError('credentials_invalid', 'Invalid token.');
}

/** Ends a session. Errors: `store_unavailable`. */
export async function endSession(
  { consoleSessions, clock }: SessionDeps,
  source: Omit<AuditSource, 'actor'>,
  { session, key }: SignedIn,
): Promise<void> {
  const entry = entryOf({ ...source, key, now: clock(), action: 'session.end' });
  await consoleSessions.end(session.digest, entry);
}

/** Deletes sessions and codes that have expired. Errors: `store_unavailable`. */
export async function purgeSessions({
  consoleSessions,
  clock,
}: {
  readonly consoleSessions: ConsoleSessionStore;
  readonly clock: Clock;
}): Promise<void> {
  await consoleSessions.purgeExpired(clock());
}

function entryOf(change: {
  readonly origin: string;
  readonly requestId: string | null;
  readonly key: ApiKey;
  readonly now: Date;
  readonly action: 'session.begin' | 'session.end';
}): AuditEntry {
  const { origin, requestId, key, now, action } = change;
  const metadata = { action, customerId: key.customerId, subject: key.id };
  return { at: now, actor: `key ${key.id}`, origin, requestId, ...metadata };
}
