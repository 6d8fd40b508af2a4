import type { CallbackTokens, Caller, Clock, KeyStore, Secrets } from '@solano/domain';
import { authenticate, bearerToken, isSolanoError, SolanoError } from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import { pathText } from './query.ts';
import type { RateLimit } from './rate-limit.ts';
import { stateOf } from './state.ts';

export interface AuthenticationDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  /** Told of every use of a key. */
  readonly noteUse: (keyId: string, at: Date) => void;
}

/** Lets a request pass that carries a customer's API key. */
export function byKey(deps: AuthenticationDeps): RequestHandler {
  return async (req, res, next) => {
    await identify(deps, req, res, req.headers.authorization);
    next();
  };
}

/** Lets a request pass that carries an API key, or the call-back token of its purchase. */
export function byKeyOrCallback(
  deps: AuthenticationDeps & { readonly callbackTokens: CallbackTokens },
): RequestHandler {
  const key = byKey(deps);
  return async (req, res, next) => {
    const token = bearerToken(req.headers.authorization);
    if (!deps.callbackTokens.recognises(token)) return key(req, res, next);
    const purchaseId = pathText(req, 'purchase').toLowerCase();
    if (!deps.callbackTokens.accepts(token, purchaseId, deps.clock())) {
      await deps.rateLimit.countAddress('credentials', req, res);
      throw new SolanoError('credentials_invalid', 'Invalid token.');
    }
    stateOf(res).isCallback = true;
    next();
  };
}

/**
 * Finds out whose key it is, within the limits of how often callers may ask. Errors:
 * `credentials_missing`, `credentials_invalid`, `throttled`, `store_unavailable`.
 *
 * @param authorization what the header holds, or would.
 */
export async function identify(
  deps: AuthenticationDeps,
  req: Request,
  res: Response,
  authorization: string | undefined,
): Promise<Caller> {
  const caller = await known(deps, req, res, authorization);
  stateOf(res).caller = caller;
  deps.noteUse(caller.key.id, deps.clock());
  await deps.rateLimit.countKey(res, caller.key.id);
  return caller;
}

async function known(
  deps: AuthenticationDeps,
  req: Request,
  res: Response,
  authorization: string | undefined,
): Promise<Caller> {
  try {
    return await authenticate(deps, authorization);
  } catch (error) {
    if (isSolanoError(error, 'credentials_invalid'))
      await deps.rateLimit.countAddress('credentials', req, res);
    throw error;
  }
}
