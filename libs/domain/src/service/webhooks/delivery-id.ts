import type { Secrets } from '../keys/key.ts';

/**
 * The id of a message that several processes may make: the same for the same names in every process
 * and after every start, a UUID of version 8 (RFC 9562).
 */
export function deliveryId(secrets: Pick<Secrets, 'digest'>, names: readonly string[]): string {
  const hex = secrets.digest(names.join(' '));
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
