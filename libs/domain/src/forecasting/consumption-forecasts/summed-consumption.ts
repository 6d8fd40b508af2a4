import { DAY_MS, dateAfter, HOUR_MS, startOfDate } from '@solano/domain/kernel';
import type { ConsumptionGroup } from '../consumption-model/forecast-consumption.ts';

/** Days of which a mean is taken. */
const CLIMATOLOGY_DAYS = 60;

/** The sum of groups by hour: each counts from its first value until it ends. */
export class SummedConsumption {
  readonly #start: number;
  /** MW, NaN where a group that counts has no value, and where none counts. */
  readonly #mw: Float64Array;

  /** @param groups with histories of the same hours. */
  constructor(groups: readonly ConsumptionGroup[]) {
    const hours = groups[0]?.history.mw.length ?? 0;
    this.#start = groups[0]?.history.start ?? 0;
    const sums = new Float64Array(hours);
    const counting = new Uint8Array(hours);
    for (const { history, ends } of groups) {
      const first = history.mw.findIndex((value) => !Number.isNaN(value));
      const after = ends === null ? hours : this.#hourOf(startOfDate(dateAfter(ends, 1)));
      for (let hour = Math.max(0, first); first >= 0 && hour < Math.min(hours, after); hour += 1) {
        sums[hour] = (sums[hour] as number) + (history.mw[hour] as number);
        counting[hour] = 1;
      }
    }
    this.#mw = sums.map((sum, hour) => (counting[hour] === 1 ? sum : Number.NaN));
  }

  /** MW of the hour that starts at an instant (ms). */
  at(start: number): number {
    return this.#mw[this.#hourOf(start)] ?? Number.NaN;
  }

  /** The last value of an hour that ended at an instant (ms) or before. */
  lastBefore(end: number): number {
    let hour = Math.min(this.#mw.length, Math.floor(this.#hourOf(end))) - 1;
    while (hour >= 0 && Number.isNaN(this.#mw[hour])) hour -= 1;
    return this.#mw[hour] ?? Number.NaN;
  }

  /** The mean at the UTC time of an hour, over the last 60 days that had ended at an instant (ms). */
  meanBefore(end: number, start: number): number {
    const back = Math.ceil((start + HOUR_MS - end) / DAY_MS);
    let [sum, count] = [0, 0];
    for (let day = 0; day < CLIMATOLOGY_DAYS; day += 1) {
      const value = this.at(start - (back + day) * DAY_MS);
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    return sum / count;
  }

  #hourOf(instant: number): number {
    return (instant - this.#start) / HOUR_MS;
  }
}
