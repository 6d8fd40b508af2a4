import { dateAfter, datesBetween, invalidRequest } from '@solano/domain/kernel';
import type { Market } from '../markets/sessions.ts';
import { type PriceRow, priceRows } from '../prices/latest-prediction.ts';
import type { PriceReader, RealisedPrices } from '../prices/prices.ts';
import type { MarketDataStore, MarketDay, MarketDocument } from './market-day.ts';

/** Maximum of days of one response. */
const MAX_REALISED_DAYS = 400;

/** Source of a day's prices, or why there are none. */
export interface RealisedDayStatus {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly source: string | null;
  /** Null where the source has no revisions. */
  readonly revision: number | null;
  readonly status: 'realised' | 'cancelled' | 'held' | 'missing';
  /** Whether a document waits for an operator; also while an earlier one is in use. */
  readonly isHeld: boolean;
  readonly knownAt: Date | null;
}

/** A day's prices, and what its documents say of them. */
function statusOf(
  date: string,
  prices: RealisedPrices | undefined,
  day: MarketDay | undefined,
): RealisedDayStatus {
  const held = day?.held?.document;
  const isHeld = held !== undefined;
  if (!prices) {
    const [source, revision] = [held?.source ?? null, held?.revision ?? null];
    const status = isHeld ? 'held' : 'missing';
    return { day: date, source, revision, status, isHeld, knownAt: null };
  }
  const { source, version, ends } = prices;
  const document = isOf(day?.document, prices) ? day?.document : undefined;
  return {
    day: date,
    source,
    revision: document?.revision ?? (version > 0 ? version : null),
    status: ends.length === 0 ? 'cancelled' : 'realised',
    isHeld,
    knownAt: (document ? day?.knownAt : prices.knownAt) ?? null,
  };
}

/** Whether prices are those of a document, and not what an operator imported in their place. */
function isOf(document: MarketDocument | null | undefined, prices: RealisedPrices): boolean {
  if (document?.source !== prices.source) return false;
  return document.source !== 'omie' || document.revision === prices.version;
}

export interface RealisedRange {
  readonly rows: readonly PriceRow[];
  /** The instant (ms) of each row. */
  readonly ends: readonly number[];
  readonly days: readonly RealisedDayStatus[];
}

export interface RealisedRangeDeps {
  readonly market: Pick<MarketDataStore, 'days'>;
  readonly prices: Pick<PriceReader, 'realised'>;
}

/**
 * The realised prices of a market from the day `from` to the day `to`, oldest first, with the status
 * of each day. Errors: `invalid_request` for days that are not in order or too many,
 * `store_unavailable`.
 */
export async function realisedRange(
  { market: store, prices }: RealisedRangeDeps,
  market: Market,
  from: string,
  to: string,
): Promise<RealisedRange> {
  requireRange(from, to);
  const days = new Map((await store.days([market], from, to)).map((day) => [day.date, day]));
  const realised = new Map<string, RealisedPrices>();
  for await (const day of prices.realised(market, from, to)) realised.set(day.date, day);
  const dates = datesBetween(from, to);
  return {
    rows: dates.flatMap((date) => priceRows(realised.get(date) ?? NO_PRICES)),
    ends: dates.flatMap((date) => realised.get(date)?.ends ?? []),
    days: dates.map((date) => statusOf(date, realised.get(date), days.get(date))),
  };
}

const NO_PRICES = { stepMinutes: 60, ends: [], prices: [] };

/** Errors: `invalid_request` for days that are not in order or too many for one response. */
export function requireRange(from: string, to: string): void {
  if (to >= from && to <= dateAfter(from, MAX_REALISED_DAYS - 1)) return;
  throw invalidRequest(`The days from ${from} to ${to} must be 1 to ${MAX_REALISED_DAYS}.`);
}
