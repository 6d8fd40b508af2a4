import { MICRO } from './power-run.ts';

/** A plant produces no more than this of what is installed, and uses no more. */
const MAX_OF_INSTALLED = 1.2;
const MIN_OF_INSTALLED = -0.05;

/** Whether a plant of so many installed MW can have the mean power. */
export function isPlausible(microMw: number, installedMw: number): boolean {
  const mw = microMw / MICRO;
  return mw <= MAX_OF_INSTALLED * installedMw && mw >= MIN_OF_INSTALLED * installedMw;
}
