import type { Log } from '@solano/domain/kernel';
import type { KeyStore } from '@solano/domain/service';
import { startIntervalJob } from './interval-job.ts';

const FLUSH_MS = 30_000;
const FAILURE = 'could not store when keys were last used';

/**
 * Holds the time of each key's last use until it is stored: a write per request would cost more
 * than most requests.
 */
export class LastUsedKeys {
  #lastUsed = new Map<string, Date>();

  record(keyId: string, at: Date): void {
    this.#lastUsed.set(keyId, at);
  }

  /** Stores the times; after an error they stay queued for the next time. Errors: `store_unavailable`. */
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

/** Stores the last uses of keys every half minute, and when disposed. */
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
