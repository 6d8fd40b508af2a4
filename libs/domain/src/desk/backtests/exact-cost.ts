import {
  clockQuarter,
  HOUR_QUARTERS,
  HOURS,
  QUARTER_MS,
  roundHalfAway,
} from '@solano/domain/kernel';
import { absolute } from '../evaluation/fraction.ts';
import { WHOLE } from '../models/shares.ts';
import type { SeriesItem } from '../models/split-inputs.ts';

/** Money without rounding: thousandths of EUR/MWh × hundredths of a percent × watts × minutes. */
export type ExactCost = bigint;
/** Energy without rounding: watts × minutes. */
export type ExactEnergy = bigint;

export const WATTS = 1_000_000n;
export const EXACT_PER_MWH: ExactEnergy = 60n * WATTS;
export const EXACT_PER_EURO: ExactCost = 1000n * BigInt(WHOLE) * EXACT_PER_MWH;

/** By the hour of the Madrid clock, 24 of them: autumn's repeated hour counts as one. */
export type ByHour<T> = readonly T[];

/** The item's power in watts, rounded to one. */
export function wattsOf({ megawatts }: Pick<SeriesItem, 'megawatts'>): bigint {
  return BigInt(Math.round(megawatts * Number(WATTS)));
}

/** Sums up values of items by the hour in which they end. */
export class HourSums {
  readonly #sums = Array.from({ length: HOURS }, () => 0n);

  add({ period }: Pick<SeriesItem, 'period'>, value: bigint): void {
    const clock = clockQuarter(Math.ceil(period.end / QUARTER_MS) * QUARTER_MS);
    const hour = Math.floor(clock / HOUR_QUARTERS);
    // The second pass of the repeated hour, 02:00 to 03:00, comes after the 24.
    const position = hour < HOURS ? hour : 2;
    this.#sums[position] = (this.#sums[position] as bigint) + value;
  }

  get sums(): ByHour<bigint> {
    return this.#sums;
  }
}

export function sumOfAll(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** In EUR, rounded half up, away from zero, to cents. */
export function euros(cost: ExactCost): number {
  return ratio(cost, EXACT_PER_EURO, 2);
}

/** A quotient with `decimals` digits after the point, rounded half up, away from zero; never −0. */
export function ratio(part: bigint, whole: bigint, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  const [size, by] = [absolute(part) * scale, absolute(whole)];
  const units = Number(roundHalfAway(size, by)) / Number(scale);
  return part < 0n === whole < 0n || units === 0 ? units : -units;
}
