import { dateAfter, invalidRequest, requireDayOrder, startOfDate } from '@solano/domain/kernel';
import type { BoughtDeps } from '../deviation/read-deviation.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import type { DecisionStore } from '../purchases/decision.ts';
import { countedModel } from '../purchases/in-time.ts';
import type { Purchase, PurchaseStore } from '../purchases/purchase.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { executedWorths, hasRealised, withExecuted } from './executed-worth.ts';
import { type ComparedModels, type DecidedModels, DecisionSums, ModelSums } from './sums.ts';

/** Purchases that are read at a time: an evaluation may name thousands of labels. */
const PAGE = 50;
/** Purchases that are summed up in one response. */
const MAX_SUMMARY_PURCHASES = 20_000;

export interface SummariseDeps extends BoughtDeps {
  readonly purchases: Pick<PurchaseStore, 'list' | 'delivered'>;
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
  readonly evaluations: Pick<EvaluationStore, 'ofPurchases'>;
}

/** Filters of the summary of a user's purchases. */
export interface SummaryFilters {
  readonly customerId: string;
  readonly user: string;
  readonly retailer?: string | undefined;
  /** First and last Madrid day of submission, `YYYY-MM-DD`; undefined: unbounded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PurchaseSummary extends ComparedModels {
  readonly purchases: number;
  /** Purchases that have an evaluation. */
  readonly evaluated: number;
  /** Purchases without a decision that was made in time. */
  readonly undecided: number;
  /** The outputs of each model that the desk went with, of the purchases on which it decided so. */
  readonly decisions: readonly DecidedModels[];
}

/**
 * Sums over a user's purchases, by model and by decision; each sum is exact and rounded once.
 * Errors: `invalid_request`, `store_unavailable`.
 */
export async function summarisePurchases(
  deps: SummariseDeps,
  filters: SummaryFilters,
): Promise<PurchaseSummary> {
  const models = new ModelSums();
  const decisions = new DecisionSums();
  const counts = { purchases: 0, evaluated: 0, undecided: 0 };
  for await (const page of pagesOf(deps.purchases, filters)) {
    counts.purchases += page.length;
    if (counts.purchases > MAX_SUMMARY_PURCHASES) {
      throw invalidRequest(
        `There are more than ${MAX_SUMMARY_PURCHASES} purchases: ask for fewer days.`,
      );
    }
    const ids = page.map(({ id }) => id);
    const decided = await deps.decisions.newestInTime(ids);
    const evaluations = await deps.evaluations.ofPurchases(ids);
    const realised = page.filter(({ id }) => hasRealised(evaluations.get(id)));
    const worths = await executedWorths(deps, realised);
    for (const id of ids) {
      const stored = evaluations.get(id);
      if (stored) counts.evaluated += 1;
      const evaluation = stored && { ...parseEvaluation(stored), evaluatedAt: stored.evaluatedAt };
      if (evaluation) models.add(evaluation);
      const chosen = countedModel(decided.get(id), evaluation);
      if (chosen === null) counts.undecided += 1;
      else decisions.add(chosen, evaluation && withExecuted(evaluation, worths.get(id)));
    }
  }
  return { ...counts, ...models.summary, decisions: decisions.summaries };
}

async function* pagesOf(
  purchases: SummariseDeps['purchases'],
  { customerId, user, retailer, from, to }: SummaryFilters,
): AsyncGenerator<Purchase[]> {
  if (from !== undefined && to !== undefined) requireDayOrder(from, to);
  const query = {
    customerId,
    user,
    limit: PAGE,
    ...(retailer !== undefined && { retailer }),
    ...(from !== undefined && { from: new Date(startOfDate(from)) }),
    ...(to !== undefined && { to: new Date(startOfDate(dateAfter(to, 1))) }),
  };
  let after: Purchase | undefined;
  for (;;) {
    const page = await purchases.list({ ...query, ...(after && { after }) });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
