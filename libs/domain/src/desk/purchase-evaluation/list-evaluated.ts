import { parseEvaluation, type StoredEvaluation } from '../evaluation/evaluation.ts';
import { figuresOf, type ModelFigures, type Money, rounded } from '../evaluation/figures.ts';
import { sumOf } from '../evaluation/fraction.ts';
import { bestRule, type RuleFigures, ruleFigures } from '../evaluation/rule-figures.ts';
import type { Decision, DecisionStore } from '../purchases/decision.ts';
import { countedModel } from '../purchases/in-time.ts';
import type { EvaluationStore } from './evaluation-store.ts';

/** Evaluations that are read at a time: one of a year names thousands of labels and gates. */
const PAGE = 50;

/** Values of the outputs of one model, without their parts. */
interface ListedModel extends Pick<ModelFigures, 'idmodel' | 'expectedCost' | 'saved'> {
  /** Bought less sold, three digits after the point. */
  readonly mwh: number;
  /** Null while prices are to come. */
  readonly realised: { readonly cost: Money; readonly saved: Money } | null;
}

/** Values of a purchase in a list. */
export interface ListedEvaluation {
  /** First and last Madrid day of delivery, `YYYY-MM-DD`; null where no known session is used. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly models: readonly ListedModel[];
  /** The model by which sums go; null where nothing was decided in time. */
  readonly countedModel: number | null;
  readonly constantRules: readonly RuleFigures[];
  readonly bestConstantRule: ReturnType<typeof bestRule>;
}

export interface ListEvaluationDeps {
  readonly evaluations: Pick<EvaluationStore, 'ofPurchases'>;
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
}

/**
 * Values of some purchases, by purchase; those without an evaluation are left out. Errors:
 * `store_unavailable`.
 */
export async function listEvaluations(
  { evaluations, decisions }: ListEvaluationDeps,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, ListedEvaluation>> {
  const listed = new Map<string, ListedEvaluation>();
  for (let first = 0; first < purchaseIds.length; first += PAGE) {
    const ids = purchaseIds.slice(first, first + PAGE);
    const page = await evaluations.ofPurchases(ids);
    const decided = await decisions.newestInTime(ids);
    for (const [id, stored] of page) listed.set(id, listedEvaluation(stored, decided.get(id)));
  }
  return listed;
}

function listedEvaluation(
  stored: StoredEvaluation,
  decision: Decision | undefined,
): ListedEvaluation {
  const { evaluatedAt } = stored;
  const evaluation = parseEvaluation(stored);
  const { outputs, gates, rules } = evaluation;
  const days = gates.map(({ date }) => date).sort();
  return {
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    countedModel: countedModel(decision, { ...evaluation, evaluatedAt }),
    constantRules: rules.map(ruleFigures),
    bestConstantRule: bestRule(rules),
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
