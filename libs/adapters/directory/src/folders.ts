import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { SolanoError } from '@solano/domain';
import { absent, codeOf } from './failures.ts';

/**
 * The path of a folder below the root. Undefined where it is missing, or where a link or a file
 * stands on the way: what a link points to may lie outside the root.
 *
 * This bars links that lie in the folder, such as a copied tree brings along. It is no defence
 * against a process that exchanges folders for links while an object is being opened: that one
 * has the rights of the service already.
 */
export async function findFolder(
  root: string,
  names: readonly string[],
): Promise<string | undefined> {
  // The root itself may be a link: the operator chose it. The dot makes it a folder.
  const realRoot = await realpath(`${root}/.`).catch(missing);
  if (realRoot === undefined) return undefined;
  const folder = join(realRoot, ...names);
  return (await realpath(folder).catch(absent)) === folder ? folder : undefined;
}

/** As {@link findFolder}; makes what is missing, and refuses what stands in the way. */
export async function makeFolder(root: string, names: readonly string[]): Promise<string> {
  await mkdir(root, { recursive: true });
  const found = await findFolder(root, names);
  if (found !== undefined) return found;
  let folder = await realpath(root);
  for (const name of names) {
    folder = join(folder, name);
    // Not `recursive`: that would follow links.
    await mkdir(folder).catch(unlessThere);
    await requireFolder(folder);
  }
  return folder;
}

async function requireFolder(path: string): Promise<void> {
  const state = await lstat(path);
  if (state.isDirectory()) return;
  if (state.isFile()) {
    throw new SolanoError('already_exists', 'An object stands where a folder is needed.');
  }
  throw new SolanoError('objects_unavailable', `Not a folder in the object store: ${path}`);
}

function missing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
