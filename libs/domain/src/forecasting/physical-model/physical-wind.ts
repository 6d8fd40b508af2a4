import { farmPower } from './power-curve.ts';

/** Wind at hub height of the farms of a windy site over that of a weather model's cell: models smooth hills away. */
const SITE_SPEED = 1.2;
/** Spread of the speed's error: its share of the speed at once and after a week. */
const SPREAD = 0.22;
const SPREAD_A_DAY = 0.03;

/**
 * Quantiles of a farm's power in parts of the rated, by a generic curve of the wind speed (m/s at 100 m) whose error is normal.
 *
 * @param scores standard normal quantiles of the levels.
 */
export function physicalWind(
  speed: number,
  leadHours: number,
  scores: readonly number[],
): number[] {
  const spread = SPREAD + (SPREAD_A_DAY * leadHours) / 24;
  return scores.map((z) => farmPower(speed * SITE_SPEED * Math.exp(z * spread)));
}
