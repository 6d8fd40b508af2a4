import { type BinEdges, type BinnedRows, binRows, findEdges } from './bins.ts';
import { type Boosted, type BoostingSettings, predictBoosted } from './boosting.ts';
import { randomFrom, sample } from './random.ts';
import { boundedMean } from './split.ts';
import { findLeaves, TreeGrower } from './tree.ts';

/** As {@link BoostingSettings}, with the feature along which the mean must never rise. */
export interface FallingSettings extends BoostingSettings {
  readonly falling: number;
  /** Learners that draw rows and features of their own; their mean is the prediction. */
  readonly members: number;
}

/** A mean that never rises along one feature. */
export interface FallingMean {
  readonly edges: BinEdges;
  readonly members: readonly Boosted[];
}

/** @param columns features, NaN where they are missing. */
export function learnFalling(
  columns: readonly Float64Array[],
  y: Float64Array,
  settings: FallingSettings,
): FallingMean {
  const edges = findEdges(columns);
  const data = binRows(columns, edges);
  const seeds = Array.from({ length: settings.members }, (_, i) => i + 1);
  return { edges, members: seeds.map((seed) => boostFalling(data, y, settings, seed)) };
}

/** The means of rows. */
export function predictFalling(
  { edges, members }: FallingMean,
  columns: readonly Float64Array[],
): Float64Array {
  const data = binRows(columns, edges);
  const sums = new Float64Array(data.rows);
  for (const member of members) {
    const [means] = predictBoosted(member, data) as [Float64Array];
    for (let row = 0; row < data.rows; row += 1) (sums[row] as number) += means[row] as number;
  }
  return sums.map((sum) => sum / members.length);
}

/**
 * Gradient boosting of squared errors (Friedman 2001) of a mean that never rises along one feature: a
 * tree splits by it only where the mean falls, and the leaves on either side stay on theirs of the
 * middle. The sum of such trees falls exactly, as sums of floating-point numbers keep an order.
 *
 * @returns the mean in the place of a single level.
 */
function boostFalling(
  data: BinnedRows,
  y: Float64Array,
  settings: FallingSettings,
  seed: number,
): Boosted {
  const random = randomFrom(seed);
  const grower = new TreeGrower(data, settings, random);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const residuals = y.map((value) => value - mean);
  const reached = new Int32Array(y.length);
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
    findLeaves(tree, data, reached);
    for (let row = 0; row < y.length; row += 1) {
      (residuals[row] as number) -= values[reached[row] as number] as number;
    }
    trees.push({ tree, values });
  }
  return { start: Float64Array.of(mean), trees };
}
