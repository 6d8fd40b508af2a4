import type { AuditEntry, FileUpload, Portfolio } from '@solano/domain/service';
import { TRADE_SESSIONS, type TradedDay } from './trade.ts';

/** Trades of a portfolio that are recorded together. */
export interface TradeDelivery {
  readonly customerId: string;
  readonly portfolio: Portfolio;
  readonly deliveredAt: Date;
  /** The file that they came in, where there was one. */
  readonly upload?: FileUpload;
}

/** When what was delivered of a session and day counts. */
export interface DayDelivery extends Pick<TradedDay, 'session' | 'day'> {
  readonly deliveredAt: Date;
  /** From when on it no longer counts, if it was taken back. */
  readonly takenBackAt: Date | undefined;
}

/** The trades of a session and day with the times of their delivery. */
export interface DeliveredDay extends DayDelivery, TradedDay {}

/**
 * Keeps executed trades with every delivery. A delivery replaces, for each session and Madrid day that it
 * has, all that was there; what it replaced stays with its times. Errors: `store_unavailable`.
 */
export interface TradeStore {
  /**
   * Records days in one transaction with the audit entry, all or none; calls at once give the result of
   * sequential ones. Returns how many trades that counted were replaced. Where the customer has an
   * upload of the digest that was not taken back, nothing is recorded, and the result is undefined.
   * Errors: `not_found` for the customer.
   *
   * @param days each session and day once, at least one.
   */
  record(
    delivery: TradeDelivery,
    days: readonly TradedDay[],
    entry: AuditEntry,
  ): Promise<number | undefined>;
  /**
   * What counts of the Madrid days from `from` to `to`, both included, by day and session: see
   * {@link countingDays}. A session and day without trades is left out.
   *
   * @param at the instant at which it counts; now by default.
   */
  executed(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
    at?: Date,
  ): Promise<DeliveredDay[]>;
  /** All that was delivered, also what was replaced or taken back, in order of delivery; some are skipped. */
  deliveries(
    customerId: string,
    portfolio: Portfolio,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<DeliveredDay[]>;
}

/**
 * Returns, for each session and day, the latest delivery that counts at an instant: it was delivered by then
 * and not yet taken back. By day and session.
 *
 * @param deliveries in order of delivery.
 */
export function countingDays<Delivery extends DayDelivery>(
  deliveries: Iterable<Delivery>,
  at?: Date,
): Delivery[] {
  const latest = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const { session, day, deliveredAt, takenBackAt } = delivery;
    const isTakenBack = takenBackAt !== undefined && (at === undefined || takenBackAt <= at);
    if (isTakenBack || (at !== undefined && deliveredAt > at)) continue;
    latest.set(`${day} ${TRADE_SESSIONS.indexOf(session)}`, delivery);
  }
  const sorted = [...latest].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, delivery]) => delivery);
}
