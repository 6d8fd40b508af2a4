import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '@solano/domain/kernel';

const FILE = 'sign-in.link';

/** The sign-in link of the demonstration: a terminal shows it, a log holds the path of its file. */
export type SignInLink = { readonly url: string } | { readonly file: string };

/**
 * Returns the sign-in link for the output of a start. If standard output is not a terminal, but a
 * file that others may read, the link is written to a file that its owner alone can read; undefined
 * if that fails, which is logged.
 */
export async function signInLink(
  url: string,
  { folder, isTerminal, log }: { folder: string; isTerminal: boolean; log: Log },
): Promise<SignInLink | undefined> {
  if (isTerminal) return { url };
  const file = resolve(join(folder, FILE));
  try {
    // An existing file would keep its mode.
    await rm(file, { force: true });
    await writeFile(file, `${url}\n`, { mode: 0o600, flag: 'wx' });
    return { file };
  } catch (err) {
    log.warn({ err, file }, 'the sign-in link could not be written to its file');
    return undefined;
  }
}
