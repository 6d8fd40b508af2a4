import type { Session } from '@solano/domain/market';
import { type Allocation, purchasesOf, type Slot, sessionCosts } from './model.ts';
import { type Share, shareOf, WHOLE } from './shares.ts';

/** The parameters of the models that keep caps. */
export const capParameters = {
  caps_percent: {
    kind: 'sessions',
    default: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
    min: 0,
    max: 100,
    decimals: 2,
  },
} as const;

/** The caps of a slot's sessions; where they do not reach a whole, the first one's is lifted. */
export function liftedCaps(
  { sessions }: Slot,
  capsPercent: Readonly<Record<Session, number>>,
): Share[] {
  const caps = sessions.map((session) => shareOf(capsPercent[session]));
  const sum = caps.reduce((total, cap) => total + cap, 0);
  return sum < WHOLE ? caps.map((cap, i) => (i === 0 ? WHOLE : cap)) : caps;
}

/** Fills the cheapest session to its cap, then the next; ties go to the earlier. */
function fillCheapest(slot: Slot, caps: readonly Share[]): Share[] {
  const shares: Share[] = caps.map(() => 0);
  let left = WHOLE;
  for (const i of byCost(sessionCosts(slot))) {
    const share = Math.min(left, caps[i] as Share);
    shares[i] = share;
    left -= share;
  }
  return shares;
}

/** Every slot's cheapest sessions, each to its cap: the optimum where nothing else counts. */
export function fillAll(
  slots: readonly Slot[],
  capsPercent: Readonly<Record<Session, number>>,
): readonly Allocation[] {
  return slots.map((slot) => purchasesOf(fillCheapest(slot, liftedCaps(slot, capsPercent))));
}

/** Everything in the first session; undefined if its cap does not allow it. */
export function fillFirst(caps: readonly Share[]): Share[] | undefined {
  return caps[0] === WHOLE ? caps.map((_, i) => (i === 0 ? WHOLE : 0)) : undefined;
}

/** The splits of model 3 and, where every cap allows it, of model 1: neither needs rounding. */
export function simpleSplits(
  slots: readonly Slot[],
  caps: readonly (readonly Share[])[],
): Share[][][] {
  const cheapest = slots.map((slot, i) => fillCheapest(slot, caps[i] as readonly Share[]));
  const first = caps.map(fillFirst).filter((shares) => shares !== undefined);
  return first.length === caps.length ? [cheapest, first] : [cheapest];
}

/** The split that costs least, ties to the earlier. */
export function cheapestOf<T>(splits: readonly [T, ...T[]], cost: (split: T) => number): T {
  let [best] = splits;
  let min = cost(best);
  for (const split of splits.slice(1)) {
    const each = cost(split);
    if (each < min) [best, min] = [split, each];
  }
  return best;
}

/** Indices of the sessions from the cheapest to the dearest, ties to the earlier. */
function byCost(costs: readonly number[]): number[] {
  const cost = (i: number) => costs[i] as number;
  return costs.map((_, i) => i).sort((a, b) => cost(a) - cost(b) || a - b);
}
