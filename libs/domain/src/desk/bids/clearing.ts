import type { Session } from '@solano/domain/market';
import { type BidStep, clears, type Direction, type SessionBid, wattsOf } from './bid.ts';
import { type BidCurves, boughtAt } from './curves.ts';

/** What the sessions of a period bought, in watts. */
export interface Cleared {
  /** For each session in the order of the bids. */
  readonly watts: readonly number[];
  /** After the last session. */
  readonly left: number;
}

/**
 * Clears the bids of a period as they were made: a session buys the steps that clear, as far as
 * anything is left; the steps of one that is not held fall to the next. The last one buys all that is
 * left, as its own step does.
 *
 * @param watts of the item, whatever its sign.
 * @param priceOf the price of a session, EUR/MWh; undefined where it is not held.
 */
export function clearBids(
  bids: readonly SessionBid[],
  watts: number,
  direction: Direction,
  priceOf: (session: Session) => number | undefined,
): Cleared {
  let [left, fallen]: [number, readonly BidStep[]] = [watts, []];
  const bought = bids.map(({ session, steps }, place) => {
    const price = priceOf(session);
    const all = [...fallen, ...steps];
    fallen = price === undefined ? all : [];
    const isLast = place === bids.length - 1;
    const cleared = (at: number) => (isLast ? left : clearedWatts(all, at, direction));
    const own = price === undefined ? 0 : Math.min(left, cleared(price));
    left -= own;
    return own;
  });
  return { watts: bought, left };
}

/** What steps buy, in watts, at a price of their session in EUR/MWh. */
export function clearedWatts(
  steps: readonly BidStep[],
  price: number,
  direction: Direction,
): number {
  return steps.reduce(
    (sum, step) => (clears(step, price, direction) ? sum + wattsOf(step.mw) : sum),
    0,
  );
}

/**
 * What each session in use buys, in watts, if what is left is bid anew after each, by the same
 * curves: nothing is left after the last.
 *
 * @param priceOf the price of a session by its place, EUR/MWh.
 */
export function clearAnew(curves: BidCurves, priceOf: (place: number) => number): number[] {
  let rest = curves.watts;
  return curves.sessions.map((_, place) => {
    const bought = boughtAt(curves, place, rest, priceOf(place));
    rest -= bought;
    return bought;
  });
}
