import { addDays, HOUR_MS, instantOf, MADRID } from '../time/zone.ts';
import type { Session } from './sessions.ts';

/** Days before delivery, and the hour in Madrid, at which a session's gate closes. */
const GATES: Record<Session, readonly [daysBefore: number, hour: number]> = {
  MD: [1, 12],
  MID1: [1, 15],
  MID2: [1, 22],
  MID3: [0, 10],
};

/** When the gate of a delivery day closes. */
export function gateOf(session: Session, day: string): number {
  const [daysBefore, hour] = GATES[session];
  return instantOf(Date.parse(`${addDays(day, -daysBefore)}T00:00Z`) + hour * HOUR_MS, MADRID);
}
