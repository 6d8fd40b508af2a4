import type { BidStep } from '../bids/bid.ts';
import type { PlannedBid } from './plan.ts';

/** A limit that moves by less, in EUR/MWh, is left: the price seldom falls between, and then costs little. */
const MIN_MOVE = 1;

/** Whether bids buy or sell other amounts, or some limit has moved by 1 EUR/MWh or more. */
export function isMoved(before: readonly PlannedBid[], after: readonly PlannedBid[]): boolean {
  if (before.length !== after.length) return true;
  return before.some((bid, i) => {
    const other = after[i] as PlannedBid;
    const isOther = bid.item !== other.item || bid.direction !== other.direction;
    return isOther || bid.steps.length !== other.steps.length || areMoved(bid.steps, other.steps);
  });
}

/** @param after as many. */
function areMoved(before: readonly BidStep[], after: readonly BidStep[]): boolean {
  return before.some(({ price, mw }, i) => {
    const other = after[i] as BidStep;
    if (mw !== other.mw) return true;
    if (price === null || other.price === null) return price !== other.price;
    return Math.abs(price - other.price) >= MIN_MOVE;
  });
}
