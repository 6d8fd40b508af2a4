import { batchesOf, NO_PAUSE } from '@solano/domain/kernel';
import { countedModel } from '../decisions/counted-model.ts';
import type { Decision } from '../decisions/decision.ts';
import { parseEvaluation, type StoredEvaluation } from '../evaluation/evaluation.ts';
import {
  figuresOf,
  type ModelFigures,
  type RealisedFigures,
  rounded,
} from '../evaluation/figures.ts';
import { sumOf } from '../evaluation/fraction.ts';
import { bestRule, type RuleFigures, ruleFigures } from '../evaluation/rule-figures.ts';
import { withExecuted } from '../executed-worth/with-executed.ts';
import type { ExecutedWorth } from '../executed-worth/worth-sum.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { type RefreshDeps, refreshSummaries } from '../summaries/refresh-summaries.ts';

/** Evaluations that are read at a time: one of a year names thousands of labels and gates. */
const PAGE = 50;

/** Values of the outputs of one model, without their parts. */
interface ListedModel extends Pick<ModelFigures, 'idmodel' | 'expectedCost' | 'saved'> {
  /** Bought less sold, three digits after the point. */
  readonly mwh: number;
  /** Null while prices are to come. */
  readonly realised: Pick<RealisedFigures, 'restsOn' | 'mwh' | 'cost' | 'saved'> | null;
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

/**
 * Values of some purchases, by purchase; those without an evaluation are left out. What executed trades say
 * is computed where it has changed. Errors: `store_unavailable`.
 */
export async function listEvaluations(
  deps: RefreshDeps,
  purchases: readonly Purchase[],
): Promise<ReadonlyMap<string, ListedEvaluation>> {
  const { pause = NO_PAUSE } = deps;
  const listed = new Map<string, ListedEvaluation>();
  for (const some of batchesOf(purchases, PAGE)) {
    const ids = some.map(({ id }) => id);
    await refreshSummaries(deps, ids);
    const page = await deps.evaluations.ofPurchases(ids);
    const decided = await deps.decisions.newestInTime(ids);
    const worths = await deps.summaries.executed(ids);
    for (const [id, stored] of page) {
      listed.set(id, listedEvaluation(stored, decided.get(id), worths.get(id)));
      await pause();
    }
  }
  return listed;
}

function listedEvaluation(
  stored: StoredEvaluation,
  decision: Decision | undefined,
  worth: ExecutedWorth | undefined,
): ListedEvaluation {
  const { evaluatedAt } = stored;
  const evaluation = withExecuted(parseEvaluation(stored), worth);
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
        realised: realised && realisedOf(realised),
      };
    }),
  };
}

function realisedOf({ restsOn, mwh, cost, saved }: RealisedFigures) {
  return { restsOn, mwh, cost, saved };
}
