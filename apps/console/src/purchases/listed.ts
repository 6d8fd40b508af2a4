import { numberOf } from '../api/number-of.ts';
import { clockText } from '../time/zone.ts';
import type { ListedPurchase } from './data.ts';
import { bestRule } from './rules.ts';

type Evaluation = NonNullable<ListedPurchase['evaluation']>;
type ListedModel = Evaluation['models'][number];

/** The model that buys everything in the first open session; savings are compared with it. */
const REFERENCE = 1;

/**
 * Returns the model whose figures a row shows: the one decided for in time, by which sums go; else
 * model 1, because expected savings of the others predict nothing; else the first.
 */
export function displayedModel({ evaluation }: ListedPurchase): ListedModel | undefined {
  const models = evaluation?.models ?? [];
  const counted = evaluation?.counted_idmodel ?? null;
  if (counted !== null) return models.find(({ idmodel }) => idmodel === counted);
  return models.find(({ idmodel }) => idmodel === REFERENCE) ?? models[0];
}

/**
 * Whether a decision that counts was withdrawn too late: the list has no withdrawn decision, and what
 * was withdrawn in time does not count.
 */
export function isWithdrawnLate({ decision, evaluation }: ListedPurchase): boolean {
  return decision?.idmodel == null && evaluation?.counted_idmodel != null;
}

type Cell = string | number | null | undefined;

/** The columns of the file; figures are those of the model that a row shows. */
const COLUMNS: Record<string, (purchase: ListedPurchase, model?: ListedModel) => Cell> = {
  submitted_utc: ({ created_at }) => clockText(Date.parse(created_at), 'UTC'),
  id: ({ id }) => id,
  retailer_id: ({ retailer_id }) => retailer_id,
  first_day: ({ evaluation }) => evaluation?.first_day,
  last_day: ({ evaluation }) => evaluation?.last_day,
  items: ({ rows_uploaded }) => rows_uploaded,
  status: ({ status }) => status,
  decided_idmodel: ({ decision }) => decision?.idmodel,
  decided_too_late: ({ decision }) => decision?.too_late?.join(' '),
  counted_idmodel: ({ evaluation }) => evaluation?.counted_idmodel,
  shown_idmodel: (_purchase, model) => model?.idmodel,
  mwh: (_purchase, model) => numberOf(model?.mwh),
  expected_eur: (_purchase, model) => numberOf(model?.expected_cost),
  saved_eur: (_purchase, model) => numberOf(model?.saved),
  realised_eur: (_purchase, model) => numberOf(model?.realised?.cost),
  realised_saved_eur: (_purchase, model) => numberOf(model?.realised?.saved),
  best_constant_rule: ({ evaluation }) => evaluation?.best_constant_rule,
  best_constant_rule_saved_eur: ({ evaluation }) => numberOf(bestRule(evaluation)?.saved),
  best_constant_rule_realised_saved_eur: ({ evaluation }) =>
    numberOf(bestRule(evaluation)?.realised?.saved),
};

/** Returns the list as rows of a file, with its header. */
export function listRows(purchases: readonly ListedPurchase[]): (string | number | null)[][] {
  const rows = purchases.map((purchase) => {
    const model = displayedModel(purchase);
    return Object.values(COLUMNS).map((cell) => cell(purchase, model) ?? null);
  });
  return [Object.keys(COLUMNS), ...rows];
}
