import { lstat, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ExportTarget } from '@solano/domain/operations';
import { UsageError } from '../run.ts';

/**
 * A folder for an export. Until it is complete it is named `<name>.incomplete-…`. Only the operator
 * may read it. Disposing removes an incomplete one.
 */
export class ExportFolder implements ExportTarget, AsyncDisposable {
  readonly #path: string;
  readonly #part: string;

  private constructor(path: string, part: string) {
    this.#path = path;
    this.#part = part;
  }

  /**
   * Creates the folder.
   * @throws UsageError if the name is taken, or it cannot be created.
   */
  static async make(name: string): Promise<ExportFolder> {
    const path = resolve(name);
    await requireAbsent(path);
    try {
      return new ExportFolder(path, await mkdtemp(`${path}.incomplete-`));
    } catch (error) {
      throw unwritable(dirname(path), error as NodeJS.ErrnoException);
    }
  }

  async write(path: readonly string[], content: AsyncIterable<string | Uint8Array>): Promise<void> {
    const file = join(this.#part, ...path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await using handle = await open(file, 'wx', 0o600);
    for await (const chunk of content) {
      await handle.writeFile(chunk).catch((error: NodeJS.ErrnoException) => {
        throw unwritable(dirname(this.#path), error);
      });
    }
    await handle.sync();
  }

  /** Gives the complete folder its name. */
  async complete(): Promise<void> {
    await requireAbsent(this.#path);
    await sync(this.#part);
    await rename(this.#part, this.#path);
    await sync(dirname(this.#path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#part, { recursive: true, force: true });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such folder',
  ENOSPC: 'no space left on the disk',
};

function unwritable(folder: string, { code = '', message }: NodeJS.ErrnoException): UsageError {
  return new UsageError(`${folder}: cannot be written (${REASONS[code] ?? message})`);
}

/** Returns the id of the customer whose complete export is in a folder; undefined if there is none. */
export async function exportedCustomer(name: string): Promise<string | undefined> {
  try {
    const customer: unknown = JSON.parse(await readFile(join(name, 'customer.json'), 'utf8'));
    return (customer as { readonly id?: string }).id;
  } catch {
    return undefined;
  }
}

async function requireAbsent(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${path}: ${error.message}`);
  });
  if (found) throw new UsageError(`${path}: exists; an export needs a new folder`);
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
