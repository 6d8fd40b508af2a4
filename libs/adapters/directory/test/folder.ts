import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isSolanoError } from '@solano/domain/kernel';
import { DirectoryObjectStore } from '../src/object-store.ts';

const NOBODY = 65_534;

/** A store on a folder of its own, with a folder beside it that no key may lead to. */
export interface TestFolder extends AsyncDisposable {
  readonly store: DirectoryObjectStore;
  readonly root: string;
  readonly outside: string;
}

export async function openTestFolder(): Promise<TestFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'solano-objects-'));
  if (process.geteuid?.() === 0) await chown(parent, NOBODY, NOBODY);
  const root = join(parent, 'root');
  return {
    store: new DirectoryObjectStore(root),
    root,
    outside: join(parent, 'outside'),
    [Symbol.asyncDispose]: async () => {
      // What a test has taken away: only root could remove it so.
      await promisify(execFile)('chmod', ['-R', 'u+rwX', parent]);
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Runs the work without root's right to do everything. Not beside other work of the process. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** The code that the work is rejected with, undefined if it is not. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (isSolanoError(error) ? error.code : String(error)),
  );
}

/** The size of an object that is not read. */
export async function sizeOf(
  store: DirectoryObjectStore,
  key: string,
): Promise<number | undefined> {
  const object = await store.get(key);
  object?.cancel();
  return object?.size;
}

export async function listed(store: DirectoryObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of store.list(prefix)) {
    names.push('folder' in entry ? entry.folder : entry.key);
  }
  return names;
}
