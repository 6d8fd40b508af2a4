import { SolanoError } from '@solano/domain';
import type { RequestHandler, Response } from 'express';

/** The refusal of a request that there is no room for at the moment. */
export function overloaded(): SolanoError {
  return new SolanoError('overloaded', 'The service is busy. Try again soon.');
}

/**
 * How many requests are worked on at once. What a slow client can prolong does not count: sending
 * its body comes before the work, and reading an answer whose headers are out comes after it. A
 * caller that hangs up does not end the work.
 */
export class WorkLimit {
  readonly #most: number;
  readonly #entered = new Set<{ readonly res: Response }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Requests that are worked on. */
  get inWork(): number {
    this.#forgetAnswered();
    return this.#entered.size;
  }

  /** Runs the handler where there is room for one more, until it is done or hands on. */
  guard(handler: RequestHandler): RequestHandler {
    return async (req, res, next) => {
      const leave = this.#enter(res);
      try {
        await handler(req, res, (given?: unknown) => {
          leave();
          next(given);
        });
      } finally {
        leave();
      }
    };
  }

  /** Errors: `overloaded`. */
  #enter(res: Response): () => void {
    if (this.#entered.size >= this.#most) this.#forgetAnswered();
    if (this.#entered.size >= this.#most) throw overloaded();
    const entry = { res };
    this.#entered.add(entry);
    return () => void this.#entered.delete(entry);
  }

  /** There is no event for headers that go out: it is looked at when it matters. */
  #forgetAnswered(): void {
    for (const entry of this.#entered) if (entry.res.headersSent) this.#entered.delete(entry);
  }
}
