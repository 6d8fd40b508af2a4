import type { ServerResponse } from 'node:http';
import { SolanoError } from '@solano/domain/kernel';

/** The rejection of a request beyond the limit. */
export function overloaded(): SolanoError {
  return new SolanoError('overloaded', 'The service is busy. Try again soon.');
}

/**
 * Limits the requests in work at a time. Phases that a slow client can prolong do not count: its
 * body is received before the work, and a response is read after its headers are sent. Nor does the wait for
 * a turn, in which a caller may have many requests. A caller that hangs up does not end the work.
 */
export class WorkLimit {
  readonly #max: number;
  readonly #entered = new Set<ServerResponse>();

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
    this.#enter(res);
    try {
      return await work();
    } finally {
      this.#entered.delete(res);
    }
  }

  /**
   * Makes room for another while a request waits before its work. Returns a function that counts it again.
   * Errors of that: `overloaded`.
   */
  leave(res: ServerResponse): () => void {
    this.#entered.delete(res);
    return () => this.#enter(res);
  }

  /** Errors: `overloaded`. */
  #enter(res: ServerResponse): void {
    if (this.#entered.size >= this.#max) this.#purgeResponded();
    if (this.#entered.size >= this.#max) throw overloaded();
    this.#entered.add(res);
  }

  /** Node emits no event when headers are sent, so this is checked only at the limit. */
  #purgeResponded(): void {
    for (const res of this.#entered) if (res.headersSent) this.#entered.delete(res);
  }
}
