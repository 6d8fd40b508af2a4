import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { once, SolanoError } from '@solano/domain/kernel';
import type {
  ArchiveEntry,
  DatabaseBackup,
  DatabaseLog,
  DatabaseSource,
  Figures,
  KeyState,
  LogPiece,
} from '@solano/domain/operations';
import { chooseAccount } from '../account.ts';
import { clusterFiles } from './cluster-files.ts';
import { type LogFolder, readPieces, readPosition, writePosition } from './log-files.ts';

/** A connection that the adapter of the database opens for one backup. */
export interface Connection extends AsyncDisposable {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  run(text: string): Promise<void>;
}

/** Reads the database's tables; implemented by the database's adapter. */
export interface TableReader {
  connect(): Promise<Connection>;
  lock(): Promise<AsyncDisposable>;
  lockLog(): Promise<AsyncDisposable>;
  figures(connection: Connection): Promise<Figures>;
  keys(connection: Connection): Promise<KeyState[]>;
  migrations(connection: Connection): Promise<string[]>;
  version(connection: Connection): Promise<string>;
}

/** A replication slot keeps the log until it is archived; the rest of its name is the id of the backup. */
const SLOT_PREFIX = 'solano_';
const SLOTS = `
  SELECT slot_name AS name, restart_lsn::text AS position FROM pg_replication_slots
  WHERE slot_name LIKE 'solano\\_%' AND restart_lsn IS NOT NULL AND wal_status <> 'lost'
  ORDER BY slot_name`;

/** How long writers are blocked, at most, while the snapshot for the figures is opened. */
const FREEZE_TIMEOUT_MS = 300;
const FREEZE_ATTEMPTS = 50;
const FREEZE_PAUSE_MS = 200;

/** Backups of an embedded cluster: its files and its log, while it is in use. */
export class ClusterSource implements DatabaseSource, DatabaseLog {
  readonly kind = 'cluster';
  readonly #data: string;
  readonly #tables: TableReader;

  /** Opens that of the service's data folder. */
  static async open(dataFolder: string, tables: TableReader): Promise<ClusterSource> {
    return new ClusterSource(join((await chooseAccount(dataFolder)).home, 'data'), tables);
  }

  private constructor(data: string, tables: TableReader) {
    this.#data = data;
    this.#tables = tables;
  }

  lock(): Promise<AsyncDisposable> {
    return this.#tables.lock();
  }

  lockLog(): Promise<AsyncDisposable> {
    return this.#tables.lockLog();
  }

