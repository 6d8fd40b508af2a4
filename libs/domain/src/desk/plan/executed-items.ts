import { dateAfter, HOUR_MINUTES, roundHalfAway, startOfDate } from '@solano/domain/kernel';
import { WATTS_PER_MW } from '../bids/bid.ts';
import { PER_EURO, PER_MWH } from '../deviation/compared-period.ts';
import { quartersWithin } from '../deviation/quarter-energy.ts';
import { fractionText } from '../evaluation/fraction.ts';
import type { ExecutedShare } from '../executed-worth/executed-shares.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExecutedPeriod } from './plan.ts';

/**
 * What a purchase has of the trades of a session and Madrid day, item by item, in whole watts; a quarter hour
 * of several items goes to each in proportion to its time. Items that have nothing are left out.
 */
export function executedItems(
  { bought, cost }: ExecutedShare,
  items: readonly SeriesItem[],
  date: string,
): ExecutedPeriod[] {
  const window = { from: startOfDate(date), to: startOfDate(dateAfter(date, 1)) };
  const parts = items.map(({ period }) => quartersWithin(window, period));
  const minutes: number[] = [];
  for (const each of parts.flat()) {
    minutes[each.quarter] = (minutes[each.quarter] ?? 0) + each.minutes;
  }
  return items.flatMap(({ period }, item): ExecutedPeriod | [] => {
    const partOf = (whole: readonly bigint[]) => {
      return (parts[item] ?? []).reduce((sum, each) => {
        const own = (whole[each.quarter] ?? 0n) * BigInt(each.minutes);
        return sum + own / BigInt(minutes[each.quarter] as number);
      }, 0n);
    };
    const [energy, euros] = [partOf(bought), partOf(cost)];
    if (energy === 0n && euros === 0n) return [];
    const scaled = energy * BigInt(HOUR_MINUTES * WATTS_PER_MW);
    const watts = Number(roundHalfAway(scaled, PER_MWH * BigInt(period.minutes)));
    return { item, watts, cost: fractionText({ num: euros, den: PER_EURO }) };
  });
}
