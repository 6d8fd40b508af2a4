import { constants, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { undefinedIfMissing } from './files.ts';

const MIB = 2 ** 20;
/** Enough for a start: the end of a recovery writes one or two WAL segments of 16 MiB. */
export const RESERVE_BYTES = 48 * MIB;
/** One segment, and the pages that a recovery adds to tables: less is of no use. */
const LEAST_BYTES = 24 * MIB;
/** The part of a small volume that stays free for data. */
const REST_BYTES = 8 * MIB;
/** So much must be free before a server that runs gives anything of it up: it would soon need the space itself. */
const RUNNING_BYTES = 4 * LEAST_BYTES;

/**
 * How much is reserved of the bytes that are free or reserved already: a quarter, so that the rest can be
 * used; on a small volume what a start needs at least; nothing where there is less.
 */
export function reserveSize(available: number): number {
  if (available < LEAST_BYTES + REST_BYTES) return 0;
  const quarter = Math.floor(available / 4);
  return Math.min(RESERVE_BYTES, Math.max(LEAST_BYTES, quarter));
}

/**
 * Disk space that is reserved while there is enough. PostgreSQL cannot start on a full disk; once the
 * reserve is released it starts, and stored data can be read.
 */
export class Reserve {
  readonly #file: string;
  readonly #freeBytes: () => Promise<number>;

  /** @param freeBytes of the folder's volume. */
  constructor(folder: string, freeBytes = () => freeBytesOf(folder)) {
    this.#file = join(folder, 'reserve');
    this.#freeBytes = freeBytes;
  }

  /** Reserves what the volume has room for. Returns how many bytes are reserved. */
  keep(): Promise<number> {
    return this.#reserve(0);
  }

  /** Makes a reserve that was released, or is small, again while the server runs, once there is plenty of room. */
  async renew(): Promise<void> {
    await this.#reserve(RUNNING_BYTES);
  }

  /** Reserves nothing more where less than so much is free. */
  async #reserve(minFree: number): Promise<number> {
    const present = (await this.#size()) ?? 0;
    if (present >= RESERVE_BYTES) return present;
    const free = await this.#freeBytes();
    const bytes = free < minFree ? 0 : reserveSize(present + free);
    if (bytes <= present) return present;
    await this.#write(bytes, present);
    return bytes;
  }

  /** Writes the file whole, not what it lacks: another process may write it as well, or have released it. */
  async #write(bytes: number, present: number): Promise<void> {
    await using file = await open(this.#file, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      await file.writeFile(Buffer.alloc(bytes));
    } catch (error) {
      // A volume may have less room than it says; what it has is PostgreSQL's.
      await file.truncate(present);
      throw error;
    }
  }

  /**
   * Releases the space where less than half of it is free beside it; after a start that failed, where less
   * than the same is. Returns whether any was reserved.
   */
  async release(hasFailed: boolean): Promise<boolean> {
    const present = await this.#size();
    if (present === undefined) return false;
    if ((await this.#freeBytes()) >= (hasFailed ? present : present / 2)) return false;
    await rm(this.#file, { force: true });
    return true;
  }

  async #size(): Promise<number | undefined> {
    return (await stat(this.#file).catch(undefinedIfMissing))?.size;
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
