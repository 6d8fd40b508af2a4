import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 1_000;
/**
 * Looks in sequence that find the event loop idle before garbage is collected: a collection shrinks the heap, and
 * requests that continued a second later took a third more CPU for it.
 */
const IDLE_LOOKS = 8;
/** What may have come since the last collection, in bytes, before another is worth its time. */
const WORTH_BYTES = 64 * 1024 * 1024;
/** The part of the time since the last look for which the event loop may have been busy. */
const MAX_BUSY = 0.2;

export interface IdleCollectionDeps {
  /** Bytes of JavaScript objects and of the buffers that they hold, garbage included. */
  readonly used: () => number;
  /** The part of the time since it was last asked for which the event loop was busy, from 0 to 1. */
  readonly busy: () => number;
  /** Collects all garbage, which takes some tens of milliseconds. */
  readonly collect: () => void;
}

/**
 * Collects garbage when the process has nothing else to do. V8 does so as more memory is asked for: what
 * a large purchase has left would stay for as long as only small ones come. V8 keeps free pages, those
 * of threads that have ended too, for some ten seconds more.
 */
export class IdleCollection {
  readonly #deps: IdleCollectionDeps;
  #left: number;
  #idleLooks = 0;
  /** The first frees objects and buffers, the second the pages that they were on. */
  #isSecondDue = false;

  constructor(deps: IdleCollectionDeps) {
    this.#deps = deps;
    this.#left = deps.used();
  }

  look(): void {
    const { used, busy, collect } = this.#deps;
    this.#idleLooks = busy() > MAX_BUSY ? 0 : this.#idleLooks + 1;
    if (this.#idleLooks < IDLE_LOOKS) return;
    this.#left = Math.min(this.#left, used());
    const isWorthIt = used() - this.#left >= WORTH_BYTES;
    if (!isWorthIt && !this.#isSecondDue) return;
    collect();
    this.#isSecondDue = isWorthIt;
    this.#left = used();
  }
}

/** Looks at the memory of this thread's objects for as long as the process runs. */
export function startIdleCollection(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let last = performance.eventLoopUtilization();
  const collection = new IdleCollection({
    collect,
    used: () => {
      const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
      return objects + buffers;
    },
    busy: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  });
  setInterval(() => collection.look(), LOOK_MS).unref();
}
