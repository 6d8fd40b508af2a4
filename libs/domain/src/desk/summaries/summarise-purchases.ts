import {
  dateAfter,
  invalidRequest,
  requireDayOrder,
  SolanoError,
  startOfDate,
} from '@solano/domain/kernel';
import { type ComparedModels, type DecidedModels, DecisionSums, ModelSums } from './model-sums.ts';
import { type RefreshDeps, refreshSummaries } from './refresh-summaries.ts';
import type { SummaryGroups, SummaryQuery } from './summary-store.ts';

/** Purchases that are summed up in one response. */
const MAX_SUMMARY_PURCHASES = 20_000;
/** The most purchases take 50; further ones are for what changes meanwhile. */
const MAX_ROUNDS = 200;

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
 * Sums over a user's purchases, by model and by decision; each sum is exact and rounded once. What has
 * changed of them is computed first, unless there are too many purchases.
 * Errors: `invalid_request`, `store_unavailable`, `overloaded` if they change faster than that.
 */
export async function summarisePurchases(
  deps: RefreshDeps,
  filters: SummaryFilters,
): Promise<PurchaseSummary> {
  const query = queryOf(filters);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await readGroups(deps, query);
    if (found.stale.length === 0) return summaryOf(found);
    await refreshSummaries(deps, found.stale);
  }
  throw new SolanoError('overloaded', 'The purchases are being changed. Try again soon.');
}

async function readGroups({ summaries }: RefreshDeps, query: SummaryQuery): Promise<SummaryGroups> {
  const found = await summaries.groups(query, MAX_SUMMARY_PURCHASES);
  if (found) return found;
  throw invalidRequest(
    `There are more than ${MAX_SUMMARY_PURCHASES} purchases: ask for fewer days.`,
  );
}

function summaryOf({ purchases, groups }: SummaryGroups): PurchaseSummary {
  const models = new ModelSums();
  const decisions = new DecisionSums();
  const counts = { purchases, evaluated: 0, undecided: purchases };
  for (const group of groups) {
    const { isEvaluated, decided } = group.shape;
    if (isEvaluated) counts.evaluated += group.purchases;
    models.add(group);
    if (decided === null) continue;
    counts.undecided -= group.purchases;
    decisions.add(decided, group);
  }
  return { ...counts, ...models.summary, decisions: decisions.summaries };
}

function queryOf({ customerId, user, retailer, from, to }: SummaryFilters): SummaryQuery {
  if (from !== undefined && to !== undefined) requireDayOrder(from, to);
  return {
    customerId,
    user,
    ...(retailer !== undefined && { retailer }),
    ...(from !== undefined && { from: new Date(startOfDate(from)) }),
    ...(to !== undefined && { to: new Date(startOfDate(dateAfter(to, 1))) }),
  };
}
