import { parseInstant, type UtcInstant } from './instant.ts';
import { parseWallTime } from './label.ts';
import type { Zone } from './zone.ts';

const SECONDS_END = 19;

/**
 * Reads an ISO 8601 date-time, which without an offset is UTC, or a day `YYYY-MM-DD`, which is its
 * first instant on the zone's clock. Undefined for anything else.
 */
export function parseDay(text: string, zone: Zone): UtcInstant | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text);
  const wall = parseWallTime(`${text} 00:00`);
  if (wall === undefined) return undefined;
  // Where the clock skips midnight the day begins with the change.
  const [first = wall - zone.offsetAt(wall)] = zone.instantsOf(wall);
  return `${new Date(first).toISOString().slice(0, SECONDS_END)}Z`;
}
