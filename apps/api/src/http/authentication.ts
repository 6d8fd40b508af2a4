import type { CallbackTokens, Clock, KeyStore, Secrets } from '@solano/domain';
import { authenticate, bearerToken, SolanoError } from '@solano/domain';
import type { RequestHandler } from 'express';
import { pathText } from './query.ts';
import { stateOf } from './state.ts';

interface AuthenticationDeps {
  readonly keys: KeyStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Lets a request pass that carries a customer's API key. */
export function byKey(deps: AuthenticationDeps): RequestHandler {
  return async (req, res, next) => {
    stateOf(res).customer = await authenticate(deps, req.headers.authorization);
    next();
  };
}

/** Lets a request pass that carries an API key, or the call-back token of its purchase. */
export function byKeyOrCallback(
  deps: AuthenticationDeps & { readonly callbackTokens: CallbackTokens },
): RequestHandler {
  const key = byKey(deps);
  return (req, res, next) => {
    const token = bearerToken(req.headers.authorization);
    if (!deps.callbackTokens.recognises(token)) return key(req, res, next);
    if (
      !deps.callbackTokens.accepts(token, pathText(req, 'purchase').toLowerCase(), deps.clock())
    ) {
      throw new SolanoError('credentials_invalid', 'Invalid token.');
    }
    stateOf(res).isCallback = true;
    next();
  };
}
