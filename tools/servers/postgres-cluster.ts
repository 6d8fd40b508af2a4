import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies the PostgreSQL cluster of a data folder into another data folder: a tenth of the time that
 * making one takes. No server may use it.
 */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  // Not fs.cp, which does not keep the owners.
  await promisify(execFile)('cp', ['-a', join(from, 'postgres'), to]);
}

/** Folders in which Debian's packages install each version, by its number. */
const FOLDER = '/usr/lib/postgresql';
const MIN_VERSION = 15;

/** The folder of the newest PostgreSQL of Debian's packages that the service supports; undefined: there is none. */
export async function findInstalledPostgres(): Promise<string | undefined> {
  const names = await readdir(FOLDER).catch(() => []);
  const versions = names.map(Number).filter((version) => version >= MIN_VERSION);
  for (const version of versions.toSorted((a, b) => b - a)) {
    const folder = join(FOLDER, String(version));
    // A client's package makes the folder too.
    if ((await readdir(join(folder, 'bin'))).includes('initdb')) return folder;
  }
  return undefined;
}
