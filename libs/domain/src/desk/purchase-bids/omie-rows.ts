import { labelOf, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import { SESSIONS, type Session, type SessionRules, tradedMinutes } from '@solano/domain/market';
import type { BidStep } from '../bids/bid.ts';
import { megawattsOf, wattsOf } from '../bids/bid.ts';
import type { DayBids } from './purchase-bids.ts';

/** One step of a bid in one of the market's own periods. */
export interface OmieRow {
  readonly session: Session;
  /** OMIE's number of the intraday auction, 1 to 3; null: the day-ahead market has none. */
  readonly auction: number | null;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  /**
   * OMIE's number of the period, counted from 1 in real time; null where the item is no whole number of
   * the session's periods.
   */
  readonly period: number | null;
  /** The end of the period, `YYYY-MM-DD HH:MM` in Madrid. */
  readonly label: string;
  readonly side: 'buy' | 'sell';
  /** From 1, in the order in which the steps clear. */
  readonly step: number;
  readonly price: number | null;
  readonly mw: number;
  /** MW of all steps of the period in the session: a check sum. */
  readonly periodMw: number;
}

/** Bids by the market's periods: an item of an hour is four quarter hours, each of its MW. */
export function* omieRows(days: readonly DayBids[]): Generator<OmieRow> {
  for (const { session, date, periods } of days) {
    const place = SESSIONS.findIndex((each) => each.session === session);
    const { market } = SESSIONS[place] as SessionRules;
    const length = tradedMinutes(market, date) * MINUTE_MS;
    const start = startOfDate(date);
    for (const { item, steps } of periods) {
      const side = item.megawatts < 0 ? 'sell' : 'buy';
      const periodMw = sumOf(steps);
      const auction = place === 0 ? null : place;
      for (const { period, label } of marketPeriods(item, start, length)) {
        for (const [i, { price, mw }] of steps.entries()) {
          yield { session, auction, date, period, label, side, step: i + 1, price, mw, periodMw };
        }
      }
    }
  }
}

/** The market's periods that make up an item; the item itself where they do not. */
function marketPeriods(
  { label, period: { end, minutes } }: DayBids['periods'][number]['item'],
  start: number,
  length: number,
): { readonly period: number | null; readonly label: string }[] {
  const first = end - minutes * MINUTE_MS;
  if ((first - start) % length !== 0 || (end - start) % length !== 0) {
    return [{ period: null, label }];
  }
  return Array.from({ length: (end - first) / length }, (_, i) => {
    const from = first + i * length;
    return { period: (from - start) / length + 1, label: labelOf(from + length) };
  });
}

function sumOf(steps: readonly BidStep[]): number {
  return megawattsOf(steps.reduce((sum, { mw }) => sum + wattsOf(mw), 0));
}
