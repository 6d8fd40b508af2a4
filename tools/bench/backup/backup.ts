// Measures backup, verification and restore: node tools/bench/backup/backup.ts [--purchases N] [--without-key]
// [--folder F]. It needs about three times the space of the database: 2 GB for a million purchases.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@solano/config';
import { SOURCE } from '@solano/domain/contracts';
import type { Log } from '@solano/domain/kernel';
import { backUp, restore, verify } from '@solano/domain/operations';
import { addCustomer } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { openRuntime } from '@solano/runtime';
import {
  backUpDeps,
  makeBackupKey,
  openBackups,
  restoreDeps,
  verifyDeps,
} from '@solano/runtime/backup';
import { addPurchases } from '../dataset.ts';

const log: Log = { info: () => {}, warn: console.error, error: console.error };
const BY = { actor: 'operator bench', origin: '', onPhase: () => {}, log };
const RESTORE = { overwrite: false, sendWebhooks: false, acceptsPlain: false };

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '1000000' },
    /** The rows instead of the cluster's files, as with an external database. */
    'without-key': { type: 'boolean', default: false },
    folder: { type: 'string', default: tmpdir() },
  },
});
const folder = await mkdtemp(join(values.folder, 'solano-bench-'));
try {
  const config = configOf(join(folder, 'data'), values['without-key'] ? '' : await makeBackupKey());
  await timed('fill', () => fill(config, Number(values.purchases)));
  await using opened = await openBackups(config);
  const manifest = await timed('create', () => create(config, opened));
  const bytes = manifest.database.reduce((sum, { size }) => sum + size, 0);
  console.log(
    `${manifest.kind}: ${(bytes / 1e6).toFixed(0)} MB, ${manifest.figures.tables.purchase?.rows} purchases`,
  );
  const found = await timed('verify', async () => verify(await verifyDeps(config, opened, BY)));
  if (found.problems.length > 0) throw new Error(found.problems.join('\n'));
  const there = { ...config, dataFolder: join(folder, 'there') };
  await timed('restore', async () => {
    return restore(await restoreDeps(there, opened, BY), RESTORE);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

function configOf(dataFolder: string, key: string) {
  return readConfig({
    SOLANO_DATA: dataFolder,
    OBJECT_STORE: `file:${folder}/objects`,
    BACKUP_TARGET: `file:${folder}/backups`,
    BACKUP_KEY: key,
  });
}

async function fill(config: ReturnType<typeof readConfig>, count: number): Promise<void> {
  await using runtime = await openRuntime(config);
  await using database = await PostgresDatabase.connect(runtime.databaseUrl);
  const stores = {
    ...postgresStores(database),
    newId: () => randomUUID(),
    clock: () => new Date(),
  };
  const { id } = await addCustomer(stores, SOURCE, 'bench');
  await addPurchases(runtime.databaseUrl, { customerId: id, user: 'bench', count });
}

async function create(
  config: ReturnType<typeof readConfig>,
  opened: Awaited<ReturnType<typeof openBackups>>,
) {
  await using runtime = await openRuntime(config);
  const { databaseUrl } = runtime;
  return await backUp(await backUpDeps(config, opened, { databaseUrl, log }));
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - before) / 1_000).toFixed(1)} s`);
  return result;
}
