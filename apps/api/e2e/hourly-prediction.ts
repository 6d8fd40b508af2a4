import { HOUR_MS, type Market, type NewPrediction, parseMilli } from '@solano/domain';

/** A prediction of whole hours in EUR/MWh, the first of which ends at `firstEnd` (ms). */
export function hourlyPrediction(
  market: Market,
  firstEnd: number,
  prices: readonly string[],
  generatedAt: Date,
): NewPrediction {
  return {
    market,
    generatedAt,
    origin: 'imported',
    inputsUntil: null,
    stepMinutes: 60,
    ends: prices.map((_, i) => firstEnd + i * HOUR_MS),
    prices: prices.map((price) => parseMilli(price) as number),
  };
}
