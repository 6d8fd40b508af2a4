import { type Clock, isSolanoError, SolanoError } from '@solano/domain/kernel';
import {
  authenticate,
  authenticateSession,
  type Caller,
  type ConsoleSessionStore,
  type KeyStore,
  type Secrets,
  type SignedIn,
} from '@solano/domain/service';
import type { Request, Response } from 'express';
import { pathText } from '../http/query.ts';
import type { RateLimit } from './rate-limit.ts';
import type { SessionCookie } from './session-cookie.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** What it takes to authenticate by a key. */
export interface KeyCheckDeps {
  /** Keys with their customers, cached for a few seconds at most. */
  readonly callers: Pick<KeyStore, 'find'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  /** Called on every use of a key. */
  readonly recordKeyUse: (keyId: string, at: Date) => void;
}

export interface AuthenticationDeps extends KeyCheckDeps {
  readonly consoleSessions: Pick<ConsoleSessionStore, 'find'>;
  readonly sessionCookie: SessionCookie;
  /** The address of the service in browsers, as they send it in `Origin`. */
  readonly publicOrigin: () => string;
}

/** Finds out who sends a request. Errors: `credentials_missing`, `credentials_invalid`, HttpError 429. */
export type Authenticate<C = Caller> = (req: Request, res: Response) => Promise<C>;

/** The workflow, which reports on one purchase; it has no key. */
export interface Callback {
  readonly isCallback: true;
  readonly key?: undefined;
}

/** The caller of an operation that needs no key. */
export interface AnonymousCaller {
  readonly isAnonymous: true;
  readonly key?: undefined;
}

/** Accepts anonymous clients, within a limit per address. */
export function byAddress(rateLimit: RateLimit): Authenticate<AnonymousCaller> {
  return async (req, res) => {
    await rateLimit.countAddress('page', req, res);
    return { isAnonymous: true };
  };
}

/** Authenticates by the customer's API key or, if no key is sent, by its browser's session. */
export function byKey(deps: AuthenticationDeps): Authenticate<Caller | SignedIn> {
  return async (req, res) => {
    const { authorization } = req.headers;
    const token = authorization === undefined ? deps.sessionCookie.read(req) : undefined;
    return token === undefined
      ? identify(deps, req, res, bearerToken(authorization))
      : bySession(deps, req, res, token);
  };
}

const READING = ['GET', 'HEAD'];

/**
 * Requires that a change comes from the console itself: a browser sends the cookie with requests of
 * other sites too. Errors: as {@link identify}, and `permission_denied`.
 */
async function bySession(
  deps: AuthenticationDeps,
  req: Request,
  res: Response,
  token: string,
): Promise<SignedIn> {
  const count = () => deps.rateLimit.countAddress('credentials', req, res);
  const caller = await countingFailures(count, () => authenticateSession(deps, token));
  const isOwn = req.get('X-Solano-Console') === '1' && req.get('Origin') === deps.publicOrigin();
  if (!READING.includes(req.method) && !isOwn) {
    throw new SolanoError('permission_denied', 'CSRF check failed.');
  }
  deps.recordKeyUse(caller.key.id, deps.clock());
  await deps.rateLimit.countCustomer('session', caller.customer, res);
  return caller;
}

/** Checks the tokens of callbacks: each authorises the update of one purchase. */
export interface CallbackTokens {
  recognises(token: string): boolean;
  accepts(token: string, purchaseId: string, at: Date): boolean;
}

export interface CallbackDeps extends KeyCheckDeps {
  /** Undefined: no worker calls back. */
  readonly callbackTokens: CallbackTokens | undefined;
}

/** Authenticates by an API key, or by the callback token of the purchase in the path; a session is no credential. */
export function byKeyOrCallback(deps: CallbackDeps): Authenticate<Caller | Callback> {
  const { callbackTokens } = deps;
  return async (req, res) => {
    const token = bearerToken(req.headers.authorization);
    if (!callbackTokens?.recognises(token)) return identify(deps, req, res, token);
    const purchaseId = pathText(req, 'purchase_id').toLowerCase();
    if (callbackTokens.accepts(token, purchaseId, deps.clock())) return { isCallback: true };
    await deps.rateLimit.countAddress('credentials', req, res);
    throw new SolanoError('credentials_invalid', 'Invalid token.');
  };
}

/**
 * Finds the customer of a key, within the limits of requests. Errors: `credentials_invalid`,
 * HttpError 429, `store_unavailable`.
 */
export async function identify(
  deps: KeyCheckDeps,
  req: Request,
  res: Response,
  token: string,
): Promise<Caller> {
  const count = () => deps.rateLimit.countAddress('credentials', req, res);
  const caller = await countingFailures(count, () =>
    authenticate({ ...deps, keys: deps.callers }, token),
  );
  deps.recordKeyUse(caller.key.id, deps.clock());
  await deps.rateLimit.countCustomer('key', caller.customer, res);
  return caller;
}

/** Calls `count` for bad credentials. Errors: those of both. */
export async function countingFailures<C>(
  count: () => Promise<void>,
  authenticating: () => Promise<C>,
): Promise<C> {
  try {
    return await authenticating();
  } catch (error) {
    if (isSolanoError(error, 'credentials_invalid')) await count();
    throw error;
  }
}

/** The token of a Bearer header. Errors: `credentials_missing`. */
export function bearerToken(authorization: string | undefined): string {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const message = 'Authentication credentials were not provided.';
  throw new SolanoError('credentials_missing', message);
}
