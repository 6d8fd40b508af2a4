import type { MeanSpreads, Session } from '@solano/domain/market';
import { hourlyMean } from './hourly-mean.ts';
import { type Allocation, type ConstantRule, purchasesOf, type Slot, slotOf } from './model.ts';
import { defaultsOf } from './parameters.ts';
import { shareOf, WHOLE } from './shares.ts';
import { meanSpreadSlots } from './slots/mean-spreads.ts';
import type { SeriesItem } from './split-inputs.ts';

type Caps = Readonly<Record<Session, number>>;

/** What the rules buy by: the caps of model 8, in percent, and the mean spreads known then. */
export interface RuleBasis {
  readonly caps: Caps;
  readonly spreads: MeanSpreads;
}

/**
 * Buys items by a rule.
 *
 * @param open the sessions in which each item can be bought.
 */
export function buyByRule(
  rule: ConstantRule,
  items: readonly SeriesItem[],
  open: readonly (readonly Session[])[],
  { caps, spreads }: RuleBasis,
): { readonly slots: readonly Slot[]; readonly allocations: readonly Allocation[] } {
  if (rule === 'mean_spread_56_days') {
    const slots = meanSpreadSlots(items, open, spreads);
    const parameters = { ...defaultsOf(hourlyMean.parameters), caps_percent: caps };
    return { slots, allocations: hourlyMean.allocate(slots, parameters) };
  }
  const slots = items.map((item, i) => slotOf(item, open[i] as readonly Session[]));
  return { slots, allocations: capFirstAuction(slots, caps) };
}

/** Always the cap in the first intraday auction where it takes place, the rest day-ahead. */
function capFirstAuction(slots: readonly Slot[], caps: Caps): readonly Allocation[] {
  const cap = Math.min(shareOf(caps.MID1), WHOLE);
  return slots.map(({ sessions }) => {
    const hasBoth = sessions.includes('MD') && sessions.includes('MID1');
    const first = sessions.indexOf(hasBoth ? 'MD' : (sessions[0] as Session));
    const shares = sessions.map((session) => (hasBoth && session === 'MID1' ? cap : 0));
    shares[first] = hasBoth ? WHOLE - cap : WHOLE;
    return purchasesOf(shares);
  });
}
