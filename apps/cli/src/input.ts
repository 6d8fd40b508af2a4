import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { UsageError } from './run.ts';

const MIB = 2 ** 20;
const MAX_BYTES = 64 * MIB;
const MAX_UNPACKED_BYTES = 256 * MIB;
/** The first bytes of gzip. */
const GZIP = [0x1f, 0x8b];

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

/** Returns the text of a UTF-8 file that the operator named, plain or gzip, without a byte order mark. */
export async function readTextInput(path: string): Promise<string> {
  const bytes = unpacked(path, await readInput(path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: not UTF-8`);
  }
}

function unpacked(path: string, bytes: Buffer): Buffer {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const reason = isLarge
      ? `larger than ${MAX_UNPACKED_BYTES / MIB} MiB unpacked`
      : `not whole gzip (${(error as Error).message})`;
    throw new UsageError(`${path}: ${reason}`);
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
