import { type Labels, MINUTE_MS, parseWallTime, type Zone } from '@solano/domain/kernel';

/**
 * Reads the labels of one session's times, of which several rows may have the same: trades of a period add
 * up. A label of the repeated hour is the first pass, and then the second, only where the order of the
 * rows shows it: they are in order of time and every other label comes once, this one twice.
 */
export class TradeLabels {
  readonly #zone: Zone | undefined;
  /** How often each wall time (minutes) comes in the file. */
  readonly #counts = new Map<number, number>();
  #last = Number.NEGATIVE_INFINITY;
  #isOrdered = true;
  #isEachOnce = true;
  #hasRepeated = false;

  constructor(zone: Zone | undefined) {
    this.#zone = zone;
  }

  /** Whether a label is of the repeated hour. */
  get hasRepeated(): boolean {
    return this.#hasRepeated;
  }

  /** Looks at the labels of the file in their order, before any of them is read. */
  readonly counted: Labels = {
    read: (label) => {
      const wall = parseWallTime(label);
      const [first] = this.#instantsOf(wall);
      if (wall === undefined || first === undefined) return 'invalid';
      const count = (this.#counts.get(wall / MINUTE_MS) ?? 0) + 1;
      this.#counts.set(wall / MINUTE_MS, count);
      if (this.#instantsOf(wall).length > 1) this.#hasRepeated = true;
      else {
        if (wall < this.#last) this.#isOrdered = false;
        if (count > 1) this.#isEachOnce = false;
        this.#last = wall;
      }
      return first;
    },
    hasRead: () => 1,
  };

  /** Reads the labels again. */
  reader(): Labels {
    const read = new Map<number, number>();
    return {
      read: (label) => {
        const wall = parseWallTime(label);
        const [first, second] = this.#instantsOf(wall);
        if (wall === undefined || first === undefined) return 'invalid';
        if (second === undefined) return first;
        const minutes = wall / MINUTE_MS;
        const occurrence = (read.get(minutes) ?? 0) + 1;
        read.set(minutes, occurrence);
        const isShown = this.#isOrdered && this.#isEachOnce && this.#counts.get(minutes) === 2;
        if (!isShown) return 'either';
        return occurrence === 1 ? first : second;
      },
      hasRead: (label) => read.get((parseWallTime(label) ?? 0) / MINUTE_MS) ?? 0,
    };
  }

  #instantsOf(wall: number | undefined): readonly number[] {
    if (wall === undefined) return [];
    return this.#zone?.instantsOf(wall) ?? [wall];
  }
}
