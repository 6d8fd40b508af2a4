import { MICRO } from '@solano/domain/kernel';

/** A plant produces no more than this percentage of what is installed, and uses no more. */
const MAX_PERCENT = 120;
const MIN_PERCENT = -5;

/** Whether a mean power is between −5 % and 120 % of the installed power. */
export function isPlausible(microMw: number, installedMw: number): boolean {
  // Integers, as 1.2 × 134 is less than 160.8 in doubles; installed power has three decimals.
  const installed = Math.round(installedMw * MICRO);
  return 100 * microMw <= MAX_PERCENT * installed && 100 * microMw >= MIN_PERCENT * installed;
}
