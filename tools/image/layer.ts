import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import tar from 'tar-stream';
import { RELEASED_AT } from '../release/tarball.ts';

/** A file on the disk or in memory, or a symbolic link. */
export type LayerEntry =
  | { readonly path: string; readonly isProgram: boolean }
  | { readonly bytes: Uint8Array; readonly isProgram: boolean }
  | { readonly target: string };

/** Entries by their paths from the root of the image, without a first `/`. */
export type LayerEntries = ReadonlyMap<string, LayerEntry>;

/** A layer of an image: its archive, the same gzipped, and the archive's digest. */
export interface Layer {
  readonly archive: Buffer;
  readonly bytes: Buffer;
  readonly diffId: string;
}

const COMPRESSION = 6;

/** Everything belongs to root and bears one moment: of the same entries the same bytes, in whatever order they come. */
export async function layerOf(entries: LayerEntries): Promise<Layer> {
  const pack = tar.pack();
  const unpacked = buffer(pack);
  const folders = new Set<string>();
  for (const [name, entry] of [...entries].sort(byPath)) {
    for (const folder of foldersOf(name)) {
      if (!folders.has(folder))
        pack.entry({ ...OF_ROOT, name: folder, type: 'directory', mode: 0o755 });
      folders.add(folder);
    }
    if ('target' in entry) {
      pack.entry({ ...OF_ROOT, name, type: 'symlink', linkname: entry.target, mode: 0o777 });
    } else {
      const bytes = 'bytes' in entry ? entry.bytes : await readFile(entry.path);
      pack.entry({ ...OF_ROOT, name, mode: entry.isProgram ? 0o755 : 0o644 }, Buffer.from(bytes));
    }
  }
  pack.finalize();
  return compressed(await unpacked);
}

/** The layer of an archive. */
export async function compressed(archive: Buffer): Promise<Layer> {
  const bytes = await promisify(gzip)(archive, { level: COMPRESSION });
  return { archive, bytes, diffId: digestOf(archive) };
}

/** As OCI names content. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

const OF_ROOT = { mtime: RELEASED_AT, uid: 0, gid: 0 };

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
