import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRows, binRows, findEdges } from './bins.ts';
import { boost, predictBoosted } from './boosting.ts';
import { decodeArrays, encodeArrays } from './bytes.ts';
import { applyCalibration, calibrate } from './calibration.ts';
import { learnEnsemble, predictEnsemble } from './ensemble.ts';
import { learnFalling, predictFalling } from './falling.ts';
import { pinballOf, quantileAt, rearrange } from './levels.ts';
import { predictNetwork, trainNetwork } from './network.ts';
import { selectRank } from './order.ts';
import { randomFrom, sample } from './random.ts';
import { findLeaves, TreeGrower } from './tree.ts';

const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9];
const TREE = { maxLeaves: 8, minLeafRows: 10, featureShare: 1 };
const BOOSTING = { ...TREE, trees: 60, rate: 0.1, rowShare: 0.8 };
const NETWORK = { hidden: 12, samples: 40_000, maxEpochs: 40, batch: 32, rate: 0.01, decay: 0.01 };
const SETTINGS = { boosting: BOOSTING, network: NETWORK };

/** Values uniform between 0 and x, where x is the first of two features. */
function fan(rows: number) {
  const random = randomFrom(5);
  const draw = () => Float64Array.from({ length: rows }, random);
  const columns = [draw(), draw()];
  const y = (columns[0] as Float64Array).map((x) => x * random());
  return { columns, y };
}

test('random numbers are those that the seed gives, whole samples have each number once', () => {
  const [a, b] = [randomFrom(7), randomFrom(7)];
  expect([a(), a(), a()]).toEqual([b(), b(), b()]);
  expect([...sample(50, 50, a)].sort((x, y) => x - y)).toEqual([...Array(50).keys()]);
});

test('a selected rank is the value at its place of the sorted ones', () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.nat(), (given, nat) => {
      const rank = nat % given.length;
      const sorted = given.toSorted((a, b) => a - b);
      expect(selectRank(Float64Array.from(given), given.length, rank)).toBe(sorted[rank]);
    }),
  );
});

describe('bins', () => {
  test('values keep their order in bins, and missing ones have bin 0', () => {
    const column = Float64Array.from([5, Number.NaN, 1, 3, 3, 2, 9]);
    const [bins] = binRows([column], findEdges([column])).columns as [Uint8Array];
    expect(bins[1]).toBe(0);
    const ascending = [2, 5, 3, 0, 6].map((row) => bins[row] as number);
    expect([...new Set(ascending)].sort((a, b) => a - b)).toEqual(ascending);
    expect(ascending[0]).toBe(1);
    expect(bins[3]).toBe(bins[4]);
  });

  test('a column of one value or of none is one bin', () => {
    const columns = [new Float64Array(9).fill(4), new Float64Array(9).fill(Number.NaN)];
    expect(findEdges(columns).map((edges) => edges.length)).toEqual([0, 0]);
  });
});

test('a tree parts the rows where its target jumps, the missing ones too', () => {
  const x = Float64Array.from({ length: 300 }, (_, i) =>
    i < 50 ? Number.NaN : Math.floor(i / 10),
  );
  const target = x.map((value) => (value < 17 ? 1 : Number.isNaN(value) ? 7 : 3));
  const data = binRows([x], findEdges([x]));
  const rows = Int32Array.from(x.keys());
  const { tree, leaves } = new TreeGrower(data, TREE, randomFrom(1)).grow(rows, [target]);
  const means = leaves.map((leaf) => leaf.reduce((sum, row) => sum + (target[row] as number), 0));
  expect(means.map((sum, i) => sum / (leaves[i] as Int32Array).length)).toEqual(
    leaves.map((leaf) => target[leaf[0] as number]),
  );
  const reached = new Int32Array(data.rows);
  findLeaves(tree, data, reached);
  leaves.forEach((leaf, i) => {
    for (const row of leaf) expect(reached[row]).toBe(i);
  });
});

