import { type Share, WHOLE } from '../shares.ts';

/** The costs of a slot. */
export interface SlotCosts {
  /**
   * For each session, on each past day: the EUR that the whole item costs more there than in the
   * reference session, the first, which has zeros. The same days for all slots.
   */
  readonly costs: readonly Float64Array[];
  readonly caps: readonly Share[];
}

/** How a sum over equally likely days is judged: (1−β)·mean + β·CVaR_α. */
export interface TailRule {
  /** α: the dearest 1−α of the days are the tail. */
  readonly confidence: number;
  /** β */
  readonly tail_weight: number;
}

/** Cost of a split in EUR under the rule; `split` holds each slot's shares by session. */
export function tailCost(
  slots: readonly SlotCosts[],
  split: readonly (readonly Share[])[],
  { confidence, tail_weight: weight }: TailRule,
): number {
  const sums = new Float64Array(daysOf(slots));
  slots.forEach(({ costs }, s) => {
    costs.forEach((own, i) => {
      const part = (split[s]?.[i] as Share) / WHOLE;
      if (part === 0) return;
      for (let k = 0; k < sums.length; k += 1) {
        sums[k] = (sums[k] as number) + part * (own[k] as number);
      }
    });
  });
  return (1 - weight) * meanOf(sums) + weight * tailMean(sums, confidence);
}

/** How many past days the costs are of. */
export function daysOf([slot]: readonly SlotCosts[]): number {
  return slot?.costs[0]?.length ?? 0;
}

export function meanOf(costs: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < costs.length; k += 1) sum += costs[k] as number;
  return sum / costs.length;
}

/** CVaR_α: the mean of the dearest 1−α of equally likely costs, the last of them in part. */
function tailMean(costs: Float64Array, confidence: number): number {
  const tail = (1 - confidence) * costs.length;
  const dearest = costs.toSorted().reverse();
  const sum = dearest.reduce((total, cost, i) => {
    return total + cost * Math.min(1, Math.max(0, tail - i));
  }, 0);
  return sum / tail;
}
