/** Chance from a seed: the same seed gives the same numbers on every machine (sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  /** @param seeds whole numbers, each of which matters. */
  constructor(...seeds: readonly number[]) {
    const [a = 0, b = 0, c = 0] = seeds;
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    for (let round = 0; round < 15; round += 1) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Picks from a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)] as T;
  }

  /** The time to the next of events that come `perMinute` on average, in ms. */
  pause(perMinute: number): number {
    return (-Math.log(1 - this.next()) * 60_000) / perMinute;
  }
}
