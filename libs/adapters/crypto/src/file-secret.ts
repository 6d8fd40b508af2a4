import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A secret in a file of its own that only its owner may read. */
export class FileSecret {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(): Promise<string | undefined> {
    try {
      return (await readFile(this.path, 'utf8')).trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(secret: string): Promise<void> {
    await this.#place(secret, (from) => rename(from, this.path));
  }

  /** Writes the secret unless the file has one already, and returns the one that it has then. */
  async readOrWrite(make: () => string): Promise<string> {
    const known = await this.read();
    if (known !== undefined) return known;
    await this.#place(make(), async (from) => {
      try {
        await link(from, this.path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    });
    return (await this.read()) as string;
  }

  /** The file appears whole or not at all. */
  async #place(secret: string, put: (from: string) => Promise<void>): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const temporary = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(temporary, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await put(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}
