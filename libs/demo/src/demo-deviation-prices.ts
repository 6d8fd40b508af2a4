import { type DayRange, datesBetween, HOUR_MS, QUARTER_MS } from '@solano/domain/kernel';
import {
  DAY_AHEAD,
  type ImbalanceDay,
  type ImbalancePriceStore,
  type MilliEuro,
  type PriceStore,
  type RealisedPrices,
} from '@solano/domain/market';
import { noise } from './demo-power.ts';

export interface DemoDeviationPriceDeps {
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly imbalance: Pick<ImbalancePriceStore, 'seenBy'>;
}

/**
 * Adds the synthetic prices of deviations of some past days, which the customer alone sees: none beside
 * settled ones, and none of a day whose day-ahead prices are real. Errors: `store_unavailable`.
 */
export async function putDemoDeviationPrices(
  { prices, imbalance }: DemoDeviationPriceDeps,
  customerId: string,
  now: Date,
  { from, to }: DayRange,
): Promise<void> {
  const own = imbalance.seenBy(customerId);
  const known = new Set<string>();
  for await (const { date, source } of own.prices(from, to)) {
    if (source !== 'synthetic') return;
    known.add(date);
  }
  if (datesBetween(from, to).every((date) => known.has(date))) return;
  const missing: ImbalanceDay[] = [];
  for await (const day of prices.seenBy(customerId).realised(DAY_AHEAD.market, from, to)) {
    if (day.source === 'synthetic' && !known.has(day.date)) missing.push(demoDeviationPrices(day));
  }
  if (missing.length > 0) await own.putSynthetic(missing, now);
}

/** How far out of balance the system is before a deviation that adds to it is priced apart. */
const BALANCED = 0.12;
/** From there on one price counts for both directions. */
const SCARCE = 0.95;
/** By how much such a deviation is dearer, in EUR/MWh: at least, and at most on top of that. */
const DEARER = { least: 3, most: 50 };

/**
 * The prices of deviations of a day from its day-ahead prices: what adds to the system's imbalance is dearer
 * than the day-ahead market, what relieves it is worth as much as there.
 */
function demoDeviationPrices({ date, ends, prices }: RealisedPrices): ImbalanceDay {
  const both = ends.map((end, i) => pricesOf(end, prices[i] as MilliEuro));
  const short = both.map((each) => each.short);
  const long = both.map((each) => each.long);
  return { date, stepMinutes: 15, short, long };
}

function pricesOf(end: number, dayAhead: MilliEuro): { short: MilliEuro; long: MilliEuro } {
  const start = end - QUARTER_MS;
  // Below zero the system lacks energy.
  const balance = noise(70, Math.floor(start / HOUR_MS));
  const size = Math.abs(balance);
  if (size < BALANCED) return { short: dayAhead, long: dayAhead };
  const quarter = 1 + 0.2 * noise(71, start / QUARTER_MS);
  const dearer = inCents((DEARER.least + DEARER.most * size * size) * quarter);
  const price = balance < 0 ? dayAhead + dearer : dayAhead - dearer;
  if (size > SCARCE) return { short: price, long: price };
  return balance < 0 ? { short: price, long: dayAhead } : { short: dayAhead, long: price };
}

function inCents(euros: number): MilliEuro {
  return Math.round(euros * 100) * 10;
}
