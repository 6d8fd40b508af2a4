import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './run.ts';

const MIB = 2 ** 20;
const MAX_BYTES = 64 * MIB;

/** Returns the content of a file that the operator named. */
export async function readInput(path: string, maxBytes = MAX_BYTES): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) {
      throw new UsageError(`${path}: larger than ${+(maxBytes / MIB).toFixed(1)} MiB`);
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'a folder' : message;
    throw new UsageError(`${path}: ${reason}`);
  }
}

/** Returns the text of a UTF-8 file that the operator named, without a byte order mark. */
async function readTextInput(path: string): Promise<string> {
  const bytes = await readInput(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: not UTF-8`);
  }
}

/** Returns the value of a JSON file that the operator named. */
export async function readJsonInput(path: string): Promise<unknown> {
  const text = await readTextInput(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of JSON.parse quotes the text, line breaks included.
    const reason = (error as Error).message.replaceAll(/\s+/g, ' ');
    throw new UsageError(`${path}: not valid JSON (${reason})`);
  }
}
