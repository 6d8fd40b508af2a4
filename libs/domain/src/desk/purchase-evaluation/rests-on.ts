import { dateAt, datesBetween } from '@solano/domain/kernel';
import type { BoughtDeps } from '../deviation/read-deviation.ts';
import { type TradeDifference, tradeDifferences } from '../deviation/trade-differences.ts';
import { parseEvaluation, type StoredEvaluation } from '../evaluation/evaluation.ts';
import type { DecisionStore } from '../purchases/decision.ts';
import { countedModel } from '../purchases/in-time.ts';
import type { Purchase } from '../purchases/purchase.ts';

export interface RestsOnDeps extends BoughtDeps {
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
}

/** What the worth of a purchase rests on. */
export interface Execution {
  /**
   * Whether executed trades were delivered for the sessions and days of the model by which sums go: for
   * none, for all, or for some of them.
   */
  readonly restsOn: 'decision' | 'executed' | 'both';
  /** What was executed for its user and retailer on its days, beside all that was decided. */
  readonly executed: readonly TradeDifference[];
}

/** Looks for executed trades on the days of a purchase. Errors: `store_unavailable`. */
export async function executionOf(
  deps: RestsOnDeps,
  { id, customerId, user, retailer, deliversFrom, deliversTo }: Purchase,
  stored: StoredEvaluation,
): Promise<Execution> {
  if (!deliversFrom || !deliversTo) return { restsOn: 'decision', executed: [] };
  const [from, to] = [dateAt(deliversFrom.getTime()), dateAt(deliversTo.getTime() - 1)];
  const portfolio = { user, retailer };
  const executed = await tradeDifferences(deps, { customerId, portfolio, from, to });
  if (executed.length === 0) return { restsOn: 'decision', executed };
  const decided = await deps.decisions.newestInTime([id]);
  const evaluation = { ...parseEvaluation(stored), evaluatedAt: stored.evaluatedAt };
  const counted = countedModel(decided.get(id), evaluation);
  const model = evaluation.outputs.find((each) => each.model.idmodel === counted)?.model;
  const names = new Set(executed.map(({ session, day }) => `${session} ${day}`));
  const days = datesBetween(from, to);
  const isWhole = Object.keys(model?.energy ?? {}).every((session) =>
    days.every((day) => names.has(`${session} ${day}`)),
  );
  return { restsOn: isWhole ? 'executed' : 'both', executed };
}
