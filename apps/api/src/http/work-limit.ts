import type { ServerResponse } from 'node:http';
import { SolanoError } from '@solano/domain/kernel';

/** The rejection of a request beyond the limit. */
export function overloaded(): SolanoError {
  return new SolanoError('overloaded', 'The service is busy. Try again soon.');
}

/**
 * Limits the requests in work at a time. Phases that a slow client can prolong do not count: its
 * body is received before the work, and a response is read after its headers are sent. A caller
 * that hangs up does not end the work.
 */
export class WorkLimit {
  readonly #max: number;
  readonly #entered = new Set<{ readonly res: ServerResponse }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Requests that are worked on. */
  get inWork(): number {
    this.#purgeResponded();
    return this.#entered.size;
  }

  /** Does the work if there is room for one more. Errors: `overloaded`, those of the work. */
  async run<T>(res: ServerResponse, work: () => Promise<T>): Promise<T> {
    const leave = this.#enter(res);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Errors: `overloaded`. */
  #enter(res: ServerResponse): () => void {
    if (this.#entered.size >= this.#max) this.#purgeResponded();
    if (this.#entered.size >= this.#max) throw overloaded();
    const entry = { res };
    this.#entered.add(entry);
    return () => void this.#entered.delete(entry);
  }

  /** Node emits no event when headers are sent, so this is checked only at the limit. */
  #purgeResponded(): void {
    for (const entry of this.#entered) if (entry.res.headersSent) this.#entered.delete(entry);
  }
}
