import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { newBackupKey, StreamSealer, TarArchive } from '@solano/archive';
import { type BackupConfig, type Config, ConfigError, VERSION } from '@solano/config';
import type { Log } from '@solano/domain/kernel';
import {
  type BackUpDeps,
  BackupTarget,
  type DatabaseSource,
  type DatabaseTarget,
  type RestoreDeps,
  type RestoredBy,
} from '@solano/domain/operations';
import type { Connection, RestoredTables, TableReader } from '@solano/embedded-postgres/backup';
import { ClusterSource, ClusterTarget } from '@solano/embedded-postgres/backup';
import { knownMigrations, migrate } from '@solano/postgres';
import {
  BackupClient,
  finishRestored,
  lockBackups,
  readFigures,
  readKeys,
  readMigrations,
  readVersion,
  TableSource,
  TableTarget,
} from '@solano/postgres/backup';
import { openObjects } from './objects.ts';
import { secretFiles } from './secrets.ts';

const clock = () => new Date();

/** The configuration of backups. @throws ConfigError where there is none. */
export function requireBackup({ backup }: Config): BackupConfig {
  if (backup) return backup;
  throw new ConfigError(['BACKUP_TARGET must be set: file:<folder> or s3://<bucket>[/<prefix>]']);
}

/** A new key for `BACKUP_KEY`. */
export function makeBackupKey(): Promise<string> {
  return newBackupKey();
}

function newDigest() {
  const hash = createHash('sha256');
  return {
    add: (bytes: Uint8Array) => void hash.update(bytes),
    end: () => hash.digest('hex'),
  };
}

/** The backups that are kept, and the objects that go into them. Disposing closes both stores. */
export async function openBackups(config: Config) {
  const { target: objectStore, key } = requireBackup(config);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openObjects({ objectStore }));
  const objects = stack.use(await openObjects(config));
  const sealer = new StreamSealer(key);
  const waiting = { pause: (ms: number) => pause(ms) };
  const target = new BackupTarget({ store, sealer, newDigest, ...waiting });
  const opened = stack.move();
  return {
    target,
    objects,
    archive: new TarArchive(),
    newDigest,
    newId: () => randomUUID(),
    clock,
    ...waiting,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type OpenedBackups = Awaited<ReturnType<typeof openBackups>>;

/** Opens the backup of the configured database, which is at the URL. */
export async function backUpDeps(
  config: Config,
  opened: OpenedBackups,
  { databaseUrl, log }: { readonly databaseUrl: string; readonly log: Log },
): Promise<BackUpDeps> {
  const cluster = await clusterOf(config, databaseUrl);
  const withSecrets = requireBackup(config).key !== undefined;
  const source: DatabaseSource = cluster ?? new TableSource(databaseUrl, { withSecrets });
  const secrets = () => readSecrets(config);
  return { ...opened, source, databaseLog: cluster, log, software: VERSION, secrets };
}

/** The secrets that are there. */
async function readSecrets(config: Config) {
  const read = secretFiles(config).map(async ({ name, file }) => ({
    name,
    value: await file.read(),
  }));
  return (await Promise.all(read)).flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value }],
  );
}

/**
 * The files of the embedded cluster hold the secrets of webhooks: without a key the rows are backed
 * up instead, without them.
 */
async function clusterOf(config: Config, databaseUrl: string): Promise<ClusterSource | undefined> {
  if (config.databaseUrl !== undefined || requireBackup(config).key === undefined) return undefined;
  return ClusterSource.open(config.dataFolder, tableReader(databaseUrl));
}

/** Opens the restore into the configured database, which must not be used meanwhile. */
export async function restoreDeps(
  config: Config,
  opened: OpenedBackups,
  by: RestoredBy,
): Promise<RestoreDeps> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const { databaseUrl: url } = config;
  const tables = restoredTables(config);
  const database: DatabaseTarget =
    url === undefined ? new ClusterTarget(config.dataFolder, tables) : tables.target(url);
  const fileOf = (name: string) => secretFiles(config).find((each) => each.name === name)?.file;
  return {
    ...opened,
    database,
    migrations: await knownMigrations(),
    software: VERSION,
    secrets: {
      all: () => readSecrets(config),
      read: async (name) => fileOf(name)?.read(),
      write: async (name, value) => fileOf(name)?.write(value),
    },
    ...by,
  };
}

/** As {@link restoreDeps}, into an embedded server that is removed afterwards. */
export async function verifyDeps(...args: Parameters<typeof restoreDeps>): Promise<RestoreDeps> {
  const [config] = args;
  const database = new ClusterTarget(config.dataFolder, restoredTables(config));
  return { ...(await restoreDeps(...args)), database };
}

function tableReader(url: string): TableReader {
  return {
    connect: (): Promise<Connection> => BackupClient.connect(url),
    lock: () => lockBackups(url),
    lockLog: () => lockBackups(url, 'log'),
    figures: readFigures,
    keys: readKeys,
    migrations: readMigrations,
    version: readVersion,
  };
}

function restoredTables(config: Config): RestoredTables {
  const withSecrets = requireBackup(config).key !== undefined;
  return {
    figures: (url) => withClient(url, readFigures),
    keys: (url) => withClient(url, readKeys),
    async finish(url, note) {
      await migrate(url);
      await withClient(url, (client) => finishRestored(client, note));
    },
    target: (url) => new TableTarget(url, { withSecrets }),
  };
}

async function withClient<T>(url: string, work: (client: BackupClient) => Promise<T>): Promise<T> {
  await using client = await BackupClient.connect(url);
  return await work(client);
}
