import type { Session } from '@solano/domain/market';
import { fillCheapest, liftedCaps } from './capped.ts';
import { type Allocation, purchasesOf, type Slot } from './model.ts';
import { shareOf, WHOLE } from './shares.ts';

/** Ways of buying that take no prediction; what they save is a premium of the market, not skill. */
export const CONSTANT_RULES = ['cap_first_auction', 'mean_spread_56_days'] as const;
export type ConstantRule = (typeof CONSTANT_RULES)[number];

type Caps = Readonly<Record<Session, number>>;

/** Always the cap in the first intraday auction where it takes place, the rest day-ahead. */
export function capFirstAuction(slots: readonly Slot[], caps: Caps): readonly Allocation[] {
  const cap = Math.min(shareOf(caps.MID1), WHOLE);
  return slots.map(({ sessions }) => {
    const hasBoth = sessions.includes('MD') && sessions.includes('MID1');
    const first = sessions.indexOf(hasBoth ? 'MD' : (sessions[0] as Session));
    const shares = sessions.map((session) => (hasBoth && session === 'MID1' ? cap : 0));
    shares[first] = hasBoth ? WHOLE - cap : WHOLE;
    return purchasesOf(shares);
  });
}

/**
 * The cheapest sessions, for an item below zero the dearest, each to its cap, by the mean spread
 * that their hour had over the day-ahead price; a session without one is not used, but the first
 * where none has one.
 */
export function byMeanSpread(
  slots: readonly Slot[],
  caps: Caps,
  meanSpread: (session: Session, end: number) => number | undefined,
): readonly Allocation[] {
  return slots.map((slot) => {
    const spreads = slot.sessions.map((session) => {
      return session === 'MD' ? 0 : meanSpread(session, slot.period.end);
    });
    const used = slot.sessions.filter((_, i) => spreads[i] !== undefined);
    if (used.length === 0) return purchasesOf(slot.sessions.map((_, i) => (i === 0 ? WHOLE : 0)));
    const weighed = spreads.filter((spread) => spread !== undefined);
    const own = { ...slot, sessions: used, weighed };
    const shares = fillCheapest(own, liftedCaps(own, caps));
    return purchasesOf(slot.sessions.map((session) => shares[used.indexOf(session)] ?? 0));
  });
}
