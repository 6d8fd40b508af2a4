import type { BinnedRows } from './bins.ts';
import { sample } from './random.ts';
import {
  BINS,
  type Bounds,
  bestBoundedCut,
  bestCut,
  boundedMean,
  type Split,
  UNBOUNDED,
} from './split.ts';

export interface TreeSettings {
  readonly maxLeaves: number;
  readonly minLeafRows: number;
  /** Share of the features, drawn anew, that each tree may use. */
  readonly featureShare: number;
  /** The feature along which trees of one target must never rise. */
  readonly falling?: number;
}

/** Splits in the order of growth: rows of a bin up to `bins[i]` go left. Children ≥ 0 are splits, < 0 are leaves (~leaf). */
export interface Tree {
  readonly features: Uint8Array;
  readonly bins: Uint8Array;
  readonly left: Int16Array;
  readonly right: Int16Array;
}

/** A tree and, for each of its leaves, the rows that reach it and what their mean may be. */
export interface GrownTree {
  readonly tree: Tree;
  readonly leaves: readonly Int32Array[];
  readonly bounds: readonly Bounds[];
}

interface Node {
  readonly rows: Int32Array;
  readonly histogram: Float64Array;
  readonly bounds: Bounds;
  readonly split: Split;
  /** Where its number goes when it becomes a split or a leaf. */
  readonly parent: number;
  readonly isLeft: boolean;
}

/** Grows trees over the same rows; it keeps its histograms, which are most of the memory that trees take. */
export class TreeGrower {
  readonly #data: BinnedRows;
  readonly #settings: TreeSettings;
  readonly #random: () => number;
  readonly #spare: Float64Array[] = [];
  readonly #right: Int32Array;
  #gathered: Float64Array = new Float64Array(0);
  #targets: readonly Float64Array[] = [];
  /** The features that the tree may use. */
  #features: Int32Array = new Int32Array(0);
  #width = 1;

  constructor(data: BinnedRows, settings: TreeSettings, random: () => number) {
    this.#data = data;
    this.#right = new Int32Array(data.rows);
    this.#settings = settings;
    this.#random = random;
  }

  /**
   * A tree that parts rows so that the targets vary least within leaves (least squares, summed over the
   * targets), best split first (Friedman 2001; histograms after Ke et al. 2017, LightGBM).
   *
   * @param rows are reordered.
   * @param targets as many in each call.
   */
  grow(rows: Int32Array, targets: readonly Float64Array[]): GrownTree {
    const features = this.#data.columns.length;
    const count = Math.ceil(this.#settings.featureShare * features);
    this.#features = sample(features, count, this.#random).sort();
    this.#targets = targets;
    this.#width = targets.length + 1;
    const splits: (Split & { left: number; right: number })[] = [];
    const leaves: Int32Array[] = [];
    const bounds: Bounds[] = [];
    const open = [this.#node(rows, this.#histogram(rows), UNBOUNDED, -1, false)];
    while (open.length > 0) {
      const best = takeBest(open);
      const isSplit =
        best.split.gain > 0 && open.length + leaves.length + 2 <= this.#settings.maxLeaves;
      const number = isSplit ? splits.length : ~leaves.length;
      const parent = splits[best.parent];
      if (parent) parent[best.isLeft ? 'left' : 'right'] = number;
      if (!isSplit) {
        leaves.push(best.rows);
        bounds.push(best.bounds);
        this.#spare.push(best.histogram);
        continue;
      }
      splits.push({ ...best.split, left: 0, right: 0 });
      open.push(...this.#children(best, number));
    }
    return { leaves, bounds, tree: treeOf(splits) };
  }

  #children(node: Node, number: number): [Node, Node] {
    const { rows, histogram, split } = node;
    const cut = this.#part(rows, split);
    const left = rows.subarray(0, cut);
    const right = rows.subarray(cut);
    const bounds = this.#boundsOf(node, left, right);
    const isLeftSmall = left.length < right.length;
    const ofSmall = this.#histogram(isLeftSmall ? left : right);
    for (let i = 0; i < histogram.length; i += 1) {
      (histogram[i] as number) -= ofSmall[i] as number;
    }
    const [ofLeft, ofRight] = isLeftSmall ? [ofSmall, histogram] : [histogram, ofSmall];
    return [
      this.#node(left, ofLeft, bounds.left, number, true),
      this.#node(right, ofRight, bounds.right, number, false),
    ];
  }

  /** Sides of a falling split stay on theirs of the middle between their means (LightGBM's basic method). */
  #boundsOf({ bounds, split }: Node, left: Int32Array, right: Int32Array) {
    if (split.feature !== this.#settings.falling) return { left: bounds, right: bounds };
    const mean = (rows: Int32Array) => boundedMean(this.#sumOf(rows), rows.length, bounds);
    const middle = (mean(left) + mean(right)) / 2;
    return { left: { ...bounds, low: middle }, right: { ...bounds, high: middle } };
  }

  #sumOf(rows: Int32Array): number {
    const [target] = this.#targets as [Float64Array];
    let sum = 0;
    for (let i = 0; i < rows.length; i += 1) sum += target[rows[i] as number] as number;
    return sum;
  }

  #node(
    rows: Int32Array,
    histogram: Float64Array,
    bounds: Bounds,
    parent: number,
    isLeft: boolean,
  ): Node {
    const split = this.#bestSplit(rows.length, histogram, bounds);
    return { rows, histogram, bounds, parent, isLeft, split };
  }

  /** Puts the rows that go left first; returns how many do. */
  #part(rows: Int32Array, { feature, bin }: Split): number {
    const column = this.#data.columns[feature] as Uint8Array;
    const right = this.#right;
    let lefts = 0;
    let rights = 0;
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as number;
      if ((column[row] as number) <= bin) rows[lefts++] = row;
      else right[rights++] = row;
    }
    rows.set(right.subarray(0, rights), lefts);
    return lefts;
  }

  /** By feature and bin: the number of rows and the sum of each target. */
  #histogram(rows: Int32Array): Float64Array {
    const width = this.#width;
    const values = this.#gather(rows);
    const size = this.#features.length * BINS * width;
    const histogram = this.#spare.pop()?.fill(0) ?? new Float64Array(size);
    for (let i = 0; i < this.#features.length; i += 1) {
      const column = this.#data.columns[this.#features[i] as number] as Uint8Array;
      const base = i * BINS * width;
      if (width === 2) addOne(histogram, base, column, rows, values);
      else if (width === 3) addTwo(histogram, base, column, rows, values);
      else addMany(histogram, base, column, rows, values, width);
    }
    return histogram;
  }

  /** Targets of the rows, those of one row together. */
  #gather(rows: Int32Array): Float64Array {
    const count = this.#targets.length;
    if (this.#gathered.length < rows.length * count) {
      this.#gathered = new Float64Array(rows.length * count);
    }
    const values = this.#gathered;
    this.#targets.forEach((target, k) => {
      for (let i = 0; i < rows.length; i += 1) {
        values[i * count + k] = target[rows[i] as number] as number;
      }
    });
    return values;
  }

  #bestSplit(rows: number, values: Float64Array, bounds: Bounds): Split {
    const { minLeafRows, falling } = this.#settings;
    let best: Split = { gain: 0, feature: 0, bin: 0 };
    if (rows < 2 * minLeafRows) return best;
    const histogram = { rows, width: this.#width, values };
    for (let i = 0; i < this.#features.length; i += 1) {
      const feature = this.#features[i] as number;
      const cut =
        falling === undefined
          ? bestCut(histogram, i, minLeafRows)
          : bestBoundedCut(histogram, i, minLeafRows, bounds, feature === falling);
      if (cut.gain > best.gain) best = { ...cut, feature };
    }
    return best;
  }
}