test.each([
  [
    'boosted',
    (columns: Float64Array[], y: Float64Array, at: Float64Array[]) => {
      const edges = findEdges(columns);
      const boosted = boost(binRows(columns, edges), y, LEVELS, BOOSTING, 1);
      return predictBoosted(boosted, binRows(at, edges));
    },
  ],
  [
    'network',
    (columns: Float64Array[], y: Float64Array, at: Float64Array[]) => {
      const rowsOf = (of: readonly Float64Array[]) => ({ columns: of, rows: allRows(y.length) });
      return predictNetwork(trainNetwork(rowsOf(columns), y, LEVELS, NETWORK, 1), rowsOf(at));
    },
  ],
])('quantiles of a fan are the shares of its width: %s', (_, learn) => {
  const { columns, y } = fan(4000);
  const at = [Float64Array.of(0.4, 0.8), Float64Array.of(0.5, 0.5)];
  learn(columns, y, at).forEach((ofLevel, l) => {
    expect(ofLevel[0]).toBeCloseTo(0.4 * (LEVELS[l] as number), 1);
    expect(ofLevel[1]).toBeCloseTo(0.8 * (LEVELS[l] as number), 1);
  });
});

describe('quantiles', () => {
  const rows = () => [0.1, 0.2, 0.4, 0.6, 0.8].map((value) => Float64Array.of(value));

  test('quantiles between levels lie on lines, 0 and 1 at the ends', () => {
    expect(quantileAt(rows(), LEVELS, 0, 0.05)).toBeCloseTo(0.05);
    expect(quantileAt(rows(), LEVELS, 0, 0.5)).toBe(0.4);
    expect(quantileAt(rows(), LEVELS, 0, 0.6)).toBeCloseTo(0.48);
    expect(quantileAt(rows(), LEVELS, 0, 0.95)).toBeCloseTo(0.9);
    expect(quantileAt(rows(), LEVELS, 0, 1)).toBe(1);
  });

  test('rearranged quantiles are the same values in order and within 0 and 1', () => {
    const crossed = [0.5, -0.2, 0.3, 1.4].map((value) => Float64Array.of(value));
    rearrange(crossed);
    expect(crossed.map(([value]) => value)).toEqual([0, 0.3, 0.5, 1]);
  });

  test('the loss of 99 levels of a sure forecast is half of its error', () => {
    const sure = LEVELS.map(() => Float64Array.of(0.3));
    const known = [0.005, 0.1, 0.5, 0.9, 0.995];
    expect(pinballOf(sure, known, 0, 0.7)).toBeCloseTo(0.5 * 0.4);
  });
});

describe('calibration', () => {
  test('quantiles that were too narrow are read further out, so that they hold', () => {
    const y = Float64Array.from({ length: 2000 }, (_, i) => (i + 0.5) / 2000);
    const narrow = LEVELS.map((level) => new Float64Array(2000).fill(0.5 + 0.5 * (level - 0.5)));
    const calibrated = calibrate(narrow, LEVELS, y, 1);
    const read = applyCalibration(narrow, LEVELS, calibrated);
    read.forEach((ofLevel, l) => {
      expect(ofLevel[0]).toBeCloseTo(LEVELS[l] as number, 2);
    });
  });

  test('values of 0 that a forecast gives half of the probability leave it as it is', () => {
    const random = randomFrom(3);
    const y = Float64Array.from({ length: 4000 }, () => Math.max(0, 2 * random() - 1));
    const right = LEVELS.map((level) => new Float64Array(4000).fill(Math.max(0, 2 * level - 1)));
    calibrate(right, LEVELS, y, 1).forEach((level, l) => {
      expect(level).toBeCloseTo(LEVELS[l] as number, 1);
    });
  });
});

