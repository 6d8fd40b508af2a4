import type { PriceRange, Session, SpreadCurve } from '@solano/domain/market';
import { type BidStep, type Direction, GRID_WATTS, megawattsOf, type SessionBid } from './bid.ts';
import { indifferencePrice } from './limit.ts';

/** What a period is bid by in the sessions that are open for it. */
export interface PeriodToBid {
  readonly direction: Direction;
  /** The item's power, whatever its sign. */
  readonly watts: number;
  /** In market order, at least one. */
  readonly sessions: readonly SessionToBid[];
  /** How much more the later of two sessions, by their places, is expected to cost. */
  readonly spread: (earlier: number, later: number) => SpreadCurve;
}

interface SessionToBid {
  readonly session: Session;
  /** EUR/MWh. */
  readonly predicted: number;
  /** How many watts of the item may wait for the session, or be bought in it of choice. */
  readonly capWatts: number;
  /** The prices that the market takes. */
  readonly range: PriceRange;
}

/** The curves of a period in its sessions, whatever the earlier ones leave to the later. */
export interface BidCurves {
  readonly direction: Direction;
  readonly watts: number;
  /** Those in use, in market order: the last one takes what is left. */
  readonly sessions: readonly SessionCurve[];
}

interface SessionCurve {
  readonly session: Session;
  /** On the grid. */
  readonly capWatts: number;
  /** The price at which a bid clears in any case, EUR/MWh. */
  readonly surePrice: number;
  /**
   * For each later session in use the price, EUR/MWh, up to which (of a sale: from which on) a part
   * is bought here that else waits for it; null: it waits at any price.
   */
  readonly limits: readonly (number | null)[];
}

/**
 * The curves of a period. Later sessions whose cap is below the market's step are not used.
 *
 * In session s a rest r is bought up to q(p) = r − Σ C_k over the later sessions k that are expected to
 * cost less given that s clears at p, as far as the caps leave r to the later sessions and keep it to
 * C_s; that part and what waits are on the grid of 0.1 MW, and the last session takes what is left.
 */
export function bidCurves({ direction, watts, sessions, spread }: PeriodToBid): BidCurves {
  const capWatts = sessions.map((each) => onGrid(each.capWatts));
  const used = [...sessions.keys()].filter((i) => i === 0 || (capWatts[i] as number) > 0);
  const curves = used.map((s, place): SessionCurve => {
    const { session, predicted, range } = sessions[s] as SessionToBid;
    const limits = used.slice(place + 1).map((later) => {
      return limitWithin(
        range,
        indifferencePrice(spread(s, later), predicted, direction),
        direction,
      );
    });
    return {
      session,
      capWatts: capWatts[s] as number,
      surePrice: surePrice(range, direction),
      limits,
    };
  });
  return { direction, watts, sessions: curves };
}

/** What a session buys, in watts, where it clears at a price (EUR/MWh) and `rest` watts are left. */
export function boughtAt(curves: BidCurves, place: number, rest: number, price: number): number {
  const { sessions, direction } = curves;
  if (place === sessions.length - 1) return rest;
  const { limits, capWatts } = sessions[place] as SessionCurve;
  const grid = onGrid(rest);
  let [waiting, later] = [0, 0];
  for (let k = 0; k < limits.length; k += 1) {
    const cap = (sessions[place + 1 + k] as SessionCurve).capWatts;
    const limit = limits[k] as number | null;
    later += cap;
    if (!keepsTo(limit, price, direction)) waiting += cap;
  }
  return Math.max(grid - later, Math.min(grid, capWatts, grid - waiting), 0);
}

/** Whether a price is at a limit or better; at no price where it is null. */
export function keepsTo(limit: number | null, price: number, direction: Direction): boolean {
  return limit !== null && direction * (limit - price) >= 0;
}

/**
 * The steps of a session for what is left: what cannot wait for later sessions is bid at the
 * market's highest price (for a sale its lowest), and without a limit where that is all.
 *
 * @param rest in watts.
 */
export function stepsFor(curves: BidCurves, place: number, rest: number): BidStep[] {
  if (rest <= 0) return [];
  const { limits, surePrice: sure } = curves.sessions[place] as SessionCurve;
  if (boughtAt(curves, place, rest, sure) === rest) return [{ price: null, mw: megawattsOf(rest) }];
  const prices = new Set([sure, ...limits.filter((limit) => limit !== null)]);
  const steps: BidStep[] = [];
  let bought = 0;
  for (const price of [...prices].sort((a, b) => curves.direction * (b - a))) {
    const upTo = boughtAt(curves, place, rest, price);
    if (upTo > bought) steps.push({ price, mw: megawattsOf(upTo - bought) });
    bought = upTo;
  }
  return steps;
}

/** The bids of a period in all its sessions, each for the most that the earlier ones may leave. */
export function bidsOf(curves: BidCurves): SessionBid[] {
  let rest = curves.watts;
  return curves.sessions.map(({ session, surePrice: sure }, place) => {
    const steps = stepsFor(curves, place, rest);
    // At no price is less bought.
    rest -= boughtAt(curves, place, rest, sure);
    return { session, steps };
  });
}

/** Whole steps of the grid; a product that is off by rounding alone counts as whole. */
function onGrid(watts: number): number {
  return Math.floor(Math.round(watts) / GRID_WATTS) * GRID_WATTS;
}

function surePrice({ min, max }: PriceRange, direction: Direction): number {
  return direction === 1 ? max : min;
}

function limitWithin(range: PriceRange, limit: number, direction: Direction): number | null {
  const { min, max } = range;
  if (direction * limit < direction * (direction === 1 ? min : max)) return null;
  return Math.min(max, Math.max(min, limit));
}
