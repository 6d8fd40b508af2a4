import { randomUUID } from 'node:crypto';
import type { Config } from '@solano/config';
import { NodeSecrets } from '@solano/crypto';
import { DirectoryObjectStore } from '@solano/directory';
import type {
  AuditAction,
  AuditSource,
  Digest,
  JobQueue,
  KeyDeps,
  LinearSolver,
  ObjectStore,
} from '@solano/domain';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { HighsLinearSolver } from '@solano/highs';
import { migrate, PostgresDatabase, PostgresJobQueue, postgresStores } from '@solano/postgres';
import { operatorSource, recordCommand } from './audit.ts';
import { closeWhenInterrupted } from './interruption.ts';
import type { Progress } from './progress.ts';

/** What the commands work with; disposing closes it. */
export type Opened = KeyDeps &
  ReturnType<typeof postgresStores> &
  AsyncDisposable & {
    readonly newId: () => string;
    readonly digest: Digest;
    readonly solver: LinearSolver;
    readonly queue: JobQueue;
    /** Who makes the changes, for the audit log. */
    readonly source: AuditSource;
    /** Writes down what the operator has done, and with whose data: left out, everybody's. */
    readonly record: (action: AuditAction, subject: string, customerId?: string) => Promise<void>;
    /** Migrations that were applied on opening. */
    readonly migrated: readonly string[];
  };

/** Opens the configured database, the embedded one included, at its current schema. */
export async function open(config: Config, progress: Progress): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  progress.on('opening the database');
  const databaseUrl =
    config.databaseUrl ??
    stack.use(
      await closeWhenInterrupted(
        openEmbeddedServer(config.dataFolder, {
          onRecovery: () => progress.on('waiting until the database has recovered'),
        }),
      ),
    ).url;
  const migrated = await migrate(databaseUrl);
  const database = stack.use(await PostgresDatabase.connect(databaseUrl));
  const secrets = new NodeSecrets();
  const stores = postgresStores(database);
  const opened = stack.move();
  return {
    ...stores,
    secrets,
    clock: () => new Date(),
    newId: () => randomUUID(),
    digest: (text) => secrets.digest(text),
    solver: new HighsLinearSolver(),
    queue: new PostgresJobQueue(database, databaseUrl),
    source: operatorSource(),
    record: (action, subject, customerId) =>
      recordCommand(stores.audit, action, subject, customerId ?? null),
    migrated,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens the configured object store; disposing closes it. */
export async function openObjects({ objectStore }: Config): Promise<ObjectStore & AsyncDisposable> {
  if (objectStore.kind === 'directory') return new DirectoryObjectStore(objectStore.folder);
  // Loaded only where it is chosen: the SDK is large.
  const { S3ObjectStore } = await import('@solano/s3');
  return new S3ObjectStore(objectStore);
}
