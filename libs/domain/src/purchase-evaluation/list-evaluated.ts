import { parseEvaluation, type StoredEvaluation } from './evaluation.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { figuresOf, type ModelFigures, type Money, rounded } from './figures.ts';
import { sumOf } from './fraction.ts';

/** Evaluations that are read at a time: one of a year names thousands of labels and gates. */
const PAGE = 50;

/** What the outputs of one model are worth, without what it is made of. */
interface ListedModel extends Pick<ModelFigures, 'idmodel' | 'expectedCost' | 'saved'> {
  /** Bought less sold, three digits after the point. */
  readonly mwh: number;
  /** Null while prices are to come. */
  readonly realised: { readonly cost: Money; readonly saved: Money } | null;
}

/** What a purchase in a list is worth. */
export interface ListedEvaluation {
  /** First and last Madrid day of delivery, `YYYY-MM-DD`; null where no known session is used. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly models: readonly ListedModel[];
}

/**
 * What some purchases are worth, by purchase; those without an evaluation are left out. Errors:
 * `store_unavailable`.
 */
export async function listEvaluations(
  evaluations: Pick<EvaluationStore, 'ofPurchases'>,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, ListedEvaluation>> {
  const listed = new Map<string, ListedEvaluation>();
  for (let first = 0; first < purchaseIds.length; first += PAGE) {
    const page = await evaluations.ofPurchases(purchaseIds.slice(first, first + PAGE));
    for (const [id, stored] of page) listed.set(id, listedEvaluation(stored));
  }
  return listed;
}

function listedEvaluation(stored: StoredEvaluation): ListedEvaluation {
  const { outputs, gates } = parseEvaluation(stored);
  const days = gates.map(({ date }) => date).sort();
  return {
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    models: outputs.map(({ model, realised: costs }) => {
      const { idmodel, expectedCost, saved, realised } = figuresOf(model, costs);
      return {
        idmodel,
        mwh: rounded(sumOf(Object.values(model.energy)), 3),
        expectedCost,
        saved,
        realised: realised && { cost: realised.cost, saved: realised.saved },
      };
    }),
  };
}
