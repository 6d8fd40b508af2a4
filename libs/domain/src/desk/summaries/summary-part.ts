import { DAY_MS, dateAt, dayOf, madridInstant, NO_PAUSE } from '@solano/domain/kernel';
import { countedModel } from '../decisions/counted-model.ts';
import type { Decision, DecisionStore } from '../decisions/decision.ts';
import type { BoughtDeps } from '../deviation/read-deviation.ts';
import { parseEvaluation, type StoredEvaluation } from '../evaluation/evaluation.ts';
import type { EvaluationStore } from '../evaluation/evaluation-store.ts';
import { energyOf } from '../evaluation/figures.ts';
import { fractionText } from '../evaluation/fraction.ts';
import { MAX_PRICE_DELAY_MS } from '../evaluation/realised-prices.ts';
import { executedWorths } from '../executed-worth/executed-worth.ts';
import { withExecuted } from '../executed-worth/with-executed.ts';
import type { ExecutedWorth } from '../executed-worth/worth-sum.ts';
import type { Purchase } from '../purchases/purchase.ts';
import {
  EXECUTED,
  type FigureName,
  type SummaryFigures,
  type SummaryPart,
  type SummaryShape,
} from './summary-store.ts';

export interface PartDeps extends BoughtDeps {
  readonly decisions: Pick<DecisionStore, 'newestInTime'>;
  readonly evaluations: Pick<EvaluationStore, 'ofPurchases'>;
}

/** What purchases of a customer add to summaries. Errors: `store_unavailable`. */
export async function summaryParts(
  deps: PartDeps,
  purchases: readonly Purchase[],
): Promise<SummaryPart[]> {
  const { pause = NO_PAUSE } = deps;
  const ids = purchases.map(({ id }) => id);
  const decided = await deps.decisions.newestInTime(ids);
  const evaluations = await deps.evaluations.ofPurchases(ids);
  const evaluated = purchases.filter(({ id }) => evaluations.has(id));
  const worths = await executedWorths(deps, evaluated);
  const now = deps.clock().getTime();
  const parts: SummaryPart[] = [];
  for (const purchase of purchases) {
    const { id } = purchase;
    const [stored, worth] = [evaluations.get(id), worths.get(id)];
    const part = stored
      ? evaluatedPart(stored, decided.get(id), worth)
      : { ...NOTHING, shape: { ...NO_SHAPE, decided: countedModel(decided.get(id), undefined) } };
    const recheckAt = part.shape.decided === null ? null : nextCheck(purchase, now);
    parts.push({ purchaseId: id, ...part, executed: worth, recheckAt });
    await pause();
  }
  return parts;
}

const NO_SHAPE = {
  isEvaluated: false,
  outputs: [],
  expected: [],
  realised: [],
  decided: null,
  restsOn: 'decision',
} as const;
const NOTHING = { expected: [], realised: [] };

function evaluatedPart(
  stored: StoredEvaluation,
  decision: Decision | undefined,
  worth: ExecutedWorth | undefined,
): Pick<SummaryPart, 'shape' | 'expected' | 'realised'> {
  const evaluation = { ...parseEvaluation(stored), evaluatedAt: stored.evaluatedAt };
  const { outputs, rules } = evaluation;
  const decided = countedModel(decision, evaluation);
  const counted = withExecuted(evaluation, worth).outputs.find((each) => {
    return each.model.idmodel === decided && each.realised?.executed;
  });
  const all = [
    ...outputs.map((each) => ({ ...each, name: `${each.model.idmodel}` as const })),
    ...rules.map(({ rule, realised }) => ({ model: rule, realised, name: rule.rule })),
  ];
  const executed = counted ? [{ ...counted, name: EXECUTED as FigureName }] : [];
  const expected = all.flatMap(({ name, model: { cost, saved, energy } }) => {
    return cost === null || saved === null ? [] : figures(name, energy, { cost, saved });
  });
  const realised = [...all, ...executed].flatMap(({ name, model, realised: costs }) => {
    return costs ? figures(name, model.energy, costs) : [];
  });
  const shape: SummaryShape = {
    isEvaluated: true,
    outputs: outputs.map(({ model }) => model.idmodel).sort((a, b) => a - b),
    expected: modelsOf(expected),
    realised: modelsOf(realised),
    decided,
    restsOn: counted?.realised?.executed?.restsOn ?? 'decision',
  };
  return { shape, expected, realised };
}

function figures(
  name: FigureName,
  energy: Parameters<typeof energyOf>[1],
  costs: Parameters<typeof energyOf>[0] & { readonly cost: string; readonly saved: string },
): SummaryFigures {
  const { cost, saved } = costs;
  return { name, mwh: fractionText(energyOf(costs, energy)), cost, saved };
}

function modelsOf(all: readonly SummaryFigures[]): number[] {
  const numbers = all.map(({ name }) => Number(name));
  return numbers.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
}

/** The last time of the years that labels have. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** When a next day of the purchase is so long ago that prices which are not there are given up. */
function nextCheck({ deliversFrom, deliversTo }: Purchase, now: number): Date | null {
  if (!deliversFrom || !deliversTo) return null;
  const last = deliversTo.getTime();
  if (last + MAX_PRICE_DELAY_MS < now) return null;
  const since = Math.max(deliversFrom.getTime(), now - MAX_PRICE_DELAY_MS - DAY_MS);
  const day = dayOf(dateAt(since));
  const endAfter = (days: number) => Math.min(madridInstant(day, 0, -days), last);
  let days = 1;
  while (endAfter(days) + MAX_PRICE_DELAY_MS < now) days += 1;
  const end = endAfter(days);
  return new Date(Math.min(end + MAX_PRICE_DELAY_MS + 1, LAST_TIME));
}
