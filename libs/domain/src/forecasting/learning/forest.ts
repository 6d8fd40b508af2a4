import type { BinnedRows } from './bins.ts';
import { randomFrom, sample } from './random.ts';
import { growTree, leavesOf, type Tree, type TreeSettings } from './tree.ts';

export interface ForestSettings extends TreeSettings {
  readonly trees: number;
  /** Share of the rows that each tree is grown on. */
  readonly rowShare: number;
}

/** Steps in which a forest counts values, of which the largest is 1. */
const STEPS = 1000;

/** Trees with the values of each leaf's rows, in steps. */
export interface Forest {
  readonly trees: readonly {
    readonly tree: Tree;
    /** Where the values of each leaf begin, and where those of the last end. */
    readonly starts: Int32Array;
    readonly values: Uint16Array;
  }[];
}

/**
 * Quantile regression forest (Meinshausen 2006) of values in [0, 1]: quantiles of the learned values, each weighed by how often it
 * shares a leaf with the row.
 */
export function growForest(
  data: BinnedRows,
  y: Float64Array,
  settings: ForestSettings,
  seed: number,
): Forest {
  const random = randomFrom(seed);
  const trees = [];
  for (let i = 0; i < settings.trees; i += 1) {
    const rows = sample(y.length, Math.ceil(settings.rowShare * y.length), random)
      .slice()
      .sort();
    const { tree, leaves } = growTree(data, rows, [y], settings, random);
    const starts = new Int32Array(leaves.length + 1);
    const values = new Uint16Array(rows.length);
    let at = 0;
    leaves.forEach((members, leaf) => {
      for (const row of members) values[at++] = Math.round((y[row] as number) * STEPS);
      starts[leaf + 1] = at;
    });
    trees.push({ tree, starts, values });
  }
  return { trees };
}

/** Quantiles by level, then row. */
export function predictForest(
  { trees }: Forest,
  data: BinnedRows,
  levels: readonly number[],
): Float64Array[] {
  const quantiles = levels.map(() => new Float64Array(data.rows));
  const reached = trees.map(({ tree }) => leavesOf(tree, data));
  const weights = new Float64Array(STEPS + 1);
  for (let row = 0; row < data.rows; row += 1) {
    weights.fill(0);
    trees.forEach(({ starts, values }, t) => {
      const leaf = (reached[t] as Int32Array)[row] as number;
      const from = starts[leaf] as number;
      const to = starts[leaf + 1] as number;
      const weight = 1 / (to - from) / trees.length;
      for (let i = from; i < to; i += 1) (weights[values[i] as number] as number) += weight;
    });
    let sum = 0;
    let step = 0;
    levels.forEach((level, l) => {
      while (step < STEPS && sum + (weights[step] as number) < level)
        sum += weights[step++] as number;
      (quantiles[l] as Float64Array)[row] = step / STEPS;
    });
  }
  return quantiles;
}
