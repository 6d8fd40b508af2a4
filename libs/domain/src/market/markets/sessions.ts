import {
  type DeliveryDay,
  HOUR_MINUTES,
  MADRID,
  MINUTE_MS,
  madridInstant,
  QUARTER_MINUTES,
  utcDate,
  wallTime,
} from '@solano/domain/kernel';

/** OMIE publishes the prices of a session within the hour after its gate has closed. */
const PUBLISHED_AFTER_MS = 60 * MINUTE_MS;

/** A market session in which a purchase can be made. */
export type Session = 'MD' | 'MID1' | 'MID2' | 'MID3';

/** A price series of the service, by its public name. */
export type Market = 'md_pdbc_spain' | 'mid_pibc01_spain' | 'mid_pibc02_spain' | 'mid_pibc03_spain';

export interface SessionRules {
  readonly session: Session;
  readonly market: Market;
  /** Gate closure in Madrid time: days before delivery, and the hour of that day. */
  readonly gate: { readonly daysBefore: number; readonly hour: number };
  /** First hour of the delivery day (Madrid time) that the session covers. */
  readonly coversFromHour: number;
}

/** The day-ahead market and the three intraday auctions, in the order in which they are held. */
export const SESSIONS: readonly SessionRules[] = [
  { session: 'MD', market: 'md_pdbc_spain', gate: { daysBefore: 1, hour: 12 }, coversFromHour: 0 },
  {
    session: 'MID1',
    market: 'mid_pibc01_spain',
    gate: { daysBefore: 1, hour: 15 },
    coversFromHour: 0,
  },
  {
    session: 'MID2',
    market: 'mid_pibc02_spain',
    gate: { daysBefore: 1, hour: 22 },
    coversFromHour: 0,
  },
  {
    session: 'MID3',
    market: 'mid_pibc03_spain',
    gate: { daysBefore: 0, hour: 10 },
    coversFromHour: 12,
  },
];

/** The day-ahead market, which comes first. */
export const [DAY_AHEAD] = SESSIONS as readonly [SessionRules];

/** First delivery days in quarter hours; the days before are hourly. */
const QUARTERS_SINCE = { dayAhead: '2025-10-01', intraday: '2025-03-19' };

/** First delivery day of the three intraday auctions; six other sessions were held before. */
export const AUCTIONS_SINCE = '2024-06-14';

/** The only region that is served, and its markets. */
export const REGION = 'spain';
export const MARKETS: readonly Market[] = SESSIONS.map(({ market }) => market);

export function rulesOfSession(session: Session): SessionRules {
  return SESSIONS.find((rules) => rules.session === session) as SessionRules;
}

export function rulesOf(market: Market): SessionRules {
  return SESSIONS.find((rules) => rules.market === market) as SessionRules;
}

/** The length of the periods that a market trades on a delivery day (`YYYY-MM-DD`), in minutes. */
export function tradedMinutes(market: Market, date: string): number {
  const since = market === DAY_AHEAD.market ? QUARTERS_SINCE.dayAhead : QUARTERS_SINCE.intraday;
  return date >= since ? QUARTER_MINUTES : HOUR_MINUTES;
}

/** A period of delivery: from `end - minutes` to `end`, `end` in ms since the epoch. */
export interface Period {
  readonly end: number;
  readonly minutes: number;
}

/** The Madrid day in which a period is delivered: the label 00:00 ends the day before. */
export function deliveryDay(period: Period): DeliveryDay {
  const inside = period.end - 1;
  const date = new Date(inside + MADRID.offsetAt(inside));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/** The instant (ms) at which the gate of a session closes for a delivery day. */
export function gateClosure({ gate }: SessionRules, day: DeliveryDay): number {
  return madridInstant(day, gate.hour, gate.daysBefore);
}

/** The instant (ms) by which the prices of a session are known for a delivery day. */
export function publication(rules: SessionRules, day: DeliveryDay): number {
  return gateClosure(rules, day) + PUBLISHED_AFTER_MS;
}

/** A session that is cancelled for a delivery day. */
export interface CancelledSession {
  readonly session: Session;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The gates of a series' periods, those of each delivery day computed once. */
export class Gates {
  readonly #at: number;
  readonly #cancelled: ReadonlySet<string>;
  readonly #days = new Map<string, DaySessions>();

  /**
   * @param at the instant of submission, in ms.
   * @param cancelled sessions that cannot be chosen.
   */
  constructor(at: number, cancelled: readonly CancelledSession[] = []) {
    this.#at = at;
    this.#cancelled = new Set(cancelled.map(({ session, date }) => `${session} ${date}`));
  }

  /**
   * The sessions in which a period can still be bought, in market order. When every gate is closed
   * it is a look back: all sessions that cover the period.
   */
  open(period: Period): Session[] {
    const covering = this.#covering(period);
    const open = covering.filter(({ gate }) => this.#at < gate);
    return (open.length > 0 ? open : covering).map(({ session }) => session);
  }

  #covering(period: Period): DaySessions {
    const start = period.end - period.minutes * MINUTE_MS;
    return this.#day(period).filter(({ from }) => start >= from);
  }

  #day(period: Period): DaySessions {
    const day = deliveryDay(period);
    const key = `${day.year}-${day.month}-${day.day}`;
    let sessions = this.#days.get(key);
    if (!sessions) {
      const date = dateOf(day);
      const notCancelled = SESSIONS.filter(
        ({ session }) => !this.#cancelled.has(`${session} ${date}`),
      );
      sessions = notCancelled.map((rules) => ({
        session: rules.session,
        gate: gateClosure(rules, day),
        // All of the day, also where a period of an odd step reaches into it from the day before.
        from: rules.coversFromHour === 0 ? -Infinity : madridInstant(day, rules.coversFromHour),
      }));
      this.#days.set(key, sessions);
    }
    return sessions;
  }
}

function dateOf({ year, month, day }: DeliveryDay): string {
  return utcDate(wallTime(year, month, day));
}

type DaySessions = readonly {
  readonly session: Session;
  readonly gate: number;
  readonly from: number;
}[];
