import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What a start needs: the end of a recovery writes a WAL segment or two of 16 MiB. Bytes. */
const RESERVE_BYTES = 48 * 2 ** 20;

/**
 * Disk space that is set aside while there is some. PostgreSQL cannot start on a full disk; with
 * the reserve given up it starts, and what is stored can be read.
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

  /** Sets the space aside, where it takes at most a quarter of what is free. */
  async keep(): Promise<void> {
    if ((await this.#freeBytes()) < 4 * this.#bytes) return;
    await using file = await open(this.#file, 'a', 0o600);
    const missing = this.#bytes - (await file.stat()).size;
    if (missing > 0) await file.write(Buffer.alloc(missing));
  }

  /** Gives the space up where the disk has less than that free. Whether there was any. */
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
