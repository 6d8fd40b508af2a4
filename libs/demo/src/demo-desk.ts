import { type DayRange, dateAfter, dateAt } from '@solano/domain/kernel';
import type { PriceStore } from '@solano/domain/market';
import type { AuditSource } from '@solano/domain/service';
import { type DemoDeviationPriceDeps, putDemoDeviationPrices } from './demo-deviation-prices.ts';
import { putDemoPriceHistory } from './demo-prices.ts';
import { type DemoPurchaseDeps, putDemoPurchases, putPastPurchases } from './demo-purchases.ts';
import { type DemoTradeDeps, putDemoTrades } from './demo-trades.ts';

/** Days before today at which the parts of the desk's year begin: first a month, then half of the rest each. */
const PARTS = [2, 36, 200, 367];

export type DemoDeskDeps = DemoPurchaseDeps &
  DemoTradeDeps &
  DemoDeviationPriceDeps & { readonly prices: PriceStore };

/**
 * Brings up to date what the desk of the demonstration does: purchases, and what yesterday's came to. Errors:
 * `store_unavailable`, `engine_unavailable`.
 */
export async function putDemoDesk(
  deps: DemoDeskDeps,
  source: AuditSource,
  customerId: string,
): Promise<void> {
  await putDemoPurchases(deps, source, customerId);
  const yesterday = dateAfter(dateAt(deps.clock().getTime()), -1);
  await putOutcomes(deps, source, customerId, { from: yesterday, to: yesterday });
}

/**
 * Adds what is missing of a part of the desk's last year. Each part takes some seconds. Errors:
 * `store_unavailable`, `engine_unavailable`.
 *
 * @param part 0 for the newest. Returns the number of the next, undefined after the last.
 */
export async function putDemoDeskPart(
  deps: DemoDeskDeps,
  source: AuditSource,
  customerId: string,
  part: number,
): Promise<number | undefined> {
  const [newest, older] = [PARTS[part], PARTS[part + 1]];
  if (newest === undefined || older === undefined) return undefined;
  const now = deps.clock();
  const today = dateAt(now.getTime());
  // The models learn from older prices too.
  await putDemoPriceHistory(deps.prices, customerId, now);
  const days = { from: dateAfter(today, 1 - older), to: dateAfter(today, -newest) };
  await putPastPurchases(deps, source, customerId, days);
  await putOutcomes(deps, source, customerId, days);
  return part + 2 < PARTS.length ? part + 1 : undefined;
}

/** Executed trades, and last the prices of deviations, with which days are complete. */
async function putOutcomes(
  deps: DemoDeskDeps,
  source: AuditSource,
  customerId: string,
  days: DayRange,
): Promise<void> {
  await putDemoTrades(deps, source, customerId, days);
  await putDemoDeviationPrices(deps, customerId, deps.clock(), days);
}
