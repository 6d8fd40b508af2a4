import { access, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const REPLACED = '-replaced-';

/**
 * Puts a folder in the place of another, which is removed. The first step decides: a process that
 * is ended after it leaves the rest to {@link finishReplacement}.
 */
export async function replaceFolder(fresh: string, place: string): Promise<void> {
  await rm(decided(place), { recursive: true, force: true });
  await rename(fresh, decided(place));
  await sync(dirname(place));
  await finishReplacement(place);
}

/** Finishes a replacement that was decided; otherwise does nothing. Safe for several processes. */
export async function finishReplacement(place: string): Promise<void> {
  if (await exists(decided(place))) {
    await rename(place, `${place}${REPLACED}${process.pid}`).catch(unlessGone);
    await rename(decided(place), place).catch(unlessGone);
    await sync(dirname(place));
  }
  await removeReplaced(place);
}

/** Also what a process left that was ended while it removed it. */
async function removeReplaced(place: string): Promise<void> {
  const folder = dirname(place);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(place)}${REPLACED}`)) continue;
    // Another process may remove it too.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function decided(place: string): string {
  return `${place}-restored`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function sync(folder: string): Promise<void> {
  await using file = await open(folder);
  await file.sync();
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
