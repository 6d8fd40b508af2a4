import { overloaded } from '../http/work-limit.ts';

/** Somebody who waits for a place. */
interface Waiting {
  readonly enter: () => void;
}

/**
 * Places for work, of which so much is done at once. Callers that wait take turns, whatever number
 * of works each has waiting: who asks for much waits for himself.
 */
export class FairQueue {
  readonly #maxWaitMs: number;
  #free: number;
  /** From the caller whose turn is next. Nobody is in it without waiting. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(places: number, maxWaitMs: number) {
    this.#free = places;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Does the work when there is a place. Errors: its own, and `overloaded` where none is in time. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(caller);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(caller: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, own);
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timeout);
          resolve();
        },
      };
      own.push(waiting);
      const timeout = setTimeout(() => {
        own.splice(own.indexOf(waiting), 1);
        if (own.length === 0) this.#waiting.delete(caller);
        reject(overloaded());
      }, this.#maxWaitMs);
    });
  }

  /** The place goes to the next in turn, where anybody waits. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [caller, own] = next;
    const first = own.shift();
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    first?.enter();
  }
}
