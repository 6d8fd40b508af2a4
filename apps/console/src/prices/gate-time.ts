import type { Schemas } from '../api/client.ts';
import { addDays, dayOf, HOUR_MS, instantOf, MADRID, startOfDay } from '../time/zone.ts';
import type { Session } from './sessions.ts';

/** Days before delivery, and the hour in Madrid, at which a session's gate closes. */
const GATES: Record<Session, readonly [daysBefore: number, hour: number]> = {
  MD: [1, 12],
  MID1: [1, 15],
  MID2: [1, 22],
  MID3: [0, 10],
};

/** Returns the closing of the gate of a delivery day. */
export function gateOf(session: Session, day: string): number {
  const [daysBefore, hour] = GATES[session];
  return instantOf(Date.parse(`${addDays(day, -daysBefore)}T00:00Z`) + hour * HOUR_MS, MADRID);
}

type Gate = Pick<Schemas['Gate'], 'status' | 'closes_at'>;

/** Whether the gate still accepts orders. */
export function isOpen({ status, closes_at }: Gate, now: number): boolean {
  return status === 'open' && Date.parse(closes_at) > now;
}

/** Returns the gates in the order of their closing, without those that closed on an earlier day in Madrid. */
export function gatesFromToday<T extends Gate>(gates: readonly T[], now: number): T[] {
  const today = startOfDay(dayOf(now, MADRID), MADRID);
  return gates
    .filter(({ closes_at }) => Date.parse(closes_at) >= today)
    .sort((one, other) => Date.parse(one.closes_at) - Date.parse(other.closes_at));
}