  async begin(id: string): Promise<DatabaseBackup> {
    await using stack = new AsyncDisposableStack();
    const session = stack.use(await this.#tables.connect());
    const slot = slotOf(id);
    await session.rows('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
    let isKept = false;
    stack.defer(async () => {
      if (!isKept)
        await session.rows('SELECT pg_drop_replication_slot($1)', [slot]).catch(() => []);
    });
    await session.rows('SELECT pg_backup_start($1, true)', [id]);
    const postgres = await this.#tables.version(session);
    const migrations = await this.#tables.migrations(session);
    const snapshot = stack.use(await this.#tables.connect());
    const opened = stack.move();
    let position = '';
    return {
      postgres,
      migrations,
      content: () => this.#content(session),
      freeze: async () => {
        position = await this.#freeze(snapshot);
        return { position };
      },
      // PostgreSQL looks at the beginning of the first segment too.
      log: () => this.#pieces(slot, position, 'segment'),
      figures: () => this.#tables.figures(snapshot),
      keys: () => this.#tables.keys(snapshot),
      keep: async () => {
        isKept = true;
        await dropOtherSlots(session, slot);
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  async backups(): Promise<readonly string[]> {
    await using client = await this.#tables.connect();
    return (await client.rows<{ name: string }>(SLOTS)).map(({ name }) => idOf(name));
  }

  async position(): Promise<string> {
    await using client = await this.#tables.connect();
    return await flushedPosition(client);
  }

  pieces(backup: string, position: string): AsyncIterable<LogPiece> {
    return this.#pieces(slotOf(backup), position, 'byte');
  }

  /** Advances the slot after each piece that was read. */
  async *#pieces(
    slot: string,
    position: string,
    unit: 'segment' | 'byte',
  ): AsyncGenerator<LogPiece> {
    await using client = await this.#tables.connect();
    const found = await client.rows<{ name: string; position: string }>(SLOTS);
    const start = found.find(({ name }) => name === slot)?.position;
    if (start === undefined) throw new SolanoError('not_found', `The log of ${slot} is not there.`);
    const folder = await this.#folder(client);
    const first = readPosition(start);
    const from = unit === 'segment' ? first - (first % folder.segmentBytes) : first;
    for await (const { name, bytes, end } of readPieces(folder, from, readPosition(position))) {
      yield { name, bytes };
      if (end > first) {
        await client.rows('SELECT pg_replication_slot_advance($1, $2)', [slot, writePosition(end)]);
      }
    }
  }

  async *#content(session: Connection): AsyncGenerator<ArchiveEntry> {
    yield* clusterFiles(this.#data);
    const [stopped] = await session.rows<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    const label = Buffer.from(stopped?.label ?? '');
    yield { name: 'backup_label', size: label.length, content: once(label) };
  }

  /**
   * Opens a snapshot at a position of the log, and returns that. Writes are blocked for a moment, and
   * continue before the next attempt.
   */
  async #freeze(snapshot: Connection): Promise<string> {
    await using locking = await this.#tables.connect();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await freezeOnce(locking, snapshot);
      } catch (error) {
        await locking.run('ROLLBACK');
        await snapshot.run('ROLLBACK');
        if (attempt === FREEZE_ATTEMPTS) throw error;
        await delay(FREEZE_PAUSE_MS);
      }
    }
  }

  async #folder(client: Connection): Promise<LogFolder> {
    const [row] = await client.rows<{ timeline: number; size: string }>(`
      SELECT timeline_id AS timeline, (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS size
      FROM pg_control_checkpoint()`);
    return {
      path: join(this.#data, 'pg_wal'),
      timeline: row?.timeline ?? 1,
      segmentBytes: BigInt(row?.size ?? 0),
    };
  }
}

async function freezeOnce(locking: Connection, snapshot: Connection): Promise<string> {
  const tables = await locking.rows<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`);
  await locking.run(`
    BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout TO ${FREEZE_TIMEOUT_MS}`);
  // Its snapshot is the one of the first query after the locks.
  await locking.run(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN SHARE MODE`);
  const [frozen] = await locking.rows<{ position: string; snapshot: string }>(`
    SELECT pg_create_restore_point('solano')::text AS position, pg_export_snapshot() AS snapshot`);
  if (!frozen) throw new SolanoError('store_unavailable', 'The database returned no snapshot.');
  await snapshot.run(`
    BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET TRANSACTION SNAPSHOT '${frozen.snapshot}'`);
  await locking.run('COMMIT');
  // The log up to that position may not be on the disk yet.
  while (readPosition(await flushedPosition(locking)) < readPosition(frozen.position))
    await delay(20);
  return frozen.position;
}

async function flushedPosition(client: Connection): Promise<string> {
  const [row] = await client.rows<{ position: string }>(
    'SELECT pg_current_wal_flush_lsn()::text AS position',
  );
  return row?.position ?? '0/0';
}

async function dropOtherSlots(client: Connection, slot: string): Promise<void> {
  await client.rows(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
     WHERE slot_name LIKE 'solano\\_%' AND slot_name <> $1 AND NOT active`,
    [slot],
  );
}

/** The names of slots have small letters, digits and underscores. */
function slotOf(id: string): string {
  return SLOT_PREFIX + id.toLowerCase().replace('-', '_');
}

function idOf(slot: string): string {
  return slot.slice(SLOT_PREFIX.length).toUpperCase().replace('_', '-');
}
