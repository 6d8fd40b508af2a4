import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Debian's packages put each version, by its number. */
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
