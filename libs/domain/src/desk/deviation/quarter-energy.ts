import { HOUR_MINUTES, MICRO, QUARTER_MS, roundHalfAway } from '@solano/domain/kernel';
import { DAY_AHEAD, minutesWithin, quartersOf } from '@solano/domain/market';
import type { ExactTrades } from '../evaluation/cost.ts';
import type { RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { PER_MWH } from './compared-period.ts';
import type { Window } from './items-by-day.ts';

/** Units of energy in one MW for one minute. */
const PER_MW_MINUTE = PER_MWH / BigInt(HOUR_MINUTES);
export const PER_MICRO_MW_MINUTE = PER_MW_MINUTE / BigInt(MICRO);
/** One MW × percent for a minute, in units of energy. */
const PER_PERCENT_MINUTE = PER_MW_MINUTE / 100n;
/** Units of money in one unit of energy at a thousandth of EUR/MWh. */
export const PER_MILLI = 4n;

/** Energy and cost by quarter hour of a window, in the units of a compared period. */
export interface QuarterEnergy {
  readonly bought: readonly bigint[];
  /** Fees included. */
  readonly cost: readonly bigint[];
}

/** Adds up energy and cost by quarter hour of a window. */
export class QuarterSums implements QuarterEnergy {
  readonly bought: bigint[];
  readonly cost: bigint[];
  /** Whether anything was added to a quarter hour, be it nothing. */
  readonly isAny: Uint8Array;

  /** @param length quarter hours. */
  constructor(length: number) {
    this.bought = zeros(length);
    this.cost = zeros(length);
    this.isAny = new Uint8Array(length);
  }

  add(quarter: number, energy: bigint, cost: bigint): void {
    this.bought[quarter] = (this.bought[quarter] as bigint) + energy;
    this.cost[quarter] = (this.cost[quarter] as bigint) + cost;
    this.isAny[quarter] = 1;
  }

  /** Adds a quarter hour of other sums of the same window. */
  take(quarter: number, other: QuarterSums): void {
    if (other.isAny[quarter] === 0) return;
    if (this.isAny[quarter] === 1) {
      this.add(quarter, other.bought[quarter] as bigint, other.cost[quarter] as bigint);
      return;
    }
    this.bought[quarter] = other.bought[quarter] as bigint;
    this.cost[quarter] = other.cost[quarter] as bigint;
    this.isAny[quarter] = 1;
  }
}

/** Array.from takes several times as long. */
function zeros(length: number): bigint[] {
  const values: bigint[] = [];
  for (let i = 0; i < length; i += 1) values.push(0n);
  return values;
}

/** The quarter hours of a window of whole days. */
export function lengthOf({ from, to }: Window): number {
  return (to - from) / QUARTER_MS;
}

/** The quarter hours of a window that a period touches, with their ends and the minutes of it. */
export function quartersWithin({ from, to }: Window, period: SeriesItem['period']) {
  const ends = quartersOf(period).filter((end) => end > from && end <= to);
  return ends.map((end) => {
    return { quarter: (end - from) / QUARTER_MS - 1, end, minutes: minutesWithin(end, period) };
  });
}

/** MW × percent, a whole number of 1 / {@link ExactTrades.unit}, for some minutes in units of energy. */
export function energyOf({ unit }: ExactTrades, megawatts: bigint, minutes: number): bigint {
  // Both are powers of ten: it is exact unless there are more decimals than units have.
  if (unit <= PER_PERCENT_MINUTE) return megawatts * BigInt(minutes) * (PER_PERCENT_MINUTE / unit);
  return roundHalfAway(megawatts * BigInt(minutes) * PER_PERCENT_MINUTE, unit);
}

/** The day-ahead price (thousandths of EUR/MWh) of a quarter hour by its end (ms), undefined where there is none. */
export function dayAheadPrice({ curves }: RealisedPriceCurves, end: number): number | undefined {
  return curves.get(DAY_AHEAD.session)?.get(end);
}
