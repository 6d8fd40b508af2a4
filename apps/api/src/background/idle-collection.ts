import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 2_000;
/** The part of the time since the last check for which the event loop may have been busy. */
const MAX_BUSY = 0.2;
/** Checks in sequence that find the event loop idle before garbage is collected. */
const IDLE_CHECKS = 2;
/** The first frees objects and buffers, the others the pages that they were on. */
const COLLECTIONS = 3;
/** Resident memory that an idle process may keep, in bytes. */
const MAX_IDLE_BYTES = 280 * 2 ** 20;
/** Growth since the last collection from which another is worth its time, in bytes. */
const MIN_GROWTH_BYTES = 32 * 2 ** 20;

export interface IdleCollectionDeps {
  /** Returns the fraction of time, from 0 to 1, for which the event loop was busy since the last call. */
  readonly busy: () => number;
  /** Returns the resident memory of the process, in bytes. */
  readonly resident: () => number;
  /** Collects all garbage, which takes some tens of milliseconds. */
  readonly collect: () => void;
}

/**
 * Collects garbage when the process is idle and large. V8 collects only when more memory is
 * allocated: the garbage of a purchase of a year would stay as long as only small requests come.
 * Garbage of small requests is left to V8: a collection shrinks the heap, and later requests cost a
 * third more.
 */
export class IdleCollection implements Disposable {
  readonly #deps: IdleCollectionDeps;
  readonly #timer: NodeJS.Timeout;
  #left = 0;
  #idleChecks = 0;
  /** Resident memory from which garbage is collected. */
  #limit = MAX_IDLE_BYTES;

  constructor(
    deps: IdleCollectionDeps = {
      busy: eventLoopBusy(),
      resident: () => process.memoryUsage.rss(),
      collect: collectGarbage,
    },
  ) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { busy, resident, collect } = this.#deps;
    this.#idleChecks = busy() > MAX_BUSY ? 0 : this.#idleChecks + 1;
    if (this.#idleChecks < IDLE_CHECKS) return;
    if (this.#left === 0 && resident() > this.#limit) this.#left = COLLECTIONS;
    if (this.#left === 0) return;
    collect();
    this.#left -= 1;
    if (this.#left === 0) this.#limit = Math.max(MAX_IDLE_BYTES, resident() + MIN_GROWTH_BYTES);
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
