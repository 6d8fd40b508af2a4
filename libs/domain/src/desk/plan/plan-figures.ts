import { MILLI, type Session } from '@solano/domain/market';
import { WATTS_PER_MW, wattsOf } from '../bids/bid.ts';
import { EVALUATION_FEE } from '../evaluation/cost.ts';
import {
  type Fraction,
  minus,
  plus,
  quotient,
  readFraction,
  toFixed,
} from '../evaluation/fraction.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { countedPeriods } from './advance.ts';
import type { BidSet, PlanStage } from './plan.ts';

const NONE: Fraction = { num: 0n, den: 1n };
/** Watts × minutes of one MWh. */
const PER_MWH = BigInt(60 * WATTS_PER_MW);
/** Watts × thousandths of EUR/MWh × minutes of one EUR. */
const PER_EURO = PER_MWH * BigInt(MILLI);

/** Watts × minutes of items in MWh. */
export function megawattHours(
  periods: Iterable<{ readonly item: number; readonly watts: number }>,
  items: readonly SeriesItem[],
): Fraction {
  let sum = 0n;
  for (const { item, watts } of periods) {
    sum += BigInt(watts) * BigInt((items[item] as SeriesItem).period.minutes);
  }
  return { num: sum, den: PER_MWH };
}

/** MWh with three decimals, as a number. */
export function energyNumber(energy: Fraction): number {
  return Number(toFixed(energy, 3));
}

/** What the steps of a set buy at most, in MWh; below zero: sell. */
export function bidMegawattHours({ bids }: BidSet, items: readonly SeriesItem[]): number {
  const periods = bids.map(({ item, direction, steps }) => {
    return { item, watts: direction * steps.reduce((sum, { mw }) => sum + wattsOf(mw), 0) };
  });
  return energyNumber(megawattHours(periods, items));
}

/** What stages bought, and at which prices. */
export interface BoughtFigures {
  /** Bought less sold. */
  readonly boughtMwh: number;
  /** EUR/MWh without the fee, two decimals; null where nothing was bought, or a price is not known. */
  readonly averagePrice: string | null;
  /** EUR, fees included, two decimals; null where a price is not known. */
  readonly cost: string | null;
  /** The average by prices that were published after the stages had cleared; null where none differs. */
  readonly revisedPrice: string | null;
}

/** @param realised price × minutes as it is now, in thousandths of EUR/MWh × minutes. */
export function boughtFigures(
  stages: readonly PlanStage[],
  items: readonly SeriesItem[],
  realised: (session: Session, item: number) => number | undefined,
): BoughtFigures {
  let [energy, fees] = [NONE, NONE];
  let value: Fraction | null = NONE;
  let revised: Fraction | null = NONE;
  let isRevised = false;
  for (const stage of stages) {
    const counted = countedPeriods(stage) ?? [];
    const fee = feeOf(counted, items);
    energy = plus(energy, megawattHours(counted, items));
    fees = plus(fees, fee);
    const own = paidFor(stage, fee);
    const changed = stage.executed ? undefined : revisedValue(stage, realised);
    isRevised ||= changed !== undefined;
    value = value && own && plus(value, own);
    revised = revised && own && plus(revised, changed ?? own);
  }
  const average = (sum: Fraction | null) => {
    const price = sum && quotient(sum, energy);
    return price ? toFixed(price, 2) : null;
  };
  return {
    boughtMwh: energyNumber(energy),
    averagePrice: average(value),
    cost: value && toFixed(plus(value, fees), 2),
    revisedPrice: isRevised ? average(revised) : null,
  };
}

/** The fee of energy that was bought or sold, in EUR. */
function feeOf(
  counted: readonly { readonly item: number; readonly watts: number }[],
  items: readonly SeriesItem[],
): Fraction {
  const turnover = counted.map(({ item, watts }) => ({ item, watts: Math.abs(watts) }));
  const { num } = megawattHours(turnover, items);
  return { num: num * BigInt(EVALUATION_FEE), den: PER_EURO };
}

/** What was paid without fees, in EUR; null where a price is not known. */
function paidFor({ executed, result }: PlanStage, fee: Fraction): Fraction | null {
  if (executed) {
    const cost = executed.reduce((sum, each) => plus(sum, readFraction(each.cost)), NONE);
    return minus(cost, fee);
  }
  let sum = 0n;
  for (const { watts, weighed } of result?.periods ?? []) {
    if (watts !== 0 && weighed === null) return null;
    sum += BigInt(watts) * BigInt(weighed ?? 0);
  }
  return { num: sum, den: PER_EURO };
}

/** The same by the prices as they are now; undefined where these are those that it cleared at. */
function revisedValue(
  { session, result }: PlanStage,
  realised: (session: Session, item: number) => number | undefined,
): Fraction | undefined {
  if (result?.status !== 'cleared') return undefined;
  let [sum, isOther] = [0n, false];
  for (const { item, watts, weighed } of result.periods) {
    const now = realised(session, item) ?? weighed;
    isOther ||= now !== weighed;
    sum += BigInt(watts) * BigInt(now ?? 0);
  }
  return isOther ? { num: sum, den: PER_EURO } : undefined;
}
