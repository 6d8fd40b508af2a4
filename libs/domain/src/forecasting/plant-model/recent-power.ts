import { HOUR_MS } from '@solano/domain/kernel';
import type { Moment, PlantView } from './plant-view.ts';
import { onCurve } from './response-curve.ts';

/** Hours back in which the last measured value is looked for. */
const MAX_AGE_HOURS = 48;
/** Hours after which an error of the weather is forgotten to 1/e: between the errors' autocorrelations of farms. */
const MEMORY_HOURS = 5;

/**
 * What the last known power says of an hour: that power, its difference from what its weather lets expect and
 * that difference as far as it is remembered, the mean difference of its last day, and its age in hours.
 *
 * @param quantity what the view's curve goes by, of an hour.
 */
export function recentPower(
  { production, curve }: PlantView,
  { hour, at }: Moment,
  quantity: (hour: number) => number,
): number[] {
  const newest = production.newestAt(at);
  let last = newest;
  while (Number.isNaN(production.share(last)) && newest - last < MAX_AGE_HOURS * HOUR_MS)
    last -= HOUR_MS;
  const error = production.share(last) - onCurve(curve, quantity(last));
  const age = (hour - last) / HOUR_MS;
  let sum = 0;
  let count = 0;
  for (let back = 0; back < 24; back += 2) {
    const before = last - back * HOUR_MS;
    const each = production.share(before) - onCurve(curve, quantity(before));
    if (Number.isNaN(each)) continue;
    sum += each;
    count += 1;
  }
  return [production.share(last), error, error * Math.exp(-age / MEMORY_HOURS), sum / count, age];
}
