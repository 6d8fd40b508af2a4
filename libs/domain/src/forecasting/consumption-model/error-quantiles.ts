import { HOURS } from '@solano/domain/kernel';
import { weightedQuantiles } from '@solano/domain/kernel/statistics';
import { LEVEL_SHARES, LEVELS } from '../levels.ts';
import type { ExpectedDay, PastDay } from './group-forecast.ts';

const HALF_LIFE_DAYS = 90;
/** Errors of hours count less the farther they are, by a normal kernel of this width in hours. */
const HOUR_WIDTH = 1.5;
const MAX_HOURS_AWAY = 3;
/** The weight that is left where one of two days is a workday and the other is not. */
const OTHER_KIND = 0.3;
const MEDIAN = LEVELS.indexOf(50);

interface Sample {
  /** log((measured + offset) ÷ (expected + offset)). */
  readonly error: number;
  readonly hour: number;
  readonly weight: number;
}

/**
 * The quantiles of each clock hour of a day at {@link LEVEL_SHARES}, MW, from the relative errors of past days that were
 * forecast alike: weighted quantiles of those of like hours and days, the newest counting most, less their
 * median: by how much the last months were missed on the whole says nothing of the next day. Undefined where no
 * past day is known.
 */
export function errorQuantiles(day: ExpectedDay): Float64Array[] | undefined {
  const samples = samplesOf(day);
  if (samples.length === 0) return undefined;
  return Array.from({ length: HOURS }, (_, hour) => {
    const near = samples.filter((sample) => Math.abs(sample.hour - hour) <= MAX_HOURS_AWAY);
    const used = near.length > 0 ? near : samples;
    const errors = used.map(({ error }) => error);
    const weights = used.map(({ hour: other, weight }) => {
      return weight * Math.exp(-(((other - hour) / HOUR_WIDTH) ** 2) / 2);
    });
    const raised = (day.expected[hour] as number) + day.offset;
    const quantiles = weightedQuantiles(errors, weights, LEVEL_SHARES);
    const middle = quantiles[MEDIAN] as number;
    return quantiles.map((error) => raised * Math.exp(error - middle) - day.offset);
  });
}

/** Ascending. */
function samplesOf({ past, offset, workShare }: ExpectedDay): Sample[] {
  const samples = past.flatMap((each, i) => {
    const recency = 0.5 ** ((past.length - 1 - i) / HALF_LIFE_DAYS);
    const isAlike = Math.round(each.workShare) === Math.round(workShare);
    return errorsOf(each, offset, isAlike ? recency : recency * OTHER_KIND);
  });
  return samples.sort((a, b) => a.error - b.error);
}

function errorsOf({ expected, measured }: PastDay, offset: number, weight: number): Sample[] {
  return Array.from(measured, (value, hour) => {
    const raised = (expected[hour] as number) + offset;
    return { error: Math.log((value + offset) / raised), hour, weight };
  }).filter(({ error }) => Number.isFinite(error));
}
