/**
 * Values that are computed once per key for all callers, also concurrent ones. Failures are not
 * cached.
 */
export class PromiseCache<T> {
  readonly #maxSize: number;
  /** From the oldest to the newest. */
  readonly #entries = new Map<string, { readonly size: number; readonly value: Promise<T> }>();
  #size = 0;

  /** @param maxSize of all entries together: beyond it the oldest are evicted. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /**
   * The value of a key. Errors: those of `compute`.
   *
   * @param compute is called where the key has no value yet.
   * @param size of the entry; one that is larger than the cache is not cached.
   */
  get(key: string, compute: () => Promise<T>, size = 1): Promise<T> {
    const cached = this.#entries.get(key);
    if (cached) return cached.value;
    const value = compute();
    if (size > this.#maxSize) return value;
    this.#entries.set(key, { size, value });
    this.#size += size;
    this.#evict();
    value.catch(() => {
      if (this.#entries.get(key)?.value === value) this.#delete(key);
    });
    return value;
  }

  #evict(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
