import { HOUR_MS, MICRO } from '@solano/domain/kernel';
import type { ConsumptionDay } from '../consumption-model/forecast-consumption.ts';
import { LEVELS } from '../levels.ts';

const MEDIAN = 50;
/** In a factor of losses. */
const MILLIONTHS = 1_000_000;

/** An hour of a forecast of consumption; powers in micro-MW. */
export interface ConsumptionPeriod {
  /** ms. */
  readonly start: number;
  readonly end: number;
  /** The median. */
  readonly microMw: number;
  /** Of the levels that were asked for. */
  readonly quantiles: readonly number[];
  /** The same at the busbar of the power station: with losses. */
  readonly busbarMicroMw: number;
  readonly busbarQuantiles: readonly number[];
}

/**
 * The hours of some days with the quantiles that are asked for.
 *
 * @param levels whole percent from 1 to 99.
 * @param lossFactorOn energy at the busbar ÷ measured energy on a day, in millionths.
 */
export function consumptionPeriods(
  days: readonly ConsumptionDay[],
  levels: readonly number[],
  lossFactorOn: (day: string) => number,
): ConsumptionPeriod[] {
  return days.flatMap(({ date, start: begin, mw }) => {
    const factor = lossFactorOn(date);
    const atBusbar = (microMw: number) => Math.round((microMw * factor) / MILLIONTHS);
    return Array.from(mw[0] as Float64Array, (_, hour): ConsumptionPeriod => {
      const start = begin + hour * HOUR_MS;
      const microMw = quantileOfHour(mw, hour, MEDIAN);
      const quantiles = levels.map((level) => quantileOfHour(mw, hour, level));
      return {
        start,
        end: start + HOUR_MS,
        microMw,
        quantiles,
        busbarMicroMw: atBusbar(microMw),
        busbarQuantiles: quantiles.map(atBusbar),
      };
    });
  });
}

/** Micro-MW, on the line between the kept levels next to it. */
function quantileOfHour(mw: ConsumptionDay['mw'], hour: number, level: number): number {
  const above = LEVELS.findIndex((each) => each >= level);
  const high = mw[above]?.[hour] as number;
  const below = Math.max(0, above - 1);
  const [lowLevel, highLevel] = [LEVELS[below] as number, LEVELS[above] as number];
  if (lowLevel === highLevel) return Math.round(high * MICRO);
  const low = mw[below]?.[hour] as number;
  const share = (level - lowLevel) / (highLevel - lowLevel);
  return Math.round((low + (high - low) * share) * MICRO);
}
