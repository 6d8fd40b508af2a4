import type { ListedPurchase } from './data.ts';

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
