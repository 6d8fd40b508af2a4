import { HOUR_MINUTES } from '@solano/domain/kernel';
import { MILLI, type Session } from '@solano/domain/market';
import { WATTS_PER_MW, wattsOf } from '../bids/bid.ts';
import { bidsByCurves } from '../bids/clearing.ts';
import { type BidCurves, bidCurves } from '../bids/curves.ts';
import { capParameters, fillAll, liftedCaps } from './capped.ts';
import {
  type Allocation,
  type Bidding,
  directionOf,
  purchasesOf,
  type Slot,
  type SlotBids,
  type StrategyModel,
} from './model.ts';
import { FEE, type Parameters } from './parameters.ts';
import {
  budgetParameters,
  byDate,
  CUT_STEPS,
  decileLoss,
  LOSS_NOISE,
  meanMegawatts,
} from './risk-budget.ts';
import { roundToShares, type Share, WHOLE } from './shares.ts';

const parameters = { fee_eur_per_mwh: FEE, ...capParameters, ...budgetParameters };

/**
 * Bids a limit price in each session but the last: up to it buying there costs no more than waiting
 * for a later one is expected to, E[later − earlier | earlier clears at L] = 0. The fee is paid in every
 * session and changes nothing. On each delivery day what may wait is cut, in thousandths found by
 * bisection, so far that the 10 % quantile (by nearest rank) of what the past days would have saved
 * against the first session does not fall below the loss. The split has the mean shares over these
 * days: predicted prices with the errors of each.
 */
export const limitBids = {
  idmodel: 7,
  name: 'LIMIT_BIDS',
  description:
    'Bids with a limit price in each session, above which waiting for a later one is expected to be cheaper, each up to its cap.',
  inputs: ['price_predictions', 'price_history', 'spread_curves'],
  enabledByDefault: false,
  parameters,
  allocate: (slots, settings) => bidSlots(slots, settings).allocations,
  allocateKnown: (slots, { caps_percent: caps }) => fillAll(slots, caps),
  bid: bidSlots,
} satisfies StrategyModel<typeof parameters>;

function bidSlots(slots: readonly Slot[], settings: Parameters<typeof parameters>): SlotBids {
  const { caps_percent: caps, worst_decile_loss: loss } = settings;
  const curves: BidCurves[] = [];
  for (const [date, indices] of byDate(slots)) {
    const day = indices.map((i) => slots[i] as Slot);
    const max = loss == null ? Infinity : loss * meanMegawatts(day, date) * (1 + LOSS_NOISE);
    const bids = withinLoss(day, caps, max);
    indices.forEach((slot, i) => {
      curves[slot] = bids[i] as BidCurves;
    });
  }
  const allocations = slots.map((slot, i) => meanShares(slot, curves[i] as BidCurves));
  return { curves, allocations };
}

type Caps = Readonly<Record<Session, number>>;

/** The curves of a day with as much in later sessions as keeps the loss, in EUR. */
function withinLoss(day: readonly Slot[], caps: Caps, max: number): BidCurves[] {
  const cutTo = (kept: number) => day.map((slot) => curvesOf(slot, caps, kept));
  const all = cutTo(CUT_STEPS);
  if (max === Infinity || lossOf(day, all) <= max) return all;
  let [kept, tooMuch] = [0, CUT_STEPS];
  while (tooMuch - kept > 1) {
    const middle = Math.floor((kept + tooMuch) / 2);
    if (lossOf(day, cutTo(middle)) <= max) kept = middle;
    else tooMuch = middle;
  }
  return cutTo(kept);
}

/** @param kept thousandths of the later sessions' caps. */
function curvesOf(slot: Slot, capsPercent: Caps, kept: number): BidCurves {
  const { spreads, ranges } = slot.bidding as Bidding;
  const caps = liftedCaps(slot, capsPercent);
  const watts = wattsOfSlot(slot);
  return bidCurves({
    direction: directionOf(slot),
    watts,
    sessions: slot.sessions.map((session, i) => ({
      session,
      predicted: predicted(slot, i),
      capWatts: (watts * (caps[i] as Share) * (i === 0 ? 1 : kept / CUT_STEPS)) / WHOLE,
      range: ranges[i] as Bidding['ranges'][number],
    })),
    spread: (earlier, later) => {
      return spreads[earlier]?.[later - earlier - 1] as Bidding['spreads'][number][number];
    },
  });
}

/** What the past day at the 10 % quantile would have cost more than the first session, in EUR. */
function lossOf(day: readonly Slot[], curves: readonly BidCurves[]): number {
  const sums = new Float64Array(day[0]?.errors[0]?.length ?? 0);
  day.forEach((slot, i) => {
    const own = curves[i] as BidCurves;
    const pricesOn = scenarioPrices(slot, own);
    const { clear } = bidsByCurves(own);
    const hours = slot.period.minutes / HOUR_MINUTES;
    for (let k = 0; k < sums.length; k += 1) {
      const prices = pricesOn(k);
      const bought = clear(prices);
      const base = prices[0] as number;
      let extra = 0;
      for (let place = 1; place < bought.length; place += 1) {
        extra += (bought[place] as number) * ((prices[place] as number) - base);
      }
      sums[k] = (sums[k] as number) + (own.direction * extra * hours) / WATTS_PER_MW;
    }
  });
  return decileLoss(sums);
}

/** What each session is expected to buy: the mean over the past days. */
function meanShares(slot: Slot, curves: BidCurves): Allocation {
  const days = slot.errors[0]?.length ?? 0;
  const pricesOn = scenarioPrices(slot, curves);
  const { clear } = bidsByCurves(curves);
  const sums = curves.sessions.map(() => 0);
  for (let k = 0; k < days; k += 1) {
    const bought = clear(pricesOn(k));
    for (let place = 0; place < sums.length; place += 1) {
      sums[place] = (sums[place] as number) + (bought[place] as number);
    }
  }
  const whole = curves.watts * days;
  const fractions = slot.sessions.map((session, i) => {
    if (whole === 0) return i === 0 ? 1 : 0;
    return (sums[curves.sessions.findIndex((each) => each.session === session)] ?? 0) / whole;
  });
  return purchasesOf(roundToShares(fractions));
}

/** The prices of the sessions in use as on a past day, EUR/MWh; the same array for each day. */
function scenarioPrices(slot: Slot, curves: BidCurves): (day: number) => readonly number[] {
  const known = curves.sessions.map(({ session }) => {
    const i = slot.sessions.indexOf(session);
    return { price: predicted(slot, i), errors: slot.errors[i] as Float64Array };
  });
  const prices = known.map(() => 0);
  return (day) => {
    for (let place = 0; place < prices.length; place += 1) {
      const { price, errors } = known[place] as (typeof known)[number];
      prices[place] = price + (errors[day] as number);
    }
    return prices;
  };
}

/** EUR/MWh. */
function predicted({ weighed, period }: Slot, i: number): number {
  return (weighed[i] as number) / period.minutes / MILLI;
}

function wattsOfSlot({ megawattHours, period }: Slot): number {
  return wattsOf((Math.abs(megawattHours) * HOUR_MINUTES) / period.minutes);
}
