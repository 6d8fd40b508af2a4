import type { Schemas } from '../api/client.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import { bestRule } from './rules.ts';

export type ModelTotals = Omit<Schemas['ModelSummary'], 'lacking'>;
type RuleTotals = Schemas['RuleSummary'];

export type TotalsRow = ModelTotals | RuleTotals;

/** Returns the row of a decided model, and below it the best constant rule for the same purchases. */
export function decisionRows(decision: Schemas['DecisionSummary']): TotalsRow[] {
  const rule = bestRule(decision);
  return rule ? [decision, rule] : [decision];
}

/** Returns the name of a row's model or rule. */
export function nameOf(row: TotalsRow): string {
  return 'name' in row ? ruleName(row.name) : modelName(row.idmodel);
}

/** Returns the total saving of decisions, and its number of purchases. */
export function savingOf(
  decisions: readonly ModelTotals[],
  kind: 'realised' | 'expected',
): { readonly saved: number; readonly purchases: number } {
  return {
    saved: decisions.reduce((sum, each) => sum + Number(each[kind].saved), 0),
    purchases: decisions.reduce((sum, each) => sum + each[kind].purchases, 0),
  };
}
