import { MINUTE_MS } from '../time/durations.ts';

/** Neighbours at the same distance that are no gaps by chance. */
const REGULAR = 3;

/**
 * The first stretch of times (ms) that follow each other at a longer step than the file's: hours in a
 * file of quarters would be read as quarters with gaps. Undefined if there is none.
 *
 * @param step minutes.
 * @param steps the lengths that a period may have, in minutes.
 */
export function changeOfPeriod(
  instants: readonly number[],
  step: number,
  steps: readonly number[],
): { readonly at: number; readonly minutes: number } | undefined {
  const sorted = Float64Array.from(new Set(instants)).sort();
  let count = 0;
  for (let i = 1; i < sorted.length; i += 1) {
    const [before, at] = [sorted[i - 1] as number, sorted[i] as number];
    const minutes = (at - before) / MINUTE_MS;
    const isSame = i > 1 && before - (sorted[i - 2] as number) === at - before;
    count = isSame ? count + 1 : 1;
    const isStep = steps.some((each) => each === minutes && minutes > step);
    if (isStep && count === REGULAR) return { at, minutes };
  }
  return undefined;
}
