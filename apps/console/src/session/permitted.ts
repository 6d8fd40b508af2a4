import { ApiError } from '../api/api-error.ts';
import { type Session, session } from './session.ts';

type Scope = Extract<Session, { state: 'in' }>['scopes'][number];

/**
 * Loads data for which a key needs a scope, and the customer the permission of its name. Without it nothing is requested: a browser reports a
 * rejection as an error of the page.
 */
export async function permitted<T>(scope: Scope, load: () => Promise<T>): Promise<T> {
  const { value } = session;
  if (value.state === 'in') {
    if (!value.scopes.includes(scope)) throw new ApiError(403, '', undefined, scope);
    if (scope === 'prices' && value.permissions?.includes(scope) === false)
      throw new ApiError(403, '');
  }
  return load();
}
