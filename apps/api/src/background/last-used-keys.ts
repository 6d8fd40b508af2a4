import type { Log } from '@solano/domain/kernel';
import type { KeyStore } from '@solano/domain/service';
import { startIntervalJob } from './interval-job.ts';

const FLUSH_MS = 30_000;
const FAILURE = 'could not store when keys were last used';

/**
 * When keys were last used, until it is stored: a write per request would cost more than most
 * requests. Holds one instant per key.
 */
export class LastUsedKeys {
  #lastUsed = new Map<string, Date>();

  record(keyId: string, at: Date): void {
    this.#lastUsed.set(keyId, at);
  }

  /** Stores them; after an error they are kept for the next time. Errors: `store_unavailable`. */
  async flush(keys: Pick<KeyStore, 'recordLastUsed'>): Promise<void> {
    if (this.#lastUsed.size === 0) return;
    const lastUsed = this.#lastUsed;
    this.#lastUsed = new Map();
    try {
      await keys.recordLastUsed(lastUsed);
    } catch (error) {
      this.#lastUsed = new Map([...lastUsed, ...this.#lastUsed]);
      throw error;
    }
  }
}

/** Stores every half minute, and when disposed, when keys were last used. */
export function startFlushingLastUsed(
  lastUsed: LastUsedKeys,
  keys: Pick<KeyStore, 'recordLastUsed'>,
  log: Log,
): AsyncDisposable {
  const flush = () => lastUsed.flush(keys);
  const job = startIntervalJob({ everyMs: FLUSH_MS, log, failure: FAILURE }, flush);
  return {
    async [Symbol.asyncDispose]() {
      await job[Symbol.asyncDispose]();
      await flush().catch((err: unknown) => log.warn({ err }, FAILURE));
    },
  };
}
