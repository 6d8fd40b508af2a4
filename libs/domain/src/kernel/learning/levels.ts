/** Values by level, then row. Levels are ascending. */
export type Quantiles = readonly Float64Array[];

/**
 * The quantile at a level in [0, 1] of one row, on lines between the levels; 0 and 1 at levels 0 and 1.
 *
 * @param levels ascending, in (0, 1).
 */
export function quantileAt(
  quantiles: Quantiles,
  levels: readonly number[],
  row: number,
  level: number,
): number {
  let above = 0;
  while (above < levels.length && (levels[above] as number) < level) above += 1;
  const [x0, y0] =
    above > 0 ? [levels[above - 1] as number, quantileOfRow(quantiles, above - 1, row)] : [0, 0];
  const [x1, y1] =
    above < levels.length
      ? [levels[above] as number, quantileOfRow(quantiles, above, row)]
      : [1, 1];
  return x1 > x0 ? y0 + ((level - x0) / (x1 - x0)) * (y1 - y0) : y1;
}

function quantileOfRow(quantiles: Quantiles, level: number, row: number): number {
  return (quantiles[level] as Float64Array)[row] as number;
}

/** Sorts the quantiles of each row (Chernozhukov et al. 2010) and keeps them in [0, 1], in place. */
export function rearrange(quantiles: Quantiles): void {
  const rows = quantiles[0]?.length ?? 0;
  const sorted = new Float64Array(quantiles.length);
  for (let row = 0; row < rows; row += 1) {
    quantiles.forEach((ofLevel, l) => {
      sorted[l] = Math.min(1, Math.max(0, ofLevel[row] as number));
    });
    sorted.sort();
    quantiles.forEach((ofLevel, l) => {
      ofLevel[row] = sorted[l] as number;
    });
  }
}

/** Mean pinball loss of the levels 1 to 99 % of one row, the others than the kept ones on lines between. */
export function pinballOf(
  quantiles: Quantiles,
  levels: readonly number[],
  row: number,
  y: number,
): number {
  let sum = 0;
  for (let percent = 1; percent < 100; percent += 1) {
    const level = percent / 100;
    const error = y - quantileAt(quantiles, levels, row, level);
    sum += error >= 0 ? level * error : (level - 1) * error;
  }
  return sum / 99;
}
