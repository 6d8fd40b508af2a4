import { QUARTER_MS } from '@solano/domain/kernel';
import type { Market, Period } from '../markets/sessions.ts';
import { PriceCache } from './price-cache.ts';
import { type PredictedCurve, predictedCurve, quartersOf } from './price-curve.ts';
import type { PriceReader } from './prices.ts';

/** Quarter hours of all curves together: some eight years of them, and as many bytes as ten millions. */
const MAX_QUARTERS = 300_000;

/**
 * Caches {@link predictedCurve} for as long as no price of the market changes: most purchases are of
 * the same days.
 */
export class PredictedCurves {
  readonly #cache = new PriceCache<PredictedCurve>(MAX_QUARTERS);

  /** As {@link predictedCurve}. */
  of(prices: PriceReader, market: Market, periods: readonly Period[]): Promise<PredictedCurve> {
    const quarters = new Set(periods.flatMap((period) => [...quartersOf(period)]));
    const read = () => predictedCurve(prices, market, periods);
    return this.#cache.get(prices, [market], spansOf(quarters), read, quarters.size);
  }
}

/** The quarter hours by their first end and how many follow each other from there on. */
function spansOf(quarters: ReadonlySet<number>): string {
  const spans: [first: number, count: number][] = [];
  for (const end of [...quarters].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && end === last[0] + last[1] * QUARTER_MS) last[1] += 1;
    else spans.push([end, 1]);
  }
  return spans.join(' ');
}
