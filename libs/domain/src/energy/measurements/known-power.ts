import { MINUTE_MS, QUARTER_MS, ratioHalfUp } from '@solano/domain/kernel';
import { type DeliveredRun, SLOT_MS } from './power-run.ts';
import type { SeriesWindow } from './power-series.ts';

const QUARTER_SLOTS = QUARTER_MS / SLOT_MS;

/** Slots that get a value at an instant. */
interface Arrival {
  readonly at: number;
  /** Number of the delivery: of several values the latest delivered counts. */
  readonly delivery: number;
  readonly first: number;
  readonly after: number;
  readonly microMw: number;
}

/**
 * The power that references of a forecast know, by quarter hours, as time goes on: the first value of a
 * period from `knownAfter` (ms) after its end on, however late it was delivered; a value that replaces
 * another from its own delivery on. What was taken back is never known.
 */
export class KnownPower {
  readonly #window: SeriesWindow;
  readonly #arrivals: readonly Arrival[];
  readonly #slots: Float64Array;
  readonly #deliveries: Int32Array;
  /** Micro-MW by quarter, NaN where a part is not known. */
  readonly #quarters: Float64Array;
  #next = 0;
  #newest = -1;

  /**
   * @param runs in order of delivery.
   * @param window of whole quarters.
   */
  constructor(runs: Iterable<DeliveredRun>, window: SeriesWindow, knownAfter: number) {
    this.#window = window;
    const length = Math.max(0, (window.to - window.from) / SLOT_MS);
    this.#arrivals = arrivalsOf(runs, window, knownAfter);
    this.#slots = new Float64Array(length).fill(Number.NaN);
    this.#deliveries = new Int32Array(length).fill(-1);
    this.#quarters = new Float64Array(length / QUARTER_SLOTS).fill(Number.NaN);
  }

  /** Goes on to an instant (ms), not before the last one. */
  advance(at: number): void {
    for (; this.#next < this.#arrivals.length; this.#next += 1) {
      const arrival = this.#arrivals[this.#next] as Arrival;
      if (arrival.at > at) return;
      this.#take(arrival);
    }
  }

  /** Micro-MW of the quarter that starts at an instant (ms), NaN where it is not known. */
  quarter(start: number): number {
    return this.#quarters[(start - this.#window.from) / QUARTER_MS] ?? Number.NaN;
  }

  /** Start (ms) of the last quarter that is known. */
  get newest(): number | undefined {
    return this.#newest < 0 ? undefined : this.#window.from + this.#newest * QUARTER_MS;
  }

  #take({ delivery, first, after, microMw }: Arrival): void {
    for (let slot = first; slot < after; slot += 1) {
      if (delivery < (this.#deliveries[slot] as number)) continue;
      this.#slots[slot] = microMw;
      this.#deliveries[slot] = delivery;
    }
    const last = Math.ceil(after / QUARTER_SLOTS);
    for (let quarter = Math.floor(first / QUARTER_SLOTS); quarter < last; quarter += 1) {
      const mean = this.#mean(quarter);
      this.#quarters[quarter] = mean;
      if (!Number.isNaN(mean)) this.#newest = Math.max(this.#newest, quarter);
    }
  }

  /** Rounded half up to a micro-MW, as lists show it. */
  #mean(quarter: number): number {
    let sum = 0;
    const first = quarter * QUARTER_SLOTS;
    for (let i = 0; i < QUARTER_SLOTS; i += 1) sum += this.#slots[first + i] as number;
    return ratioHalfUp(sum, QUARTER_SLOTS);
  }
}

/** In order of time; the slots of a period that another delivery had covered arrive apart from its others. */
function arrivalsOf(runs: Iterable<DeliveredRun>, window: SeriesWindow, knownAfter: number) {
  const length = Math.max(0, (window.to - window.from) / SLOT_MS);
  const isCovered = new Uint8Array(length);
  const arrivals: Arrival[] = [];
  let delivery = 0;
  for (const { start, step, microMw, deliveredAt, takenBackAt } of runs) {
    if (takenBackAt !== undefined) continue;
    const width = (step * MINUTE_MS) / SLOT_MS;
    for (let i = 0; i < microMw.length; i += 1) {
      const from = (start - window.from) / SLOT_MS + i * width;
      const to = Math.min(length, from + width);
      const end = window.from + (from + width) * SLOT_MS;
      for (let first = Math.max(0, from); first < to; ) {
        const covered = isCovered[first];
        let after = first;
        while (after < to && isCovered[after] === covered) after += 1;
        isCovered.fill(1, first, after);
        const at = covered ? deliveredAt : end + knownAfter;
        arrivals.push({ at, delivery, first, after, microMw: microMw[i] as number });
        first = after;
      }
    }
    delivery += 1;
  }
  return arrivals.sort((a, b) => a.at - b.at);
}
