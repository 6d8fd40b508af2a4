/** Bytes that an entry uses beside its content and its name, roughly. */
const ENTRY_BYTES = 256;
/** An entry that would push out more than this share of the others is not kept. */
const MAX_SHARE = 1 / 8;

/** Buffers by name, within so many bytes: those that were not read for the longest time are evicted. */
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

  /** @param content not to be changed from now on, and not a part of a larger buffer. */
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
