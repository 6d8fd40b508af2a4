import { MINUTE_MS } from '@solano/domain/kernel';
import { Gates } from '@solano/domain/market';
import { type ComparedPeriod, PER_EURO, PER_MWH } from '../deviation/compared-period.ts';
import { EVALUATION_FEE } from '../evaluation/cost.ts';
import { absolute } from '../evaluation/fraction.ts';
import { HeldSessions, type PricedItems } from '../evaluation/held-sessions.ts';
import { tradesOfRule } from '../evaluation/rule-trades.ts';
import type { ItemTrade } from '../evaluation/trades.ts';
import type { RuleBasis } from '../models/constant-rules.ts';
import { shareOf, WHOLE } from '../models/shares.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { REPORT_RULE } from './report-form.ts';

/** Every length of a period divides it. */
const MINUTES = 60n;
/** Units of a {@link RuleCost} in a unit of money: shares, and prices × minutes. */
const PER_UNIT = BigInt(WHOLE) * MINUTES;
export const RULE_PER_EURO = PER_EURO * PER_UNIT;
export const RULE_PER_MWH = PER_MWH * BigInt(WHOLE);
/** Units of money in one unit of energy at a thousandth of EUR/MWh. */
const PER_MILLI = PER_EURO / PER_MWH / 1_000n;

/** What the bought energy of a period would have cost by the rule. */
export interface RuleCost {
  /** Fees included, in 1 / {@link RULE_PER_EURO} EUR. */
  readonly cost: bigint;
  /** Shares of sessions that were not held, with none after it, in 1 / {@link RULE_PER_MWH} MWh. */
  readonly notBought: bigint;
}

/**
 * What the bought energy of each period would have cost by the rule at realised prices; null where one is
 * missing. The rule decides before the day-ahead gate, and knows of no session that is cancelled later.
 *
 * @param priced gives items the realised prices of their sessions.
 */
export function ruleCosts(
  periods: readonly ComparedPeriod[],
  inputs: RuleBasis,
  priced: (items: readonly SeriesItem[]) => PricedItems,
): (RuleCost | null)[] {
  const items = periods.map(itemOf);
  const held = new HeldSessions(priced(items));
  const gates = new Gates(-Infinity);
  const open = items.map(({ period }) => gates.open(period));
  const trades = tradesOfRule(REPORT_RULE, items, open, inputs);
  const byItem = Map.groupBy(trades, ({ item }) => item);
  return periods.map((period, item) => costOf(period, held, byItem.get(item) ?? []));
}

/** Only the sign of its power counts: it says whether a session is cheap or dear. */
function itemOf({ start, end, bought }: ComparedPeriod): SeriesItem {
  const megawatts = bought < 0n ? -1 : 1;
  return { label: '', period: { end, minutes: (end - start) / MINUTE_MS }, megawatts };
}

function costOf(
  { start, end, bought }: ComparedPeriod,
  held: HeldSessions,
  trades: readonly ItemTrade[],
): RuleCost | null {
  const settled = bought === 0n ? { trades: [], notBought: [] } : held.settle(trades);
  if (!settled) return null;
  const perPrice = MINUTES / BigInt((end - start) / MINUTE_MS);
  let cost = 0n;
  for (const { session, item, bought: percent } of settled.trades) {
    const energy = bought * BigInt(shareOf(percent));
    const weighed = BigInt(held.price(session, item) as number);
    const fee = absolute(energy) * BigInt(EVALUATION_FEE) * MINUTES;
    cost += (energy * weighed * perPrice + fee) * PER_MILLI;
  }
  const share = settled.notBought.reduce((sum, { bought: percent }) => sum + shareOf(percent), 0);
  return { cost, notBought: bought * BigInt(share) };
}
