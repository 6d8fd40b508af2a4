import { invalidRequest } from '../errors.ts';
import { isZoneName, Zone } from './zone.ts';

/** Short names for time zones, and the bidding zones of their countries. */
const ALIASES: Readonly<Record<string, string>> = {
  'EUR-MAD': 'Europe/Madrid',
  'EUR-LIS': 'Europe/Lisbon',
  'EUR-PAR': 'Europe/Paris',
  'EUR-BER': 'Europe/Berlin',
  'EUR-ROM': 'Europe/Rome',
  'EUR-BRU': 'Europe/Brussels',
  'EUR-AMS': 'Europe/Amsterdam',
  'EUR-VIE': 'Europe/Vienna',
  'EUR-ZRH': 'Europe/Zurich',
  'EUR-LON': 'Europe/London',
  'EUR-DUB': 'Europe/Dublin',
  'EUR-WAW': 'Europe/Warsaw',
  'EUR-ATH': 'Europe/Athens',
  'ATL-CAN': 'Atlantic/Canary',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
  FR: 'Europe/Paris',
  DE_LU: 'Europe/Berlin',
  IT: 'Europe/Rome',
  BE: 'Europe/Brussels',
  NL: 'Europe/Amsterdam',
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  PL: 'Europe/Warsaw',
  GR: 'Europe/Athens',
  UTC: 'UTC',
  GMT: 'UTC',
  Z: 'UTC',
};

/** The most zones that are kept with their offsets. */
const MAX_CACHED = 64;
const cache = new Map<string, Zone>();

/**
 * The zone of an alias or an IANA name, without regard to case. Errors: `invalid_request` naming
 * the aliases.
 */
export function zoneOf(name: string): Zone {
  const iana =
    (Object.hasOwn(ALIASES, name.toUpperCase()) ? ALIASES[name.toUpperCase()] : undefined) ??
    (isZoneName(name) ? name : undefined);
  if (iana === undefined) {
    const aliases = Object.keys(ALIASES).join(', ');
    throw invalidRequest(`Unknown timezone: ${name}. Use an IANA name or one of: ${aliases}.`);
  }
  const key = iana.toLowerCase();
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  const zone = new Zone(iana);
  cache.set(key, zone);
  return zone;
}
