import { Gates, type Session } from '@solano/domain/market';
import { buyByRule, type RuleBasis } from '../models/constant-rules.ts';
import { CONSTANT_RULES, type ConstantRule } from '../models/model.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { RuleInputs } from './evaluation.ts';
import { type ItemTrade, tradesOfRun } from './trades.ts';

export interface RuleTrades {
  readonly rule: ConstantRule;
  readonly trades: readonly ItemTrade[];
}

/** Trades of each constant rule for a purchase: rules use no prediction. */
export function tradesOfRules(
  items: readonly SeriesItem[],
  submittedAt: number,
  { cancelled, ...basis }: RuleInputs,
): RuleTrades[] {
  const gates = new Gates(submittedAt, cancelled);
  const open = items.map(({ period }) => gates.open(period));
  return CONSTANT_RULES.map((rule) => {
    return { rule, trades: tradesOfRule(rule, items, open, basis) };
  });
}

/**
 * Trades of one constant rule.
 *
 * @param open the sessions in which each item can be bought.
 */
export function tradesOfRule(
  rule: ConstantRule,
  items: readonly SeriesItem[],
  open: readonly (readonly Session[])[],
  basis: RuleBasis,
): readonly ItemTrade[] {
  const { slots, allocations } = buyByRule(rule, items, open, basis);
  // The number of a model is not looked at.
  return tradesOfRun(0, slots, allocations).trades;
}
