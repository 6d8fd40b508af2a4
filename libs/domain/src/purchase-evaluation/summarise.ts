import { invalidRequest } from '../errors.ts';
import type { DecisionStore } from '../purchase-decision/decision.ts';
import type { Purchase, PurchaseStore } from '../purchases/purchase.ts';
import { requireDayOrder } from '../time/label.ts';
import { dateAfter, startOfDate } from '../time/madrid-day.ts';
import type { EvaluatedOutput, ModelEvaluation, RealisedCosts } from './evaluation.ts';
import { parseEvaluation } from './evaluation.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { type Money, rounded } from './figures.ts';
import { FractionSum, toFixed } from './fraction.ts';

/** Purchases that are read at a time: an evaluation may name thousands of labels. */
const PAGE = 50;
/** Purchases that are summed up in one response. */
const MAX_SUMMARY_PURCHASES = 20_000;

export interface SummariseDeps {
  readonly purchases: Pick<PurchaseStore, 'list'>;
  readonly decisions: Pick<DecisionStore, 'newest'>;
  readonly evaluations: Pick<EvaluationStore, 'ofPurchases'>;
}

/** Which purchases of a user are summed up. */
export interface SummaryFilters {
  readonly customerId: string;
  readonly user: string;
  readonly retailer?: string | undefined;
  /** First and last Madrid day of submission, `YYYY-MM-DD`; undefined: unbounded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What outputs are worth together. */
interface Totals {
  /** Purchases whose cost and saving are known: the others do not count here. */
  readonly purchases: number;
  /** Bought less sold, three digits after the point. */
  readonly mwh: number;
  readonly cost: Money;
  /** Cost of model 1 less this one. */
  readonly saved: Money;
}

export interface ModelSummary {
  readonly idmodel: number;
  readonly purchases: number;
  readonly expected: Totals;
  readonly realised: Totals;
}

export interface PurchaseSummary {
  readonly purchases: number;
  /** Purchases that have an evaluation. */
  readonly evaluated: number;
  /** Purchases without a decision. */
  readonly undecided: number;
  /** The outputs of each model, whatever was decided. */
  readonly models: readonly ModelSummary[];
  /** The outputs of each model that the desk went with, of the purchases on which it decided so. */
  readonly decisions: readonly ModelSummary[];
}

/**
 * What a user's purchases are worth together, by model and by decision; each sum is exact and
 * rounded once. Errors: `invalid_request`, `store_unavailable`.
 */
export async function summarisePurchases(
  deps: SummariseDeps,
  filters: SummaryFilters,
): Promise<PurchaseSummary> {
  const models = new Groups();
  const decisions = new Groups();
  const counts = { purchases: 0, evaluated: 0, undecided: 0 };
  for await (const page of pagesOf(deps.purchases, filters)) {
    counts.purchases += page.length;
    if (counts.purchases > MAX_SUMMARY_PURCHASES) {
      throw invalidRequest(
        `There are more than ${MAX_SUMMARY_PURCHASES} purchases: ask for fewer days.`,
      );
    }
    const ids = page.map(({ id }) => id);
    const decided = await deps.decisions.newest(ids);
    const evaluations = await deps.evaluations.ofPurchases(ids);
    for (const id of ids) {
      const stored = evaluations.get(id);
      if (stored) counts.evaluated += 1;
      const outputs = stored ? parseEvaluation(stored).outputs : [];
      for (const output of outputs) models.add(output.model.idmodel, output);
      const chosen = decided.get(id)?.idmodel ?? null;
      if (chosen === null) counts.undecided += 1;
      else
        decisions.add(
          chosen,
          outputs.find(({ model }) => model.idmodel === chosen),
        );
    }
  }
  return { ...counts, models: models.summaries, decisions: decisions.summaries };
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

/** Outputs by model. */
class Groups {
  readonly #byModel = new Map<number, Group>();

  /** @param output undefined if the purchase has none of that model. */
  add(idmodel: number, output: EvaluatedOutput | undefined): void {
    const group = this.#byModel.get(idmodel) ?? new Group();
    this.#byModel.set(idmodel, group);
    group.add(output);
  }

  get summaries(): ModelSummary[] {
    const sorted = [...this.#byModel].sort(([a], [b]) => a - b);
    return sorted.map(([idmodel, group]) => ({ idmodel, ...group.summary }));
  }
}

class Group {
  #purchases = 0;
  readonly #expected = new TotalSum();
  readonly #realised = new TotalSum();

  add(output: EvaluatedOutput | undefined): void {
    this.#purchases += 1;
    if (!output) return;
    const { energy, cost, saved } = output.model;
    if (cost !== null && saved !== null) this.#expected.add(energy, { cost, saved });
    if (output.realised) this.#realised.add(energy, output.realised);
  }

  get summary(): Omit<ModelSummary, 'idmodel'> {
    const [expected, realised] = [this.#expected.totals, this.#realised.totals];
    return { purchases: this.#purchases, expected, realised };
  }
}

class TotalSum {
  #purchases = 0;
  readonly #mwh = new FractionSum();
  readonly #cost = new FractionSum();
  readonly #saved = new FractionSum();

  add(
    energy: ModelEvaluation['energy'],
    { cost, saved }: Pick<RealisedCosts, 'cost' | 'saved'>,
  ): void {
    this.#purchases += 1;
    for (const each of Object.values(energy)) this.#mwh.add(each);
    this.#cost.add(cost);
    this.#saved.add(saved);
  }

  get totals(): Totals {
    return {
      purchases: this.#purchases,
      mwh: rounded(this.#mwh.total, 3),
      cost: toFixed(this.#cost.total, 2),
      saved: toFixed(this.#saved.total, 2),
    };
  }
}
