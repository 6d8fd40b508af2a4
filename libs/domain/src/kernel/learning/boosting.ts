import type { BinnedRows } from './bins.ts';
import { selectRank } from './order.ts';
import { randomFrom, sample } from './random.ts';
import { findLeaves, type Tree, TreeGrower, type TreeSettings } from './tree.ts';

export interface BoostingSettings extends TreeSettings {
  readonly trees: number;
  readonly rate: number;
  /** Share of the rows that each tree is grown on. */
  readonly rowShare: number;
}

/** Quantiles as sums of trees: each tree serves all levels with leaf values of their own. */
export interface Boosted {
  /** By level. */
  readonly start: Float64Array;
  readonly trees: readonly {
    readonly tree: Tree /** [leaf × levels + level] */;
    readonly values: Float32Array;
  }[];
}

/**
 * Gradient boosting of the pinball loss (Friedman 2001) of many levels at once. A tree is grown on two
 * gradients: the sum over levels (where the distribution lies) and the difference of its upper and lower half (how
 * wide it is). A leaf moves each level by `rate` × the quantile of its residuals.
 *
 * @param levels ascending, in (0, 1).
 */
export function boost(
  data: BinnedRows,
  y: Float64Array,
  levels: readonly number[],
  settings: BoostingSettings,
  seed: number,
): Boosted {
  const random = randomFrom(seed);
  const grower = new TreeGrower(data, settings, random);
  const count = levels.length;
  const start = Float64Array.from(levels, (level) => quantileOf(y, level));
  const fitted = levels.map((_, level) => new Float64Array(y.length).fill(start[level] as number));
  const location = new Float64Array(y.length);
  const spread = new Float64Array(y.length);
  const trees = [];
  const buffer = new Float64Array(y.length);
  const reached = new Int32Array(y.length);
  for (let step = 0; step < settings.trees; step += 1) {
    gradients(y, fitted, levels, location, spread);
    const rows = sample(y.length, Math.ceil(settings.rowShare * y.length), random)
      .slice()
      .sort();
    // One level has a place and no width.
    const { tree, leaves } = grower.grow(rows, count > 1 ? [location, spread] : [location]);
    const values = new Float32Array(leaves.length * count);
    leaves.forEach((members, leaf) => {
      levels.forEach((level, l) => {
        const ofLevel = fitted[l] as Float64Array;
        for (let i = 0; i < members.length; i += 1) {
          const row = members[i] as number;
          buffer[i] = (y[row] as number) - (ofLevel[row] as number);
        }
        const rank = Math.min(members.length - 1, Math.floor(level * members.length));
        values[leaf * count + l] = settings.rate * selectRank(buffer, members.length, rank);
      });
    });
    findLeaves(tree, data, reached);
    fitted.forEach((ofLevel, l) => {
      for (let row = 0; row < y.length; row += 1) {
        (ofLevel[row] as number) += values[(reached[row] as number) * count + l] as number;
      }
    });
    trees.push({ tree, values });
  }
  return { start, trees };
}

function gradients(
  y: Float64Array,
  fitted: readonly Float64Array[],
  levels: readonly number[],
  location: Float64Array,
  spread: Float64Array,
) {
  location.fill(0);
  spread.fill(0);
  levels.forEach((level, l) => {
    const ofLevel = fitted[l] as Float64Array;
    const side = Math.sign(level - 0.5);
    for (let row = 0; row < y.length; row += 1) {
      const g = level - ((y[row] as number) < (ofLevel[row] as number) ? 1 : 0);
      (location[row] as number) += g;
      (spread[row] as number) += side * g;
    }
  });
}

function quantileOf(y: Float64Array, level: number): number {
  const copy = y.slice();
  return selectRank(copy, copy.length, Math.min(copy.length - 1, Math.floor(level * copy.length)));
}

/** Quantiles by level, then row. */
export function predictBoosted({ start, trees }: Boosted, data: BinnedRows): Float64Array[] {
  const count = start.length;
  const quantiles = Array.from(start, (value) => new Float64Array(data.rows).fill(value));
  const reached = new Int32Array(data.rows);
  for (const { tree, values } of trees) {
    findLeaves(tree, data, reached);
    quantiles.forEach((ofLevel, l) => {
      for (let row = 0; row < data.rows; row += 1) {
        (ofLevel[row] as number) += values[(reached[row] as number) * count + l] as number;
      }
    });
  }
  return quantiles;
}
