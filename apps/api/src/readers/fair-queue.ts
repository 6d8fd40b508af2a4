import { overloaded } from '../http/work-limit.ts';

export interface FairQueueLimits {
  /** How many run at a time. */
  readonly maxConcurrent: number;
  /** How many of one caller run at a time. */
  readonly maxPerCaller: number;
  /** How long one may wait before it runs. */
  readonly maxWaitMs: number;
}

/** The state of a caller: its work in progress, and its waiting work, oldest first. */
interface Caller {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how much work runs at a time. Waiting callers take turns, however much work each has waiting:
 * a caller with many requests delays only its own.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  #free: number;
  /** In order of turns. A caller without work in progress or waiting is not in it. */
  readonly #callers = new Map<string, Caller>();

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#free = limits.maxConcurrent;
  }

  /** Does the work when its turn comes. Errors: those of the work, `overloaded` after too long a wait. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: [] };
    this.#callers.set(name, caller);
    if (this.#mayEnter(caller)) this.#enter(caller);
    else await this.#wait(name, caller);
    try {
      return await work();
    } finally {
      this.#free += 1;
      caller.running -= 1;
      this.#removeIdle(name, caller);
      this.#letNextEnter();
    }
  }

  #mayEnter({ running }: Caller): boolean {
    return this.#free > 0 && running < this.#limits.maxPerCaller;
  }

  #enter(caller: Caller): void {
    this.#free -= 1;
    caller.running += 1;
  }

  #wait(name: string, caller: Caller): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timeout);
        this.#enter(caller);
        resolve();
      };
      caller.waiting.push(enter);
      const timeout = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(enter), 1);
        this.#removeIdle(name, caller);
        reject(overloaded());
      }, this.#limits.maxWaitMs);
    });
  }

  #letNextEnter(): void {
    for (const [name, caller] of this.#callers) {
      if (caller.waiting.length === 0 || !this.#mayEnter(caller)) continue;
      // The next turn is another's.
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      caller.waiting.shift()?.();
      return;
    }
  }

  #removeIdle(name: string, { running, waiting }: Caller): void {
    if (running === 0 && waiting.length === 0) this.#callers.delete(name);
  }
}
