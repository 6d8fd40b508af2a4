/** Rows of features, and for each row one value of every target; row by row. */
export interface Regression {
  readonly size: number;
  readonly rows: Float64Array;
  readonly targetCount: number;
  readonly targets: Float64Array;
  /** One for each row. */
  readonly weights: Float64Array;
  /** One for each feature, all above 0. */
  readonly penalties: Float64Array;
}

/** Weighted sums over rows: of products of two features, and of a feature and a target. */
export interface Moments {
  /** Lower half. */
  readonly gram: Float64Array;
  readonly products: Float64Array;
}

/** Rows that are added at once: each sum is read and written a fourth as often. */
const BLOCK = 4;

/** Adds rows to sums, in their order: the digits are those of adding one by one. */
export function addRows(
  regression: Regression,
  weights: Float64Array,
  moments: Moments,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const blocks = to - ((to - from) % BLOCK);
  for (let row = from; row < blocks; row += BLOCK) addFour(regression, weights, moments, row);
  for (let row = blocks; row < to; row += 1) addOne(regression, weights, moments, row);
}

function addFour(
  { size, rows, targetCount, targets }: Regression,
  weights: Float64Array,
  { gram, products }: Moments,
  row: number,
): void {
  const [first, second] = [row * size, (row + 1) * size];
  const [third, fourth] = [(row + 2) * size, (row + 3) * size];
  const weightA = weights[row] as number;
  const weightB = weights[row + 1] as number;
  const weightC = weights[row + 2] as number;
  const weightD = weights[row + 3] as number;
  for (let i = 0; i < size; i += 1) {
    const a = weightA * (rows[first + i] as number);
    const b = weightB * (rows[second + i] as number);
    const c = weightC * (rows[third + i] as number);
    const d = weightD * (rows[fourth + i] as number);
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    const start = i * size;
    for (let j = 0; j <= i; j += 1) {
      gram[start + j] =
        (gram[start + j] as number) +
        a * (rows[first + j] as number) +
        b * (rows[second + j] as number) +
        c * (rows[third + j] as number) +
        d * (rows[fourth + j] as number);
    }
  }
  for (let target = 0; target < targetCount; target += 1) {
    const at = row * targetCount + target;
    const a = weightA * (targets[at] as number);
    const b = weightB * (targets[at + targetCount] as number);
    const c = weightC * (targets[at + 2 * targetCount] as number);
    const d = weightD * (targets[at + 3 * targetCount] as number);
    const start = target * size;
    for (let i = 0; i < size; i += 1) {
      products[start + i] =
        (products[start + i] as number) +
        a * (rows[first + i] as number) +
        b * (rows[second + i] as number) +
        c * (rows[third + i] as number) +
        d * (rows[fourth + i] as number);
    }
  }
}

function addOne(
  { size, rows, targetCount, targets }: Regression,
  weights: Float64Array,
  { gram, products }: Moments,
  row: number,
): void {
  const offset = row * size;
  const weight = weights[row] as number;
  for (let i = 0; i < size; i += 1) {
    const weighed = weight * (rows[offset + i] as number);
    const start = i * size;
    for (let j = 0; j <= i; j += 1) {
      gram[start + j] = (gram[start + j] as number) + weighed * (rows[offset + j] as number);
    }
  }
  for (let target = 0; target < targetCount; target += 1) {
    const weighed = weight * (targets[row * targetCount + target] as number);
    const start = target * size;
    for (let i = 0; i < size; i += 1) {
      products[start + i] =
        (products[start + i] as number) + weighed * (rows[offset + i] as number);
    }
  }
}