function treeOf(splits: readonly (Split & { left: number; right: number })[]): Tree {
  return {
    features: Uint8Array.from(splits, (split) => split.feature),
    bins: Uint8Array.from(splits, (split) => split.bin),
    left: Int16Array.from(splits, (split) => split.left),
    right: Int16Array.from(splits, (split) => split.right),
  };
}

function takeBest(open: Node[]): Node {
  let best = 0;
  for (let i = 1; i < open.length; i += 1) {
    if ((open[i] as Node).split.gain > (open[best] as Node).split.gain) best = i;
  }
  return open.splice(best, 1)[0] as Node;
}

function addOne(
  h: Float64Array,
  base: number,
  column: Uint8Array,
  rows: Int32Array,
  v: Float64Array,
) {
  for (let i = 0; i < rows.length; i += 1) {
    const at = base + 2 * (column[rows[i] as number] as number);
    (h[at] as number) += 1;
    (h[at + 1] as number) += v[i] as number;
  }
}

function addTwo(
  h: Float64Array,
  base: number,
  column: Uint8Array,
  rows: Int32Array,
  v: Float64Array,
) {
  for (let i = 0; i < rows.length; i += 1) {
    const at = base + 3 * (column[rows[i] as number] as number);
    (h[at] as number) += 1;
    (h[at + 1] as number) += v[2 * i] as number;
    (h[at + 2] as number) += v[2 * i + 1] as number;
  }
}

function addMany(
  h: Float64Array,
  base: number,
  column: Uint8Array,
  rows: Int32Array,
  v: Float64Array,
  width: number,
) {
  for (let i = 0; i < rows.length; i += 1) {
    const at = base + width * (column[rows[i] as number] as number);
    (h[at] as number) += 1;
    for (let k = 1; k < width; k += 1) {
      (h[at + k] as number) += v[i * (width - 1) + k - 1] as number;
    }
  }
}

/** Writes the leaf that each row reaches. */
export function findLeaves(
  { features, bins, left, right }: Tree,
  data: BinnedRows,
  leaves: Int32Array,
): void {
  if (features.length === 0) {
    leaves.fill(0);
    return;
  }
  for (let row = 0; row < data.rows; row += 1) {
    let node = 0;
    while (node >= 0) {
      const bin = (data.columns[features[node] as number] as Uint8Array)[row] as number;
      node = (bin <= (bins[node] as number) ? left[node] : right[node]) as number;
    }
    leaves[row] = ~node;
  }
}
