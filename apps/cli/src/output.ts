import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from './run.ts';

/** Rejects, before the work is done, a path to which its result could not be written. */
export async function requireWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${path}: a folder`);
  await withPathInError(path, access(found ? path : dirname(path), constants.W_OK));
}

/** Writes a file that the operator named: a text, or bytes as they are made. */
export async function writeOutput(path: string, content: string | Readable): Promise<void> {
  await withPathInError(path, writeFile(path, content));
}

async function withPathInError(path: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'no such folder' : message;
    throw new UsageError(`${path}: cannot be written (${reason})`);
  }
}
