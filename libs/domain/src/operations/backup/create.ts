import type { Clock, Log } from '@solano/domain/kernel';
import { endPreviousLog } from './archive-log.ts';
import type {
  Archive,
  CatalogueLine,
  DatabaseBackup,
  DatabaseLog,
  DatabaseSource,
  Manifest,
  StoredObject,
} from './backup.ts';
import { readLines, writeLines } from './catalogue.ts';
import { type ObjectDeps, storeObjects } from './objects.ts';

export interface BackUpDeps extends ObjectDeps {
  readonly source: DatabaseSource;
  /** Undefined for a database whose log is not ours to archive. */
  readonly databaseLog: DatabaseLog | undefined;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly log: Log;
  /** The version of Solano. */
  readonly software: string;
  /** Secrets in files of the service. */
  readonly secrets: () => Promise<readonly { readonly name: string; readonly value: string }[]>;
}

/**
 * Makes a backup while the service runs: the database at one instant, and every object that it
 * names then. The manifest is written last: without it there is no backup.
 * Errors: `locked` while another one is made, `objects_unavailable`, `store_unavailable`.
 */
export async function backUp(
  deps: BackUpDeps,
  options: Pick<Manifest, 'isBeforeRestore'> = {},
): Promise<Manifest> {
  await using _lock = await deps.source.lock();
  const startedAt = deps.clock();
  const id = newBackupId(startedAt, deps.newId());
  const known = await knownObjects(deps);
  await using backup = await deps.source.begin(id);
  const begunAt = deps.clock();
  const database = await deps.target.writeDatabase(id, deps.archive.pack(backup.content()));
  const { position } = await backup.freeze();
  // Rows are of the snapshot that was opened first.
  const instant = deps.source.kind === 'tables' ? begunAt : deps.clock();
  const secrets = await deps.secrets();
  const objects = { count: 0, bytes: 0, skipped: 0 };
  const lines = catalogueOf(deps, backup, { known, secrets, objects });
  const catalogue = await deps.target.writeCatalogue(id, writeLines(lines));
  for await (const piece of backup.log()) await deps.target.writeLog(id, piece);
  const manifest: Manifest = {
    format: 1,
    id,
    kind: deps.source.kind,
    software: deps.software,
    postgres: backup.postgres,
    migrations: backup.migrations,
    startedAt: startedAt.toISOString(),
    instant: instant.toISOString(),
    ...options,
    isEncrypted: deps.target.isEncrypting,
    database,
    catalogue,
    objects,
    figures: await backup.figures(),
    position,
    missing: deps.target.isEncrypting
      ? []
      : [...secrets.map(({ name }) => name), 'webhook secrets'],
    finishedAt: deps.clock().toISOString(),
  };
  const { databaseLog } = deps;
  if (databaseLog) await endPreviousLog({ ...deps, databaseLog }, manifest);
  await deps.target.finish(manifest);
  await backup.keep();
  deps.log.info({ backup: id, objects: objects.count }, 'backup made');
  return manifest;
}

function newBackupId(at: Date, unique: string): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${unique.slice(0, 8).toUpperCase()}`;
}

async function* catalogueOf(
  deps: BackUpDeps,
  backup: DatabaseBackup,
  {
    known,
    secrets,
    objects,
  }: {
    readonly known: ReadonlyMap<string, StoredObject>;
    readonly secrets: readonly { readonly name: string; readonly value: string }[];
    readonly objects: { count: number; bytes: number; skipped: number };
  },
): AsyncGenerator<CatalogueLine> {
  for (const key of await backup.keys()) yield { key };
  if (deps.target.isEncrypting) for (const secret of secrets) yield { secret };
  const skip = (key: string) => {
    objects.skipped += 1;
    deps.log.warn({ key }, 'an object under a key that the service does not use is not backed up');
  };
  for await (const object of storeObjects(deps, known, skip)) {
    objects.count += 1;
    objects.bytes += object.size;
    yield { object };
  }
}

/** The objects of the newest backup, by key: what has not changed since is not stored again. */
async function knownObjects({ target, log }: BackUpDeps): Promise<Map<string, StoredObject>> {
  const known = new Map<string, StoredObject>();
  const [newest] = (await target.list()).manifests;
  if (!newest || newest.isEncrypted !== target.isEncrypting) return known;
  try {
    for await (const line of readLines(target.readCatalogue(newest))) {
      if ('object' in line) known.set(line.object.key, line.object);
    }
  } catch (err) {
    // Damaged, or sealed by another key: everything is stored once more.
    log.warn({ err, backup: newest.id }, 'the previous backup cannot be read');
    known.clear();
  }
  return known;
}
