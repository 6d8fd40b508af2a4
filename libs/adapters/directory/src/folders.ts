import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SolanoError } from '@solano/domain/kernel';
import { codeOf, undefinedIfAbsent } from './failures.ts';

const PRIVATE_FOLDER = { mode: 0o700 };

/** The folder in which a store keeps its objects; there may be none yet. */
export class Root {
  readonly path: string;
  #lookup: Promise<string | undefined> | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The path without links. Undefined if there is no such folder. */
  async find(): Promise<string | undefined> {
    // Calls come in bursts: those that begin during a lookup share it. A folder that it did not
    // find may have been made since, so that is looked up again.
    this.#lookup ??= this.#resolve().finally(() => {
      this.#lookup = undefined;
    });
    return (await this.#lookup) ?? (await this.#resolve());
  }

  #resolve(): Promise<string | undefined> {
    // The root itself may be a link: the operator chose it. The dot makes it a folder.
    return realpath(`${this.path}/.`).catch(missing);
  }
}

/**
 * The path of a folder below the root. Undefined if it is missing, or where a link or a file
 * stands on the way: what a link points to may lie outside the root.
 *
 * This rejects links that lie in the folder, such as a copied tree brings along. It is not a defence
 * against a process that exchanges folders for links while an object is being opened: that one
 * has the rights of the service already.
 */
export async function findFolder(
  root: Root,
  names: readonly string[],
): Promise<string | undefined> {
  const realRoot = await root.find();
  if (realRoot === undefined) return undefined;
  const folder = join(realRoot, ...names);
  return (await realpath(folder).catch(undefinedIfAbsent)) === folder ? folder : undefined;
}

/**
 * As {@link findFolder}; makes what is missing, and rejects what stands in the way. The folders on
 * the way are readable by the owner alone afterwards.
 */
export async function makeFolder(root: Root, names: readonly string[]): Promise<string> {
  await makePrivateFolder(root.path);
  let folder = await realpath(root.path);
  for (const name of names) {
    folder = join(folder, name);
    // Not `recursive`: that would follow links.
    await mkdir(folder, PRIVATE_FOLDER).catch(ignoreExisting);
    await requireFolder(folder);
  }
  return folder;
}

/** Makes a folder and its parents for the owner alone; an existing one becomes private too. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { ...PRIVATE_FOLDER, recursive: true });
  await closeToOthers(path, (await stat(path)).mode);
}

/** Removes the rights of group and others. A folder of another user is left unchanged. */
async function closeToOthers(path: string, mode: number): Promise<void> {
  if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700).catch(ignoreNotPermitted);
}

async function requireFolder(path: string): Promise<void> {
  const state = await lstat(path);
  if (state.isDirectory()) return closeToOthers(path, state.mode);
  if (state.isFile()) {
    throw new SolanoError('already_exists', 'An object stands where a folder is needed.');
  }
  throw new SolanoError('objects_unavailable', `Not a folder in the object store: ${path}`);
}

function missing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function ignoreNotPermitted(error: unknown): void {
  if (codeOf(error) !== 'EPERM') throw error;
}
