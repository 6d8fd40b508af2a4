import {
  type DeliveryDay,
  dateAfter,
  dateAt,
  dayOf,
  HOUR_MS,
  MINUTE_MS,
} from '@solano/domain/kernel';
import {
  Gates,
  gateClosure,
  publication,
  SESSIONS,
  type Session,
  type SessionRules,
} from '@solano/domain/market';
import type { SeriesItem } from '../models/split-inputs.ts';

/** Before a gate closes, bids are made for it by what is known then. */
const EVE_MS = 30 * MINUTE_MS;

/** A session in which some items of a day can be bought. */
export interface PlanSession {
  readonly session: Session;
  /** When its gate closes (ms). */
  readonly closesAt: number;
  /** When its result is late (ms) if no gate of a later session is to close. */
  readonly lateAt: number;
  /** Indices of its items in the submitted series. */
  readonly items: readonly number[];
}

/** The items that are delivered on a Madrid day. */
export interface PlanDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Those that cover any of its items, in market order. */
  readonly sessions: readonly PlanSession[];
}

/** The days of a series in their order. */
export function planDays(items: readonly SeriesItem[]): PlanDay[] {
  const covering = new Gates(Infinity);
  const indices = Map.groupBy(items.keys(), (i) => dateAt((items[i] as SeriesItem).period.end - 1));
  return [...indices.keys()].sort().map((date) => {
    const own = (indices.get(date) as number[]).map((item) => {
      return { item, sessions: covering.open((items[item] as SeriesItem).period) };
    });
    const sessions = SESSIONS.flatMap((rules): PlanSession | [] => {
      const { session } = rules;
      const covered = own.filter((each) => each.sessions.includes(session));
      if (covered.length === 0) return [];
      const day = dayOf(date);
      return {
        session,
        closesAt: gateClosure(rules, day),
        lateAt: lateAtOf(rules, day),
        items: covered.map(({ item }) => item),
      };
    });
    return { date, sessions };
  });
}

/** When a session whose result is not known counts as predicted: at the eve of the next gate, if there is one. */
export function lateFrom({ lateAt }: PlanSession, next: PlanSession | undefined): number {
  return next ? next.closesAt - EVE_MS : lateAt;
}

/** The last instant (ms) by `now` at which a gate closed, or a result was to count as predicted. */
export function lastDeadline(now: number): number {
  const today = dateAt(now);
  const deadlines = [-2, -1, 0, 1, 2].flatMap((days) => {
    const day = dayOf(dateAfter(today, days));
    return SESSIONS.flatMap((rules) => {
      const closesAt = gateClosure(rules, day);
      return [closesAt, closesAt - EVE_MS, lateAtOf(rules, day)];
    });
  });
  return Math.max(...deadlines.filter((at) => at <= now));
}

function lateAtOf(rules: SessionRules, day: DeliveryDay): number {
  return publication(rules, day) + HOUR_MS;
}
