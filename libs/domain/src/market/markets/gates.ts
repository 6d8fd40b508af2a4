import {
  dateAfter,
  dateAt,
  datesBetween,
  dayOf,
  labelOf,
  MINUTE_MS,
  madridInstant,
  startOfDate,
} from '@solano/domain/kernel';
import type { CancelledSession, Market, Session, SessionRules } from './sessions.ts';
import { gateClosure, SESSIONS, tradedMinutes } from './sessions.ts';

/** Days of the calendar after today. */
export const CALENDAR_DAYS = 7;

export const GATE_STATUSES = ['open', 'closed', 'cancelled'] as const;

/** The gate of a session for one delivery day. */
export interface Gate {
  readonly session: Session;
  readonly market: Market;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly day: string;
  readonly closesAt: Date;
  /** How many periods the session trades of that day. */
  readonly periods: number;
  /** Labels of the first and the last period: their ends. */
  readonly firstLabel: string;
  readonly lastLabel: string;
  readonly status: (typeof GATE_STATUSES)[number];
}

/** The gates of delivery days in the order of days and sessions, as they are at an instant (ms). */
export function gatesOf(
  days: readonly string[],
  now: number,
  cancelled: readonly CancelledSession[] = [],
): Gate[] {
  return days.flatMap((day) => {
    return SESSIONS.map((rules) => {
      const { session } = rules;
      const isCancelled = cancelled.some((each) => each.session === session && each.date === day);
      return gateOf(rules, day, now, isCancelled);
    });
  });
}

/** The Madrid days from today on: today and `after` more. */
export function daysFrom(now: number, after: number): string[] {
  const today = dateAt(now);
  return datesBetween(today, dateAfter(today, after));
}

function gateOf(rules: SessionRules, day: string, now: number, isCancelled: boolean): Gate {
  const closesAt = gateClosure(rules, dayOf(day));
  const start = madridInstant(dayOf(day), rules.coversFromHour);
  const end = startOfDate(dateAfter(day, 1));
  const minutes = tradedMinutes(rules.market, day);
  const open = now < closesAt ? 'open' : 'closed';
  return {
    session: rules.session,
    market: rules.market,
    day,
    closesAt: new Date(closesAt),
    periods: (end - start) / MINUTE_MS / minutes,
    firstLabel: labelOf(start + minutes * MINUTE_MS),
    lastLabel: labelOf(end),
    status: isCancelled ? 'cancelled' : open,
  };
}
