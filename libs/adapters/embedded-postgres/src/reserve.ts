import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for a start: the end of a recovery writes one or two WAL segments of 16 MiB. */
const RESERVE_BYTES = 48 * 2 ** 20;

/**
 * Disk space that is reserved while there is enough. PostgreSQL cannot start on a full disk; once the
 * reserve is released it starts, and stored data can be read.
 */
export class Reserve {
  readonly #folder: string;
  readonly #file: string;
  readonly #bytes: number;

  constructor(folder: string, bytes = RESERVE_BYTES) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
    this.#bytes = bytes;
  }

  /** Reserves the space if that takes at most a quarter of what is free. */
  async keep(): Promise<void> {
    if ((await this.#freeBytes()) < 4 * this.#bytes) return;
    await using file = await open(this.#file, 'a', 0o600);
    const missing = this.#bytes - (await file.stat()).size;
    if (missing > 0) await file.write(Buffer.alloc(missing));
  }

  /** Releases the space if less than that is free. Returns whether any was reserved. */
  async release(): Promise<boolean> {
    if ((await this.#freeBytes()) >= this.#bytes) return false;
    try {
      await rm(this.#file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }
}
