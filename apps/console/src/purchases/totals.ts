import type { Schemas } from '../api/client.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import { bestRule } from './rules.ts';

type ModelTotals = Omit<Schemas['ModelSummary'], 'lacking'>;
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
