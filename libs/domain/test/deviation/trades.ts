import type { SessionTrade, TradeDelivery, TradedDay, TradeSession } from '@solano/domain/desk';
import { MICRO, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import { uploadOf } from './uploads.ts';
import { type DeviationWorld, OWNER } from './world.ts';

/** Start by quarter hour of the day, minutes, MW and EUR/MWh. */
type TradeTuple = readonly [
  quarter: number,
  minutes: SessionTrade['minutes'],
  mw: number,
  price: number,
];

export function tradesOf(
  session: TradeSession,
  date: string,
  trades: readonly TradeTuple[],
): TradedDay {
  const all = trades.map(([quarter, minutes, mw, price]) => ({
    start: startOfDate(date) + quarter * QUARTER_MS,
    minutes,
    microMw: Math.round(mw * MICRO),
    price: Math.round(price * 1000),
  }));
  return { session, day: date, trades: all };
}

/** Delivers the executed trades of a session and day. */
export async function deliverTrades(
  world: DeviationWorld,
  session: TradeSession,
  date: string,
  trades: readonly TradeTuple[],
  along: Pick<TradeDelivery, 'upload'> = {},
): Promise<void> {
  const delivery = { ...OWNER, deliveredAt: new Date(world.now), ...along };
  const day = tradesOf(session, date, trades);
  await world.trades.record(delivery, [day], world.change().entry);
}

/** Delivers them in a file; returns its id. */
export async function uploadTrades(
  world: DeviationWorld,
  session: TradeSession,
  date: string,
  trades: readonly TradeTuple[],
): Promise<string> {
  const content = { rows: trades.length, series: [session] };
  const upload = uploadOf(world, 'trades', date, content);
  await deliverTrades(world, session, date, trades, { upload });
  return upload.id;
}
