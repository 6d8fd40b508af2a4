import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 1_000;
/** The part of the time since the last check for which the event loop may have been busy. */
const MAX_BUSY = 0.2;
/** Checks in sequence that find the event loop idle before garbage is collected. */
const IDLE_CHECKS = 2;
/** The first frees objects and buffers, the others the pages that they were on. */
const COLLECTIONS = 3;

export interface IdleCollectionDeps {
  /** Returns the fraction of time, from 0 to 1, for which the event loop was busy since the last call. */
  readonly busy: () => number;
  /** Collects all garbage, which takes some tens of milliseconds. */
  readonly collect: () => void;
}

/**
 * Collects the garbage of large requests when the process is idle. V8 collects only when more
 * memory is allocated: the garbage of a purchase of a year would stay as long as only small
 * requests come. Garbage of small requests is left to V8: a collection shrinks the heap, and later
 * requests cost a third more.
 */
export class IdleCollection implements Disposable {
  readonly #deps: IdleCollectionDeps;
  #timer: NodeJS.Timeout | undefined;
  #left = 0;
  #idleChecks = 0;

  constructor(deps: IdleCollectionDeps = { busy: eventLoopBusy(), collect: collectGarbage }) {
    this.#deps = deps;
  }

  /** Requests a collection as soon as the event loop is idle for some seconds. */
  request(): void {
    this.#left = COLLECTIONS;
    this.#idleChecks = 0;
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    const { busy, collect } = this.#deps;
    this.#idleChecks = busy() > MAX_BUSY ? 0 : this.#idleChecks + 1;
    if (this.#idleChecks < IDLE_CHECKS) return;
    collect();
    this.#left -= 1;
    if (this.#left === 0) this[Symbol.dispose]();
  }
}

function eventLoopBusy(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
