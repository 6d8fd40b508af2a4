/** The lowest and the highest value of an axis. */
export type Range = [min: number, max: number];

/** Part of the values' range that stays empty at each end. */
const SPACE = 0.06;
const MIN_RANGE = 1e-3;

/** Returns the range of an axis for the lowest and the highest value; null: there is none. */
export function valueRange(min: number | null, max: number | null, fromZero: boolean): Range {
  if (min === null || max === null) return [0, 1];
  const low = fromZero ? Math.min(0, min) : min;
  const space = Math.max(max - low, MIN_RANGE) * SPACE;
  return [fromZero && low === 0 ? 0 : low - space, max + space];
}

/** Whether zero is inside a range: values of both signs are told apart by a line. */
export function crossesZero([min, max]: Range): boolean {
  return min < 0 && max > 0;
}

const ROUND_FACTORS = [1, 2, 5, 10];
const DIGITS = 12;

/** Returns round values inside a range, about as many as there should be. */
export function valueTicks([min, max]: Range, count: number): number[] {
  const rough = (max - min) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND_FACTORS.find((each) => each * power >= rough) ?? 1) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(min / step); at * step <= max; at += 1)
    // A multiple of a power of ten below one is not exact.
    ticks.push(Number((at * step).toPrecision(DIGITS)) + 0);
  return ticks;
}
