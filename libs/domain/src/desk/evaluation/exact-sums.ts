/** Digits of a sum that are kept apart from the higher ones. */
const LOW = 2 ** 26;

/** Sums of products of whole numbers, exact beyond what one number holds. */
export class ExactSums {
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  /** Of products that are no safe integers themselves. */
  readonly #wide: Map<number, bigint> = new Map();

  constructor(count: number) {
    this.#high = new Float64Array(count);
    this.#low = new Float64Array(count);
  }

  /** Adds a × b, both safe integers, to a sum. */
  add(index: number, a: number, b: number): void {
    const product = a * b;
    if (!Number.isSafeInteger(product)) {
      this.#wide.set(index, (this.#wide.get(index) ?? 0n) + BigInt(a) * BigInt(b));
      return;
    }
    const high = Math.floor(product / LOW);
    this.#high[index] = (this.#high[index] as number) + high;
    this.#low[index] = (this.#low[index] as number) + (product - high * LOW);
  }

  at(index: number): bigint {
    const [high, low] = [this.#high[index] as number, this.#low[index] as number];
    return BigInt(high) * BigInt(LOW) + BigInt(low) + (this.#wide.get(index) ?? 0n);
  }
}
