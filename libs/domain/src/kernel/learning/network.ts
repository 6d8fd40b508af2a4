import type { Column } from './bins.ts';
import { randomFrom, sample } from './random.ts';

export interface NetworkSettings {
  readonly hidden: number;
  /** Rows that are learned from, each as often as another: the budget of time. */
  readonly samples: number;
  /** Times that the rows are gone through at most. */
  readonly maxEpochs: number;
  readonly batch: number;
  readonly rate: number;
  /** Share of the weights, times `rate`, that each step takes away. */
  readonly decay: number;
}

/** Some rows of features. */
interface Rows {
  readonly columns: readonly Column[];
  readonly rows: Int32Array;
}

/** Quantiles by one hidden layer: plain data. */
export interface Network {
  /** By feature: what is taken off, and by what the rest is multiplied. */
  readonly means: Float64Array;
  readonly scales: Float64Array;
  /** By unit: a weight for each feature, then the bias. */
  readonly hidden: Float64Array;
  /** By level: a weight for each hidden unit, then the bias. */
  readonly output: Float64Array;
}

/** Standardised features are cut there: what was never seen leads no further. */
const MAX_FEATURE = 4;
/** Adam (Kingma & Ba 2015) with decoupled decay (Loshchilov & Hutter 2019). */
const MOMENTUM = 0.9;
const SQUARES = 0.999;
const EPSILON = 1e-8;
const WARM_UP_STEPS = 100;

/**
 * Learns quantiles by the pinball loss of all levels at once: a hidden layer of rectified units (quantile regression neural
 * network, Cannon 2011), stochastic gradient descent in batches whose rate falls to 0. Missing features count as their mean.
 *
 * @param y of the rows.
 * @param levels ascending, in (0, 1).
 */
export function trainNetwork(
  features: Rows,
  y: Float64Array,
  levels: readonly number[],
  settings: NetworkSettings,
  seed: number,
): Network {
  const training = new Training(features, y, levels, settings, randomFrom(seed));
  return training.run();
}

class Training {
  readonly #network: Network;
  readonly #rows: Float64Array;
  readonly #y: Float64Array;
  readonly #levels: readonly number[];
  readonly #settings: NetworkSettings;
  readonly #random: () => number;
  readonly #hidden: Layer;
  readonly #output: Layer;

  constructor(
    rows: Rows,
    y: Float64Array,
    levels: readonly number[],
    settings: NetworkSettings,
    random: () => number,
  ) {
    const features = rows.columns.length;
    this.#y = y;
    this.#levels = levels;
    this.#settings = settings;
    this.#random = random;
    this.#hidden = new Layer(features, settings.hidden, Math.sqrt(6 / features), random);
    this.#output = new Layer(
      settings.hidden,
      levels.length,
      0.3 * Math.sqrt(6 / settings.hidden),
      random,
    );
    const sorted = y.toSorted();
    levels.forEach((level, l) => {
      this.#output.setBias(l, sorted[Math.floor(level * sorted.length)] as number);
    });
    this.#network = {
      ...standardOf(rows),
      hidden: this.#hidden.weights,
      output: this.#output.weights,
    };
    this.#rows = new Float64Array(y.length * features);
    rows.rows.forEach((row, i) => {
      const into = this.#rows.subarray(i * features, (i + 1) * features);
      standardise(this.#network, rows.columns, row, into);
    });
  }

  run(): Network {
    const { samples, maxEpochs, batch } = this.#settings;
    const count = this.#y.length;
    const epochs = Math.max(1, Math.min(maxEpochs, Math.round(samples / count)));
    const steps = epochs * Math.ceil(count / batch);
    let step = 0;
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      const order = sample(count, count, this.#random);
      for (let from = 0; from < count; from += batch) {
        const rows = order.subarray(from, from + batch);
        for (const row of rows) this.#learnRow(row);
        const rate = (1 - step / steps) * Math.min(1, (step + 1) / WARM_UP_STEPS);
        step += 1;
        this.#hidden.move(this.#settings, rate, step, rows.length);
        this.#output.move(this.#settings, rate, step, rows.length);
      }
    }
    return this.#network;
  }

  #learnRow(row: number): void {
    const features = this.#network.means.length;
    const inputs = this.#rows.subarray(row * features, (row + 1) * features);
    const units = this.#hidden.forward(inputs);
    rectify(units);
    const quantiles = this.#output.forward(units);
    const { errors } = this.#output;
    const value = this.#y[row] as number;
    for (let l = 0; l < quantiles.length; l += 1) {
      errors[l] = (value < (quantiles[l] as number) ? 1 : 0) - (this.#levels[l] as number);
    }
    this.#output.backward(units, this.#hidden.errors);
    for (let unit = 0; unit < units.length; unit += 1) {
      if (units[unit] === 0) this.#hidden.errors[unit] = 0;
    }
    this.#hidden.backward(inputs, undefined);
  }
}

/** Weights by output, each with its bias last, and what learning needs of them. */
class Layer {
  readonly weights: Float64Array;
  /** Derivatives of the loss by the outputs. */
  readonly errors: Float64Array;
  readonly #inputs: number;
  readonly #values: Float64Array;
  readonly #gradient: Float64Array;
  readonly #momentum: Float64Array;
  readonly #squares: Float64Array;

