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
    await this.#writeAtomically(secret, (temporary) => rename(temporary, this.path));
  }

  /** Writes a new secret unless the file has one; returns the secret of the file. */
  async readOrWrite(make: () => string): Promise<string> {
    const known = await this.read();
    if (known !== undefined) return known;
    await this.#writeAtomically(make(), async (temporary) => {
      try {
        await link(temporary, this.path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    });
    return (await this.read()) as string;
  }

  /** Writes a temporary file, which `publish` renames or links: the secret is complete or absent. */
  async #writeAtomically(
    secret: string,
    publish: (temporary: string) => Promise<void>,
  ): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const temporary = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(temporary, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await publish(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}
