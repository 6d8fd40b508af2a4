import type { Market } from '../market/sessions.ts';
import { labelOf } from '../time/label.ts';
import { formatMilli } from './milli-euro.ts';
import type { PricePrediction, PriceReader, PriceSeries } from './prices.ts';

/** A price as customers read it. */
export interface PriceRow {
  /** End of the period, `YYYY-MM-DD HH:MM` in Madrid; in autumn's repeated hour it occurs twice. */
  readonly datetime: string;
  /** EUR/MWh with three digits after the point. */
  readonly price: string;
}

/** The newest generated prediction of a market, whole. Errors: `store_unavailable`. */
export async function latestPrediction(
  prices: PriceReader,
  market: Market,
): Promise<PricePrediction | undefined> {
  const [newest] = await prices.lastPredictions(market, [
    { from: -Infinity, to: Infinity, before: Infinity },
  ]);
  return newest;
}

/** The prices of a series in order of time. */
export function priceRows({ ends, prices }: PriceSeries): PriceRow[] {
  return ends.map((end, i) => {
    return { datetime: labelOf(end), price: formatMilli(prices[i] as number) };
  });
}