  constructor(inputs: number, outputs: number, limit: number, random: () => number) {
    this.#inputs = inputs;
    const size = (inputs + 1) * outputs;
    this.weights = Float64Array.from({ length: size }, (_, i) => {
      return i % (inputs + 1) === inputs ? 0 : (2 * random() - 1) * limit;
    });
    this.errors = new Float64Array(outputs);
    this.#values = new Float64Array(outputs);
    this.#gradient = new Float64Array(size);
    this.#momentum = new Float64Array(size);
    this.#squares = new Float64Array(size);
  }

  setBias(output: number, value: number): void {
    this.weights[(output + 1) * (this.#inputs + 1) - 1] = value;
  }

  forward(inputs: Float64Array): Float64Array {
    multiply(this.weights, inputs, this.#values);
    return this.#values;
  }

  /** Adds to the gradient; writes the derivatives by the inputs. */
  backward(inputs: Float64Array, byInput: Float64Array | undefined): void {
    const count = this.#inputs;
    const weights = this.weights;
    const gradient = this.#gradient;
    byInput?.fill(0);
    for (let output = 0; output < this.errors.length; output += 1) {
      const error = this.errors[output] as number;
      if (error === 0) continue;
      const base = output * (count + 1);
      for (let i = 0; i < count; i += 1) {
        (gradient[base + i] as number) += error * (inputs[i] as number);
      }
      (gradient[base + count] as number) += error;
      if (!byInput) continue;
      for (let i = 0; i < count; i += 1) {
        (byInput[i] as number) += error * (weights[base + i] as number);
      }
    }
  }

  /** A step of descent along the mean gradient of a batch. */
  move(settings: NetworkSettings, share: number, step: number, rows: number): void {
    const rate = settings.rate * share;
    const kept = 1 - rate * settings.decay;
    const ofMomentum = rate / (1 - MOMENTUM ** step);
    const ofSquares = 1 / (1 - SQUARES ** step);
    const { weights } = this;
    for (let i = 0; i < weights.length; i += 1) {
      const slope = (this.#gradient[i] as number) / rows;
      const momentum = MOMENTUM * (this.#momentum[i] as number) + (1 - MOMENTUM) * slope;
      const squares = SQUARES * (this.#squares[i] as number) + (1 - SQUARES) * slope * slope;
      this.#momentum[i] = momentum;
      this.#squares[i] = squares;
      weights[i] =
        (weights[i] as number) * kept -
        (ofMomentum * momentum) / (Math.sqrt(squares * ofSquares) + EPSILON);
      this.#gradient[i] = 0;
    }
  }
}

function multiply(weights: Float64Array, inputs: Float64Array, outputs: Float64Array): void {
  const count = inputs.length;
  for (let output = 0; output < outputs.length; output += 1) {
    const base = output * (count + 1);
    let sum = weights[base + count] as number;
    for (let i = 0; i < count; i += 1) sum += (weights[base + i] as number) * (inputs[i] as number);
    outputs[output] = sum;
  }
}

function rectify(values: Float64Array): void {
  for (let i = 0; i < values.length; i += 1) if ((values[i] as number) < 0) values[i] = 0;
}

/** Mean and 1 ÷ standard deviation of each column's known values; a constant column counts as 0. */
function standardOf({ columns, rows }: Rows): Pick<Network, 'means' | 'scales'> {
  const meanOf = (column: Column, of: (value: number) => number) => {
    let sum = 0;
    let known = 0;
    for (const row of rows) {
      const value = column[row] as number;
      if (Number.isNaN(value)) continue;
      sum += of(value);
      known += 1;
    }
    return sum / Math.max(1, known);
  };
  const means = Float64Array.from(columns, (column) => meanOf(column, (value) => value));
  const scales = Float64Array.from(columns, (column, feature) => {
    const variance = meanOf(column, (value) => (value - (means[feature] as number)) ** 2);
    return variance > 1e-12 ? 1 / Math.sqrt(variance) : 0;
  });
  return { means, scales };
}

/** Writes the features of a row, missing ones as 0. */
function standardise(
  { means, scales }: Pick<Network, 'means' | 'scales'>,
  columns: readonly Column[],
  row: number,
  into: Float64Array,
): void {
  for (let feature = 0; feature < columns.length; feature += 1) {
    const value = (columns[feature] as Column)[row] as number;
    const scaled = (value - (means[feature] as number)) * (scales[feature] as number);
    into[feature] = Number.isNaN(scaled)
      ? 0
      : Math.max(-MAX_FEATURE, Math.min(MAX_FEATURE, scaled));
  }
}

/** Quantiles by level, then row; they may cross. */
export function predictNetwork(network: Network, { columns, rows }: Rows): Float64Array[] {
  const features = columns.length;
  const inputs = new Float64Array(features);
  const units = new Float64Array(network.hidden.length / (features + 1));
  const quantiles = new Float64Array(network.output.length / (units.length + 1));
  const result = Array.from(quantiles, () => new Float64Array(rows.length));
  rows.forEach((row, i) => {
    standardise(network, columns, row, inputs);
    multiply(network.hidden, inputs, units);
    rectify(units);
    multiply(network.output, units, quantiles);
    result.forEach((ofLevel, l) => {
      ofLevel[i] = quantiles[l] as number;
    });
  });
  return result;
}
