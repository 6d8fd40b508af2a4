import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists, undefinedIfMissing } from './files.ts';

const REPLACED = '-replaced-';

/**
 * Replaces the target folder by a new one. After its first rename the replacement is decided: if this
 * process is killed later, {@link finishReplacement} completes it.
 */
export async function replaceFolder(fresh: string, target: string): Promise<void> {
  await rm(restoredPath(target), { recursive: true, force: true });
  await rename(fresh, restoredPath(target));
  await syncFolder(dirname(target));
  await finishReplacement(target);
}

/** Completes a replacement that was begun; otherwise does nothing. Safe for several processes. */
export async function finishReplacement(target: string): Promise<void> {
  if (await exists(restoredPath(target))) {
    await rename(target, `${target}${REPLACED}${process.pid}`).catch(undefinedIfMissing);
    await rename(restoredPath(target), target).catch(undefinedIfMissing);
    await syncFolder(dirname(target));
  }
  await removeReplaced(target);
}

/** Removes replaced folders, also those of a process that was killed while it removed them. */
async function removeReplaced(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(target)}${REPLACED}`)) continue;
    // Another process may remove it too.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function restoredPath(target: string): string {
  return `${target}-restored`;
}

async function syncFolder(folder: string): Promise<void> {
  await using file = await open(folder);
  await file.sync();
}
