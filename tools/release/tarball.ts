import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import tar from 'tar-stream';

/** A file of an archive: its bytes, and whether it can be run. */
export interface ReleasedFile {
  readonly bytes: Uint8Array;
  readonly isProgram: boolean;
}

/** One file of a release, and its bill of materials. */
export interface Released {
  readonly name: string;
  readonly bytes: Buffer;
  readonly bill: ReleasedFile;
}

/** Files by their path, with `/`. */
export type ReleasedFiles = ReadonlyMap<string, ReleasedFile>;

/** The moment (UTC) that released files bear, so that they have the same bytes whenever they are made. */
export const RELEASED_AT = new Date('2026-01-01T00:00:00Z');

export function textFile(text: string): ReleasedFile {
  return { bytes: Buffer.from(text), isProgram: false };
}

export async function fileAt(...path: readonly string[]): Promise<ReleasedFile> {
  return { bytes: await readFile(join(...path)), isProgram: false };
}

/** A gzipped tar archive of files in one folder: of the same files the same bytes, in whatever order they come. */
export async function tarball(folder: string, files: ReleasedFiles): Promise<Buffer> {
  const pack = tar.pack();
  for (const [path, { bytes, isProgram }] of [...files].sort(byPath)) {
    const mode = isProgram ? 0o755 : 0o644;
    pack.entry({ name: `${folder}/${path}`, mode, mtime: RELEASED_AT }, Buffer.from(bytes));
  }
  pack.finalize();
  const archive = await buffer(pack);
  return promisify(gzip)(archive, { level: 9 });
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
