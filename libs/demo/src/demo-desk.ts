import type { AuditSource } from '@solano/domain/service';
import { type DemoDeviationPriceDeps, putDemoDeviationPrices } from './demo-deviation-prices.ts';
import { type DemoPurchaseDeps, putDemoPurchases } from './demo-purchases.ts';
import { type DemoTradeDeps, putDemoTrades } from './demo-trades.ts';

/** Days before today of which the desk's trades are known, and the prices of its deviations. */
const HISTORY_DAYS = 60;

export type DemoDeskDeps = DemoPurchaseDeps & DemoTradeDeps & DemoDeviationPriceDeps;

/**
 * Brings up to date what the desk of the demonstration did: purchases, executed trades, and last the prices
 * of deviations, with which a day is complete. Errors: `store_unavailable`, `engine_unavailable`.
 */
export async function putDemoDesk(
  deps: DemoDeskDeps,
  source: AuditSource,
  customerId: string,
): Promise<void> {
  await putDemoPurchases(deps, source, customerId);
  await putDemoTrades(deps, source, customerId, HISTORY_DAYS);
  await putDemoDeviationPrices(deps, customerId, deps.clock(), HISTORY_DAYS);
}
