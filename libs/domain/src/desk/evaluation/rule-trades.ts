import { Gates, type MeanSpreads, spreadAt } from '@solano/domain/market';
import {
  byMeanSpread,
  CONSTANT_RULES,
  type ConstantRule,
  capFirstAuction,
} from '../models/constant-rules.ts';
import type { Allocation, Slot } from '../models/model.ts';
import { slotOf } from '../models/slots.ts';
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
  { caps, spreads, cancelled }: RuleInputs,
): RuleTrades[] {
  const gates = new Gates(submittedAt, cancelled);
  return CONSTANT_RULES.map((rule) => {
    return { rule, trades: tradesOfRule(rule, items, gates, { caps, spreads }) };
  });
}

/** Trades of one constant rule that buys where the gates are open. */
export function tradesOfRule(
  rule: ConstantRule,
  items: readonly SeriesItem[],
  gates: Gates,
  { caps, spreads }: Pick<RuleInputs, 'caps' | 'spreads'>,
): readonly ItemTrade[] {
  const slots = items.map((item) => slotOf(item, gates.open(item.period)));
  // The number of a model is not looked at.
  return tradesOfRun(0, slots, ALLOCATE[rule](slots, caps, spreads)).trades;
}

const ALLOCATE: Readonly<
  Record<
    ConstantRule,
    (
      slots: readonly Slot[],
      caps: RuleInputs['caps'],
      spreads: MeanSpreads,
    ) => readonly Allocation[]
  >
> = {
  cap_first_auction: capFirstAuction,
  mean_spread_56_days: (slots, caps, spreads) =>
    byMeanSpread(slots, caps, (session, end) => spreadAt(spreads, session, end)),
};
