import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A file system in memory that Linux has for everyone. */
const IN_MEMORY = '/dev/shm';
/** The files of tests that use most have 0.8 GB each, and three run at once on 2 cores. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** Where folders of runs may be. */
export const PLACES: ReadonlySet<string> = new Set([tmpdir(), IN_MEMORY]);

/** The folder of a run. Disposing of it removes it. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Makes the folder of a run, with temporary files of this process and of those that it starts from
 * now on. It is in memory where there is enough: a database is made in a tenth of the processor time there.
 */
export async function makeTestFolder(): Promise<TestFolder> {
  const place = (await fitsInMemory()) ? IN_MEMORY : tmpdir();
  const path = await mkdtemp(join(place, `solano-test-${process.pid}-`));
  const temporary = join(path, 'tmp');
  await mkdir(temporary);
  // Like the machine's own: servers and images run as users of their own.
  await chmod(path, 0o711);
  await chmod(temporary, 0o1777);
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = temporary;
  return {
    path,
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Whether programs run from there, and there is room in the file system and in memory. */
async function fitsInMemory(): Promise<boolean> {
  if (process.availableMemory() < 2 * NEEDED_BYTES) return false;
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const mounted = mounts.split('\n').map((line) => line.split(' '));
  const [, , type, options = ''] = mounted.findLast(([, path]) => path === IN_MEMORY) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(IN_MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
