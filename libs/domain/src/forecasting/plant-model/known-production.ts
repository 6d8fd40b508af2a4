import { HOUR_MS } from '@solano/domain/kernel';
import type { OwnHistory } from './plant-history.ts';

/** Measured power in parts of the installed one, in [0, 1], as it was known at any time. */
export class KnownProduction {
  readonly #start: number;
  readonly #shares: Float64Array;
  readonly #knownAfter: number;

  constructor({ production, plant, knownAfter }: OwnHistory) {
    this.#start = production.start;
    this.#shares = production.mw.map((mw) => Math.min(1, Math.max(0, mw / plant.installedMw)));
    this.#knownAfter = knownAfter;
  }

  /** Start (ms) of the first hour that has a place. */
  get start(): number {
    return this.#start;
  }

  /** Start (ms) of the newest hour whose value may be known at an instant (ms). */
  newestAt(at: number): number {
    const hours = Math.floor((at - this.#knownAfter - this.#start) / HOUR_MS) - 1;
    return this.#start + Math.min(hours, this.#shares.length - 1) * HOUR_MS;
  }

  /** Of the hour that starts at an instant (ms), NaN where missing. */
  share(hour: number): number {
    return this.#shares[(hour - this.#start) / HOUR_MS] ?? Number.NaN;
  }
}
