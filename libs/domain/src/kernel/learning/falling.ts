import type { BinnedRows } from './bins.ts';
import type { Boosted, BoostingSettings } from './boosting.ts';
import { randomFrom, sample } from './random.ts';
import { boundedMean } from './split.ts';
import { leavesOf, TreeGrower } from './tree.ts';

/** As {@link BoostingSettings}, with the feature along which the mean must never rise. */
export interface FallingSettings extends BoostingSettings {
  readonly falling: number;
}

/**
 * Gradient boosting of squared errors (Friedman 2001) of a mean that never rises along one feature: a
 * tree splits by it only where the mean falls, and the leaves on either side stay on theirs of the
 * middle. The sum of such trees falls exactly, as sums of floating-point numbers keep an order.
 *
 * @returns the mean in the place of a single level.
 */
export function boostFalling(
  data: BinnedRows,
  y: Float64Array,
  settings: FallingSettings,
  seed: number,
): Boosted {
  const random = randomFrom(seed);
  const grower = new TreeGrower(data, settings, random);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const residuals = y.map((value) => value - mean);
  const trees = [];
  for (let step = 0; step < settings.trees; step += 1) {
    const rows = sample(y.length, Math.ceil(settings.rowShare * y.length), random)
      .slice()
      .sort();
    const { tree, leaves, bounds } = grower.grow(rows, [residuals]);
    const values = Float32Array.from(leaves, (members, leaf) => {
      const sum = members.reduce((sum, row) => sum + (residuals[row] as number), 0);
      return settings.rate * boundedMean(sum, members.length, bounds[leaf] as never);
    });
    const reached = leavesOf(tree, data);
    for (let row = 0; row < y.length; row += 1) {
      (residuals[row] as number) -= values[reached[row] as number] as number;
    }
    trees.push({ tree, values });
  }
  return { start: Float64Array.of(mean), trees };
}
