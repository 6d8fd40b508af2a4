import type { CallbackTokens, Caller, Clock, KeyStore, Secrets } from '@solano/domain';
import { authenticate, bearerToken, isSolanoError, SolanoError } from '@solano/domain';
import type { Request, Response } from 'express';
import { pathText } from './query.ts';
import type { RateLimit } from './rate-limit.ts';

export interface AuthenticationDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  /** Told of every use of a key. */
  readonly recordKeyUse: (keyId: string, at: Date) => void;
}

/** Finds out who sends a request. Errors: `credentials_missing`, `credentials_invalid`, `throttled`. */
export type Authenticate<C = Caller> = (req: Request, res: Response) => Promise<C>;

/** The workflow, which reports on one purchase; it has no key. */
export interface Callback {
  readonly isCallback: true;
  readonly key?: undefined;
}

/** By the customer's API key. */
export function byKey(deps: AuthenticationDeps): Authenticate {
  return (req, res) => identify(deps, req, res, req.headers.authorization);
}

/** By an API key, or by the call-back token of the purchase in the path. */
export function byKeyOrCallback(
  deps: AuthenticationDeps & { readonly callbackTokens: CallbackTokens },
): Authenticate<Caller | Callback> {
  const key = byKey(deps);
  return async (req, res) => {
    const token = bearerToken(req.headers.authorization);
    if (!deps.callbackTokens.recognises(token)) return key(req, res);
    const purchaseId = pathText(req, 'purchase_id').toLowerCase();
    if (deps.callbackTokens.accepts(token, purchaseId, deps.clock())) return { isCallback: true };
    await deps.rateLimit.countAddress('credentials', req, res);
    throw new SolanoError('credentials_invalid', 'Invalid token.');
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
  deps.recordKeyUse(caller.key.id, deps.clock());
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
