import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '@solano/domain/operations';
import { undefinedIfMissing } from '../files.ts';

/** Folders whose content belongs to the running server alone (PostgreSQL's manual, 25.3.5). */
const EMPTIED_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SKIPPED_FILES =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/;

/** Read last: its state must not be older than that of any other file. */
const CONTROL = 'global/pg_control';

const CHUNK_BYTES = 2 ** 20;

/**
 * The files of a cluster between `pg_backup_start` and `pg_backup_stop`, which change while they are
 * read: replaying the log repairs that. A removed file is skipped; of one that grows the first bytes are read.
 */
export async function* clusterFiles(data: string): AsyncGenerator<ArchiveEntry> {
  yield* filesIn(data, '');
  const control = await entryOf(data, CONTROL);
  if (control) yield control;
}

async function* filesIn(data: string, folder: string): AsyncGenerator<ArchiveEntry> {
  for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(noFiles)) {
    const name = `${folder}${entry.name}`;
    if (SKIPPED_FILES.test(entry.name) || name === CONTROL) continue;
    if (entry.isDirectory()) {
      yield { name: `${name}/`, size: 0, content: nothing() };
      if (!EMPTIED_FOLDERS.has(name)) yield* filesIn(data, `${name}/`);
    } else {
      const file = await entryOf(data, name);
      if (file) yield file;
    }
  }
}

async function entryOf(data: string, name: string): Promise<ArchiveEntry | undefined> {
  const path = join(data, name);
  const state = await lstat(path).catch(undefinedIfMissing);
  return state?.isFile() ? { name, size: state.size, content: contentOf(path, state) } : undefined;
}

async function* contentOf(path: string, { size }: Stats): AsyncGenerator<Uint8Array> {
  let left = size;
  if (left === 0) return;
  const stream = createReadStream(path, { end: size - 1, highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    undefinedIfMissing(error as NodeJS.ErrnoException);
  }
  // The file was removed or truncated meanwhile: the log has what is missing.
  for (; left > 0; left -= Math.min(left, CHUNK_BYTES)) {
    yield new Uint8Array(Math.min(left, CHUNK_BYTES));
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function noFiles(error: NodeJS.ErrnoException): [] {
  undefinedIfMissing(error);
  return [];
}
