import { withTimeout } from '@solano/async';

/** Maximum time in ms that a caller waits for values that are being read. */
const TIMEOUT_MS = 5_000;

/**
 * Reads values on demand, once per interval at most and by one read at a time. Callers get the
 * previous values while a read takes long, and none after one that failed.
 */
export class CachedRead<T> {
  readonly #everyMs: number;
  readonly #read: () => Promise<T>;
  readonly #failed: (error: unknown) => void;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  #values: T | undefined;

  constructor(everyMs: number, read: () => Promise<T>, failed: (error: unknown) => void) {
    this.#everyMs = everyMs;
    this.#read = read;
    this.#failed = failed;
  }

  async current(): Promise<T | undefined> {
    if (!this.#reading && performance.now() - this.#readAt >= this.#everyMs) {
      this.#readAt = performance.now();
      this.#reading = this.#refresh();
    }
    if (this.#reading) await withTimeout(TIMEOUT_MS, this.#reading).catch(() => {});
    return this.#values;
  }

  async #refresh(): Promise<void> {
    try {
      this.#values = await this.#read();
    } catch (error) {
      this.#values = undefined;
      this.#failed(error);
    } finally {
      this.#reading = undefined;
    }
  }
}
