import { fill } from '../i18n/language.ts';
import { session } from '../session/session.ts';
import { t } from './texts.ts';

/**
 * Returns the reason why prices are not readable: the key lacks the scope, else the customer lacks
 * the permission.
 */
export function pricesForbidden(): string | undefined {
  const { value } = session;
  if (value.state !== 'in') return undefined;
  if (!value.scopes.includes('prices')) return t.keyForbidden;
  const customer = `'${value.customer.replaceAll("'", String.raw`'\''`)}'`;
  return fill(t.accountForbidden, { command: `solano permission grant ${customer} prices` });
}
