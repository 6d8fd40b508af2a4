import { overloaded } from '../http/work-limit.ts';

export interface FairQueueLimits {
  /** Maximum tasks that run at a time. */
  readonly maxConcurrent: number;
  /** Maximum tasks of one caller that run at a time. */
  readonly maxPerCaller: number;
  /** Maximum time in ms that a task waits before it runs. */
  readonly maxWaitMs: number;
}

/** The state of a caller: its work in progress, and its waiting work, oldest first. */
interface Caller {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits the tasks that run at a time. Waiting callers take turns, however many tasks each has: a
 * caller with many requests delays only its own.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  #free: number;
  /** Callers in order of turns. A caller without running or waiting tasks is not in it. */
  readonly #callers = new Map<string, Caller>();

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#free = limits.maxConcurrent;
  }

  /**
   * Runs the task when its turn comes. Errors: those of the task, `overloaded` after too long a wait,
   * the signal's reason if it is aborted before the turn.
   */
  async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const caller = this.#callers.get(name) ?? { running: 0, waiting: [] };
    this.#callers.set(name, caller);
    if (this.#mayEnter(caller)) this.#enter(caller);
    else await this.#wait(name, caller, signal);
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

  #wait(name: string, caller: Caller, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
      };
      const enter = () => {
        stop();
        this.#enter(caller);
        resolve();
      };
      const leave = (reason: Error) => {
        stop();
        caller.waiting.splice(caller.waiting.indexOf(enter), 1);
        this.#removeIdle(name, caller);
        reject(reason);
      };
      const abort = () => leave(signal?.reason as Error);
      const timeout = setTimeout(() => leave(overloaded()), this.#limits.maxWaitMs);
      signal?.addEventListener('abort', abort);
      caller.waiting.push(enter);
    });
  }

  #letNextEnter(): void {
    for (const [name, caller] of this.#callers) {
      if (caller.waiting.length === 0 || !this.#mayEnter(caller)) continue;
      // The next turn is another caller's.
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
