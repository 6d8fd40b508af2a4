import type { ListedPurchase } from './data.ts';

type Evaluation = NonNullable<ListedPurchase['evaluation']>;
type ListedModel = Evaluation['models'][number];

/**
 * The model whose figures a row shows: the one decided for, else the one that saves most; where no
 * saving is known, the first.
 */
export function countedModel({ decision, evaluation }: ListedPurchase): ListedModel | undefined {
  const models = evaluation?.models ?? [];
  if (decision?.idmodel != null) return models.find(({ idmodel }) => idmodel === decision.idmodel);
  const known = models.filter(({ saved }) => saved !== null);
  return known.sort((one, other) => Number(other.saved) - Number(one.saved))[0] ?? models[0];
}

interface ListTotals {
  readonly mwh: number;
  readonly cost: number;
  readonly saved: number;
  readonly realisedSaved: number;
}

/** The sums of the figures that the rows show; what is unknown counts nothing. */
export function totalsOf(purchases: readonly ListedPurchase[]): ListTotals {
  const models = purchases.map(countedModel);
  const sum = (pick: (model: ListedModel) => string | number | null | undefined) =>
    models.reduce((total, model) => total + Number((model && pick(model)) ?? 0), 0);
  return {
    mwh: sum(({ mwh }) => mwh),
    cost: sum((model) => model.expected_cost),
    saved: sum(({ saved }) => saved),
    realisedSaved: sum(({ realised }) => realised?.saved),
  };
}

const HEADER = [
  'submitted_utc',
  'id',
  'retailer_id',
  'first_day',
  'last_day',
  'items',
  'status',
  'decided_idmodel',
  'counted_idmodel',
  'mwh',
  'expected_eur',
  'saved_eur',
  'realised_eur',
  'realised_saved_eur',
];

/** The list as rows of a file, with its header. */
export function listRows(purchases: readonly ListedPurchase[]): (string | number | null)[][] {
  const rows = purchases.map((purchase) => {
    const { id, created_at, retailer_id, rows_uploaded, status, decision, evaluation } = purchase;
    const model = countedModel(purchase);
    return [
      created_at,
      id,
      retailer_id,
      evaluation?.first_day ?? null,
      evaluation?.last_day ?? null,
      rows_uploaded,
      status,
      decision?.idmodel ?? null,
      model?.idmodel ?? null,
      model?.mwh ?? null,
      model?.expected_cost ?? null,
      model?.saved ?? null,
      model?.realised?.cost ?? null,
      model?.realised?.saved ?? null,
    ];
  });
  return [HEADER, ...rows];
}
