import type { MessageDeps, PRICE_EVENTS } from '@solano/domain/service';
import { REGION, rulesOf } from '../markets/sessions.ts';
import type { MarketDay, MarketMessage } from './market-day.ts';
import { expectedAt, isMarket } from './series.ts';

type PriceEvent = (typeof PRICE_EVENTS)[number];

/** The message about a market's day; undefined for a fundamental, of which nobody is notified. */
export function messageOf(
  event: PriceEvent,
  day: MarketDay,
  at: Date,
  { newId, messageText }: MessageDeps,
): MarketMessage | undefined {
  const { series, date, status, document } = day;
  if (!isMarket(series)) return undefined;
  const data = {
    region: REGION,
    market: series,
    session: rulesOf(series).session,
    day: date,
    status,
    source: document?.source ?? null,
    revision: document?.revision ?? null,
    expectedAt: new Date(expectedAt(series, date)),
  };
  return { event, body: messageText({ type: event, timestamp: at, data }), at, newId };
}
