/** Approximate bytes of an entry beside its content and its name. */
const ENTRY_BYTES = 256;
/** An entry that would evict more than this share of the others is not cached. */
const MAX_SHARE = 1 / 8;

/** Caches buffers by name within a number of bytes; the least recently read are evicted. */
export class ByteCache {
  readonly #maxBytes: number;
  /** From the least to the most recently used. */
  readonly #entries = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The size of the cache in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  get(name: string): Buffer | undefined {
    const found = this.#entries.get(name);
    if (found) {
      this.#entries.delete(name);
      this.#entries.set(name, found);
    }
    return found;
  }

  /** @param content must not change from now on, nor be a part of a larger buffer. */
  set(name: string, content: Buffer): void {
    this.#delete(name);
    const bytes = bytesOf(name, content);
    if (bytes > this.#maxBytes * MAX_SHARE) return;
    this.#entries.set(name, content);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(name: string): void {
    const content = this.#entries.get(name);
    if (!content) return;
    this.#entries.delete(name);
    this.#bytes -= bytesOf(name, content);
  }
}

function bytesOf(name: string, content: Buffer): number {
  return content.length + 2 * name.length + ENTRY_BYTES;
}
