/** Power over installed for each W/m² over 1000 on the horizontal: losses and a tilt that gains as much. */
const PERFORMANCE = 0.9;
/** Clear-sky indices of the levels where the weather is unknown: from overcast to clear. */
const UNKNOWN_MEDIAN = 0.8;
/** Spread of the index's error: largest for half-covered skies. */
const SPREAD = 0.08;
const SPREAD_OF_CLOUDS = 0.5;
const UNKNOWN_SPREAD = 0.35;

/**
 * Quantiles of a solar plant's power in parts of the installed, from the irradiance that is forecast and that of a clear sky (W/m²):
 * the clear-sky index with a normal error.
 *
 * @param radiation NaN where no weather is known.
 * @param scores standard normal quantiles of the levels.
 */
export function physicalSolar(
  radiation: number,
  clearSky: number,
  scores: readonly number[],
): number[] {
  const isKnown = !Number.isNaN(radiation);
  const index = isKnown ? Math.min(1.15, radiation / Math.max(1, clearSky)) : UNKNOWN_MEDIAN;
  const clouds = Math.max(0, index * (1.1 - index));
  const spread = isKnown ? SPREAD + SPREAD_OF_CLOUDS * clouds : UNKNOWN_SPREAD;
  return scores.map((z) => {
    const drawn = Math.min(1.15, Math.max(0.02, index + z * spread));
    return Math.min(1, (PERFORMANCE * drawn * clearSky) / 1000);
  });
}
