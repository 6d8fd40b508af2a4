import { dateAfter, HOUR_MS, startOfDate, utcDate, wallTime } from '@solano/domain/kernel';
import { deliveryDay } from '@solano/domain/market';
import type { Slot } from './model.ts';
import { type Share, WHOLE } from './shares.ts';
import { spreadsOf } from './spreads.ts';

/** The limit of losses for models 4 and 5: EUR per MW of the day's mean power, and day. */
export const budgetParameters = {
  worst_decile_loss: { kind: 'optional', default: null, min: 0, max: 1_000_000, decimals: 2 },
} as const;

/** Steps in which what later sessions may buy is cut, from all to nothing. */
export const CUT_STEPS = 1_000;
/** The rounding error of sums, as a part of the loss. */
export const LOSS_NOISE = 1e-9;

/**
 * The split with no more in later sessions than keeps, on each delivery day, the 10 % quantile (by
 * nearest rank) of what the past days would have saved against the first session above the loss. All
 * later sessions of a day are cut alike, and the first one gets the rest, whatever its cap.
 *
 * @param splits shares of each slot's sessions, whose slots have errors of the same past days.
 * @param loss EUR per MW of the day's mean power, 0 or more. Null: the splits stay as they are, and so
 *   they do where settings of an earlier release do not have it.
 */
export function withinBudget(
  slots: readonly Slot[],
  splits: readonly (readonly Share[])[],
  loss: number | null | undefined,
): readonly (readonly Share[])[] {
  if (loss === null || loss === undefined) return splits;
  const limited = [...splits];
  for (const [date, indices] of byDate(slots)) {
    const day = indices.map((i) => slots[i] as Slot);
    const cut = cutTo(
      day,
      indices.map((i) => splits[i] as readonly Share[]),
      loss * meanMegawatts(day, date),
    );
    indices.forEach((slot, i) => {
      limited[slot] = cut[i] as readonly Share[];
    });
  }
  return limited;
}

/** The indices of the slots of each Madrid day. */
export function byDate(slots: readonly Slot[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(slots.keys(), (i) => {
    const { year, month, day } = deliveryDay((slots[i] as Slot).period);
    return utcDate(wallTime(year, month, day));
  });
}

/** Energy, whatever its sign, over the hours of the day. */
export function meanMegawatts(day: readonly Slot[], date: string): number {
  const hours = (startOfDate(dateAfter(date, 1)) - startOfDate(date)) / HOUR_MS;
  return day.reduce((sum, { megawattHours }) => sum + Math.abs(megawattHours), 0) / hours;
}

function cutTo(
  day: readonly Slot[],
  splits: readonly (readonly Share[])[],
  loss: number,
): readonly (readonly Share[])[] {
  const costs = day.map(costsOf);
  const worst = worstDecile(costs, splits);
  const max = loss * (1 + LOSS_NOISE);
  if (worst <= max) return splits;
  // Losses are proportional to exposure; rounding needs a few steps more.
  for (let steps = Math.ceil((loss / worst) * CUT_STEPS); steps > 0; steps -= 1) {
    const cut = splits.map((shares) => part(shares, steps));
    if (worstDecile(costs, cut) <= max) return cut;
  }
  return splits.map((shares) => part(shares, 0));
}

/** Keeps `steps` thousandths of the shares in later sessions; the first one takes the rest. */
function part(shares: readonly Share[], steps: number): Share[] {
  const cut = shares.slice(1).map((share) => Math.floor((share * steps) / CUT_STEPS));
  return [WHOLE - cut.reduce((sum, share) => sum + share, 0), ...cut];
}

/**
 * The extra cost of a share of an item in each session over the first, on each past day, in EUR.
 */
function costsOf(slot: Slot): readonly Float64Array[] {
  const { predicted, errors } = spreadsOf(slot);
  return predicted.map((spread, i) => {
    const own = errors[i] as Float64Array;
    return own.map((error) => ((spread + error) * slot.megawattHours) / WHOLE);
  });
}

/** The loss of the past day at the 10 % quantile; below 0 if it saved. */
function worstDecile(
  costs: readonly (readonly Float64Array[])[],
  splits: readonly (readonly Share[])[],
): number {
  const sums = new Float64Array(costs[0]?.[0]?.length ?? 0);
  costs.forEach((slot, s) => {
    for (let i = 1; i < slot.length; i += 1) {
      const share = splits[s]?.[i] as Share;
      if (share === 0) continue;
      const own = slot[i] as Float64Array;
      for (let k = 0; k < sums.length; k += 1) {
        sums[k] = (sums[k] as number) + share * (own[k] as number);
      }
    }
  });
  return decileLoss(sums);
}

/** The loss at the 10 % quantile of savings, by nearest rank; below 0 if it saved. Sorts the losses. */
export function decileLoss(losses: Float64Array): number {
  return losses.sort().at(-Math.ceil(losses.length / 10)) ?? 0;
}
