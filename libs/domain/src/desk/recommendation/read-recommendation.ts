import type { Clock, Digest } from '@solano/domain/kernel';
import type { Backtest } from '../backtests/backtest.ts';
import type { DayRange } from '../backtests/backtest-range.ts';
import type { BacktestStore } from '../backtests/backtest-store.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { findPurchase, type PurchaseAddress } from '../purchases/update-purchase.ts';
import { listStrategies, type StrategyStore } from '../strategies/catalogue.ts';
import { type Recommendation, recommend } from './recommend.ts';
import { yearBacktest } from './year-backtest.ts';

export interface RecommendationDeps {
  readonly purchases: Pick<PurchaseStore, 'get'>;
  readonly backtests: Pick<BacktestStore, 'get'>;
  readonly strategies: Pick<StrategyStore, 'get'>;
  readonly digest: Digest;
  readonly clock: Clock;
}

interface ModelsOfPurchase {
  /** Idmodels of the outputs. */
  readonly on: readonly number[];
  /** Past days that they were evaluated with. */
  readonly historyDays: number;
}

/** A recommendation with the backtest that it rests on, if there is one. */
interface ReadRecommendation extends Recommendation {
  readonly backtest: ({ readonly id: string } & DayRange) | null;
}

/**
 * The model that is recommended for a purchase, among those with an output, by the backtest of the last
 * year with the newest settings, or that of a week before; none is made here. Null where none is.
 * Errors: `purchase_not_found`, `store_unavailable`.
 */
export async function readRecommendation(
  deps: RecommendationDeps,
  address: PurchaseAddress,
  { on, historyDays }: ModelsOfPurchase,
): Promise<ReadRecommendation | null> {
  const { customerId, user, retailer } = await findPurchase(deps.purchases, address);
  const owner = { customerId, user, retailer };
  const { version } = await listStrategies(deps.strategies, owner);
  for (const weeksAgo of [0, 1]) {
    const { id, from, to } = yearBacktest(deps.digest, owner, version, deps.clock(), weeksAgo);
    const found = await deps.backtests.get(owner, id);
    if (!found?.result) continue;
    const made = recommend(on, JSON.parse(found.result) as Backtest, historyDays);
    return made ? { ...made, backtest: { id, from, to } } : null;
  }
  const made = recommend(on, undefined, historyDays);
  return made ? { ...made, backtest: null } : null;
}
