import { HOUR_MS } from '@solano/domain/kernel';
import { type Market, type NewPrediction, parseMilli } from '@solano/domain/market';
import { openService } from './service.ts';

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

/**
 * A service with two customers, and predictions of two markets for the hours that end at 10:00 and
 * 11:00 on 2031-05-05: 50 and 60 EUR/MWh day-ahead, `intraday` in the first auction.
 */
export async function openPredicted(
  intraday: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const service = await openService(environment);
  const { key, customer } = await service.customer('Comercializadora');
  const { key: otherKey } = await service.customer('Otra');
  const firstEnd = Date.parse('2031-05-05T08:00Z');
  const generatedAt = new Date('2026-10-25T08:00Z');
  const predict = (market: Market, prices: readonly string[]) =>
    service.stores.prices.putPredictions([hourlyPrediction(market, firstEnd, prices, generatedAt)]);
  await predict('md_pdbc_spain', ['50', '60']);
  await predict('mid_pibc01_spain', intraday);
  return { service, key, otherKey, customerId: customer.id, predict };
}
