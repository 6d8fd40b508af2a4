import type { Session } from '../market/sessions.ts';
import type { Allocation, Slot, StrategyModel } from './model.ts';
import { purchasesOf } from './model.ts';
import type { Share } from './shares.ts';
import { shareOf, WHOLE } from './shares.ts';

const parameters = {
  fee_eur_per_mwh: { kind: 'number', default: 0.25, least: 0, most: 1000, decimals: 3 },
  caps_percent: {
    kind: 'sessions',
    default: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
    least: 0,
    most: 100,
    decimals: 2,
  },
} as const;

/**
 * Minimises Σ(μ+φ)n subject to 0 ≤ n ≤ C and Σn = 1. The fee is the same in every session, so
 * filling the cheapest session to its cap, then the next, is the optimum.
 */
export const cheapestCapped = {
  idmodel: 3,
  name: 'CHEAPEST_CAPPED',
  description: 'The cheapest predicted sessions, each up to its cap.',
  inputs: ['price_predictions'],
  enabledByDefault: true,
  parameters,
  allocate: (slots, { caps_percent: caps }) => slots.map((slot) => fillCheapest(slot, caps)),
} satisfies StrategyModel<typeof parameters>;

function fillCheapest(slot: Slot, capsPercent: Readonly<Record<Session, number>>): Allocation {
  const caps = liftedCaps(slot.sessions, capsPercent);
  const shares: Share[] = slot.sessions.map(() => 0);
  let left = WHOLE;
  for (const i of byPrice(slot)) {
    const share = Math.min(left, caps[i] as Share);
    shares[i] = share;
    left -= share;
  }
  return purchasesOf(shares);
}

/** The caps of the sessions; where they do not reach a whole, the first one's is lifted. */
function liftedCaps(
  sessions: readonly Session[],
  capsPercent: Readonly<Record<Session, number>>,
): Share[] {
  const caps = sessions.map((session) => shareOf(capsPercent[session]));
  const sum = caps.reduce((total, cap) => total + cap, 0);
  return sum < WHOLE ? caps.map((cap, i) => (i === 0 ? WHOLE : cap)) : caps;
}

/** Indices of the sessions from the cheapest to the dearest, ties to the earlier. */
function byPrice(slot: Slot): number[] {
  const cost = (i: number) => slot.weighed[i] as number;
  return slot.sessions.map((_, i) => i).sort((a, b) => cost(a) - cost(b) || a - b);
}
