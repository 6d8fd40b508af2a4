import { dateAfter, QUARTER_MINUTES, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import { EVALUATION_FEE } from '../evaluation/cost.ts';
import { absolute } from '../evaluation/fraction.ts';
import type { DeliveredDay } from '../trades/trade-store.ts';
import type { Window } from './items-by-day.ts';
import {
  lengthOf,
  PER_MICRO_MW_MINUTE,
  PER_MILLI,
  type QuarterEnergy,
  QuarterSums,
} from './quarter-energy.ts';

const FEE = BigInt(EVALUATION_FEE);

/** Adds up by session and quarter hour what was executed. */
export class ExecutedEnergy {
  readonly #window: Window;
  readonly #sessions = new Map<string, QuarterSums>();
  readonly #delivered = new Map<string, Uint8Array>();

  constructor(window: Window) {
    this.#window = window;
  }

  /** The sessions of which trades were delivered. */
  get sessions(): ReadonlyMap<string, QuarterSums> {
    return this.#sessions;
  }

  /** The quarter hours (1) of the days of which trades of a session were delivered; undefined: of none. */
  deliveredIn(session: string): Uint8Array | undefined {
    return this.#delivered.get(session);
  }

  /** Adds the trades of a session and Madrid day, which may be none. */
  add({ session, day, trades }: DeliveredDay): void {
    const { sums } = this.#day(session, day);
    for (const { start, minutes, microMw, price } of trades) {
      const energy = BigInt(microMw) * BigInt(QUARTER_MINUTES) * PER_MICRO_MW_MINUTE;
      const cost = (energy * BigInt(price) + absolute(energy) * FEE) * PER_MILLI;
      const first = this.#quarterAt(start);
      const after = first + minutes / QUARTER_MINUTES;
      for (let quarter = first; quarter < after; quarter += 1) sums.add(quarter, energy, cost);
    }
  }

  /** Adds a part of what was executed of a session and Madrid day, by quarter hour of the day. */
  addShare(session: string, day: string, { bought, cost }: QuarterEnergy): void {
    const { sums, first } = this.#day(session, day);
    for (const [i, energy] of bought.entries()) sums.add(first + i, energy, cost[i] as bigint);
  }

  #day(session: string, day: string): { readonly sums: QuarterSums; readonly first: number } {
    const length = lengthOf(this.#window);
    const sums = this.#sessions.get(session) ?? new QuarterSums(length);
    this.#sessions.set(session, sums);
    const delivered = this.#delivered.get(session) ?? new Uint8Array(length);
    const first = this.#quarterAt(startOfDate(day));
    delivered.fill(1, first, this.#quarterAt(startOfDate(dateAfter(day, 1))));
    this.#delivered.set(session, delivered);
    return { sums, first };
  }

  #quarterAt(start: number): number {
    return (start - this.#window.from) / QUARTER_MS;
  }
}
