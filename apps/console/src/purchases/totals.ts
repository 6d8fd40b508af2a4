import type { Schemas } from '../api/client.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import { bestRule } from './rules.ts';

export type ModelTotals = Omit<Schemas['ModelSummary'], 'lacking'>;
type RuleTotals = Schemas['RuleSummary'];

export type TotalsRow = ModelTotals | RuleTotals;

/** What was decided, and below it what the best constant rule gave for the same purchases. */
export function decisionRows(decision: Schemas['DecisionSummary']): TotalsRow[] {
  const rule = bestRule(decision);
  return rule ? [decision, rule] : [decision];
}

/** The model, or the rule, that a row is of. */
export function nameOf(row: TotalsRow): string {
  return 'name' in row ? ruleName(row.name) : modelName(row.idmodel);
}

/** What decisions have saved together, and how many purchases that is of. */
export function savingOf(
  decisions: readonly ModelTotals[],
  kind: 'realised' | 'expected',
): { readonly saved: number; readonly purchases: number } {
  return {
    saved: decisions.reduce((sum, each) => sum + Number(each[kind].saved), 0),
    purchases: decisions.reduce((sum, each) => sum + each[kind].purchases, 0),
  };
}
