import { numberOf } from '../api/number-of.ts';
import { clockText } from '../time/zone.ts';
import type { ListedPurchase } from './data.ts';
import { displayedModel } from './listed.ts';
import { bestRule } from './rules.ts';

type ListedModel = NonNullable<ReturnType<typeof displayedModel>>;
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
