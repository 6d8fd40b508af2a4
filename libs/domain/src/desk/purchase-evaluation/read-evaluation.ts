import type { TradeDifference } from '../deviation/trade-differences.ts';
import type { RealisedFigures } from '../evaluation/figures.ts';
import { executedOf } from '../executed-worth/executed-worth.ts';
import { type PurchaseForecast, parseForecast } from '../purchase-forecast/purchase-forecast.ts';
import type { PurchaseAddress } from '../purchases/update-purchase.ts';
import { type RefreshDeps, refreshSummaries } from '../summaries/refresh-summaries.ts';
import {
  type EvaluationView,
  evaluationView,
  type ReadEvaluationDeps,
  storedEvaluation,
} from './stored-evaluation.ts';

/** What the worth of a purchase rests on. */
interface Execution {
  /**
   * Whether executed trades were delivered for the sessions and days of the model by which sums go: for
   * none, for all, or for some of them.
   */
  readonly restsOn: RealisedFigures['restsOn'];
  /** What was executed for its user and retailer on its days, beside all that was decided. */
  readonly executed: readonly TradeDifference[];
}

/**
 * Expected and realised values of a purchase's outputs, and what they rest on. Errors: as for {@link storedEvaluation}.
 */
export async function readEvaluation(
  deps: ReadEvaluationDeps & RefreshDeps,
  address: PurchaseAddress,
): Promise<EvaluationView & Execution & { readonly forecast: PurchaseForecast | null }> {
  const { purchase, stored } = await storedEvaluation(deps, address);
  const { id } = purchase;
  await refreshSummaries(deps, [id]);
  const worth = (await deps.summaries.executed([id])).get(id);
  const view = evaluationView(stored, deps.clock(), worth);
  const executed = await executedOf(deps, purchase);
  const { forecast } = (await deps.purchases.readWithSeries(id)) ?? {};
  const named = forecast === undefined ? null : parseForecast(forecast);
  return { ...view, restsOn: worth?.restsOn ?? 'decision', executed, forecast: named };
}