test('an ensemble is calibrated by forecasts of rows that their member left out', () => {
  const { columns, y } = fan(1200);
  const folds = Uint8Array.from(y.keys(), (row) => Math.floor(row / 100) % 3);
  const { ensemble, leftOut } = learnEnsemble({ columns, y, folds }, LEVELS, SETTINGS);
  expect(ensemble.members).toHaveLength(3);
  const without = y.map((value, row) => (folds[row] === 1 ? 0 : value));
  const other = learnEnsemble({ columns, y: without, folds }, LEVELS, SETTINGS);
  const row = folds.indexOf(1);
  expect(other.leftOut.map((ofLevel) => ofLevel[row])).toEqual(
    leftOut.map((ofLevel) => ofLevel[row]),
  );
  const quantiles = predictEnsemble(ensemble, columns, LEVELS);
  const held = y.filter(
    (value, i) => value <= ((quantiles[3] as Float64Array)[i] as number),
  ).length;
  expect(held / y.length).toBeCloseTo(0.75, 1);
});

test('data with typed arrays survive their bytes', () => {
  const data = {
    name: 'ñ',
    lists: [Uint8Array.of(1, 2, 3), { deep: Float64Array.of(0.1, Number.NaN, -0) }],
    values: Float32Array.of(1.5),
    left: Int16Array.of(-4),
  };
  const bytes = encodeArrays(data);
  expect(decodeArrays(bytes)).toEqual(data);
  expect(decodeArrays(Uint8Array.from([9, ...bytes]).subarray(1))).toEqual(data);
});

describe('a falling mean', () => {
  const settings = { ...BOOSTING, rowShare: 0.7, featureShare: 0.6, falling: 0, members: 2 };

  /** Falls along the first feature by 2 from its middle on; noise rises along it where the second is high. */
  function step(rows: number) {
    const random = randomFrom(11);
    const draw = () => Float64Array.from({ length: rows }, random);
    const columns = [draw(), draw(), draw()];
    const [x, other] = columns as [Float64Array, Float64Array];
    const y = x.map((value, row) => {
      const rising = (other[row] as number) > 0.8 ? 3 * value : 0;
      return (value > 0.5 ? 3 : 5) + rising + random() - 0.5;
    });
    return { columns, y };
  }

  test('falling means follow the data where these fall', () => {
    const { columns, y } = step(4000);
    const mean = learnFalling(columns, y, settings);
    const at = [Float64Array.of(0.2, 0.9), Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 0.5)];
    const [low, high] = predictFalling(mean, at) as unknown as [number, number];
    expect(low).toBeCloseTo(5, 0);
    expect(high).toBeCloseTo(3, 0);
  });

  test('falling means never rise along their feature, whatever the data and the other features', () => {
    const values = { min: -50, max: 50, noNaN: true };
    fc.assert(
      fc.property(fc.nat(1000), fc.double(values), fc.double(values), (seed, slope, other) => {
        const random = randomFrom(seed);
        const columns = Array.from({ length: 3 }, () => {
          return Float64Array.from({ length: 300 }, () =>
            random() < 0.1 ? Number.NaN : 100 * random(),
          );
        });
        const y = Float64Array.from({ length: 300 }, (_, row) => {
          const [a, b] = columns.map((column) => (column[row] as number) || 0) as [number, number];
          return slope * a + other * Math.sin(a * b) + 100 * random();
        });
        const mean = learnFalling(columns, y, { ...settings, trees: 20 });
        const ascending = Float64Array.from({ length: 50 }, (_, i) => i * 2.1);
        const fixed = [random() * 100, random() * 100].map((x) => new Float64Array(50).fill(x));
        const means = predictFalling(mean, [ascending, ...fixed]);
        for (let i = 1; i < means.length; i += 1) {
          expect(means[i] as number).toBeLessThanOrEqual(means[i - 1] as number);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('falling means are the same to the digit when learned again', () => {
    const { columns, y } = step(500);
    const predict = () => predictFalling(learnFalling(columns, y, settings), columns);
    expect(predict()).toEqual(predict());
  });
});
