import type { Quantiles } from './levels.ts';
import { quantileAt } from './levels.ts';
import { randomFrom } from './random.ts';

/**
 * Levels at which a forecast's quantiles are read so that past ones held at the nominal levels: the
 * quantiles of where the measured values fell (probability integral transforms), after Kuleshov, Fenner & Ermon 2018.
 * Where several levels share the measured value, as at 0, it falls at random among them.
 *
 * @param quantiles past forecasts that did not learn from `y`.
 */
export function calibrate(
  quantiles: Quantiles,
  levels: readonly number[],
  y: Float64Array,
  seed: number,
): Float64Array {
  const random = randomFrom(seed);
  const fell = Float64Array.from(y, (value, row) =>
    levelOf(quantiles, levels, row, value, random()),
  );
  fell.sort();
  return Float64Array.from(levels, (level) => {
    return fell[Math.min(fell.length - 1, Math.floor(level * fell.length))] as number;
  });
}

function levelOf(
  quantiles: Quantiles,
  levels: readonly number[],
  row: number,
  y: number,
  draw: number,
): number {
  const at = (i: number) =>
    (i < 0 ? 0 : i < levels.length ? (quantiles[i] as Float64Array)[row] : 1) as number;
  const level = (i: number) => (i < 0 ? 0 : i < levels.length ? levels[i] : 1) as number;
  let below = -1;
  while (below < levels.length && at(below + 1) < y) below += 1;
  let above = below + 1;
  while (above < levels.length && at(above + 1) <= y) above += 1;
  if (at(below + 1) === y) {
    const low = below < 0 ? 0 : level(below + 1);
    return low + draw * (level(above) - low);
  }
  const share = (y - at(below)) / (at(below + 1) - at(below));
  return level(below) + share * (level(below + 1) - level(below));
}

/** The quantiles read at the calibrated levels. */
export function applyCalibration(
  quantiles: Quantiles,
  levels: readonly number[],
  calibrated: Float64Array,
): Float64Array[] {
  return Array.from(calibrated, (level) => {
    return Float64Array.from(quantiles[0] as Float64Array, (_, row) => {
      return quantileAt(quantiles, levels, row, level);
    });
  });
}
