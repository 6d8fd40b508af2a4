import type { Session } from '@solano/domain/market';
import { type BidStep, clears, type Direction, type SessionBid, wattsOf } from './bid.ts';
import { type BidCurves, boughtAt, keepsTo } from './curves.ts';

/** How a period is bid for, wherever its sessions clear. */
export interface PeriodBids {
  /** In market order; none: nothing is bid. */
  readonly sessions: readonly Session[];
  /**
   * What each session buys, in watts, whatever the item's sign.
   *
   * @param prices of the sessions, EUR/MWh.
   */
  readonly clear: (prices: readonly number[]) => readonly number[];
}

/**
 * What is left is bid anew after each session, as {@link clearAnew} does; what is bought depends on
 * which limits the prices keep to, and is computed once for each such case.
 */
export function bidsByCurves(curves: BidCurves): PeriodBids {
  const sessions = curves.sessions.map(({ session }) => session);
  const limits = curves.sessions.flatMap((each, place) => {
    return each.limits.map((limit) => ({ place, limit }));
  });
  const known: (readonly number[])[] = [];
  const clear = (prices: readonly number[]) => {
    let kept = 0;
    for (const { place, limit } of limits) {
      kept = 2 * kept + (keepsTo(limit, prices[place] as number, curves.direction) ? 1 : 0);
    }
    const bought = known[kept] ?? clearAnew(curves, (place) => prices[place] as number);
    known[kept] = bought;
    return bought;
  };
  return { sessions, clear };
}

/** Bids as they were made, which {@link clearBids} clears. */
export function bidsAsMade(
  bids: readonly SessionBid[],
  watts: number,
  direction: Direction,
): PeriodBids {
  const sessions = bids.map(({ session }) => session);
  return {
    sessions,
    clear: (prices) => {
      const priceOf = (session: Session) => prices[sessions.indexOf(session)];
      return clearBids(bids, watts, direction, priceOf).watts;
    },
  };
}

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
  const bought: number[] = [];
  for (let place = 0; place < curves.sessions.length; place += 1) {
    const own = boughtAt(curves, place, rest, priceOf(place));
    bought.push(own);
    rest -= own;
  }
  return bought;
}
