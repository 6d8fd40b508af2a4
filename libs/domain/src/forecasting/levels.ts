/**
 * The quantiles of a forecast that are kept, in whole percent. Those between lie on lines; the level 0 is
 * no power, 100 is installed power.
 */
export const LEVELS = [
  1, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 97, 99,
] as const;

/** The levels in parts of 1. */
export const LEVEL_SHARES: readonly number[] = LEVELS.map((level) => level / 100);

const UPPER_SCORES = [
  0, 0.253347, 0.524401, 0.67449, 0.841621, 1.036433, 1.281552, 1.644854, 1.880794, 2.326348,
];

/** Standard normal quantiles of the levels. */
export const LEVEL_SCORES: readonly number[] = [
  ...UPPER_SCORES.slice(1)
    .reverse()
    .map((score) => -score),
  ...UPPER_SCORES,
];

/** The central bands of which is told how often they contain what is measured, in percent. */
export const BANDS = [50, 80, 90] as const;
