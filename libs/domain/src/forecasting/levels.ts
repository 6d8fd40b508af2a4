/**
 * The quantiles of a forecast that are kept, in whole percent. Those between lie on lines; the level 0 is
 * no power, 100 is installed power.
 */
export const LEVELS = [
  1, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 97, 99,
] as const;
