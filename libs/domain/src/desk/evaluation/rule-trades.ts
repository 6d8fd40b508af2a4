import { Gates, spreadAt } from '@solano/domain/market';
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
  const slots = items.map((item) => slotOf(item, gates.open(item.period)));
  const buy: Readonly<Record<ConstantRule, (slots: readonly Slot[]) => readonly Allocation[]>> = {
    cap_first_auction: (all) => capFirstAuction(all, caps),
    mean_spread_56_days: (all) =>
      byMeanSpread(all, caps, (session, end) => spreadAt(spreads, session, end)),
  };
  return CONSTANT_RULES.map((rule) => {
    // The number of a model is not looked at.
    return { rule, trades: tradesOfRun(0, slots, buy[rule](slots)).trades };
  });
}
