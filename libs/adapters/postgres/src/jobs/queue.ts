import type {
  AuditEntry,
  ConnectionListener,
  JobQueue,
  NewJob,
  WorkerConnection,
} from '@solano/domain';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { timestamp } from '../database/values.ts';
import { PostgresWorkerConnection } from './worker-connection.ts';

/** One that is there and waits for the clock is due at the earlier of the two times. */
const ADD = {
  name: 'job-add',
  text: `
    INSERT INTO job (kind, subject, lane, run_at)
    SELECT kind, subject, lane, run_at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
      AS given (kind, subject, lane, run_at, place)
    ORDER BY place
    ON CONFLICT (kind, subject) DO UPDATE
    SET run_at = CASE WHEN EXCLUDED.run_at < job.run_at THEN EXCLUDED.run_at END
    WHERE job.run_at IS NOT NULL AND (EXCLUDED.run_at < job.run_at) IS NOT FALSE`,
};

/** Jobs in a table of the service's own database, which its stores write in their own statements. */
export class PostgresJobQueue implements JobQueue {
  readonly #database: PostgresDatabase;
  readonly #url: string;

  /** @param url of the same database: each worker has a connection of its own. */
  constructor(database: PostgresDatabase, url: string) {
    this.#database = database;
    this.#url = url;
  }

  async add(jobs: readonly NewJob[], entry?: AuditEntry): Promise<void> {
    if (jobs.length === 0) return;
    const values = [
      jobs.map(({ kind }) => kind),
      jobs.map(({ subject }) => subject),
      jobs.map(({ lane }) => lane),
      jobs.map(({ at }) => (at ? timestamp(at) : null)),
    ];
    if (!entry) {
      await this.#database.run(ADD, values);
      return;
    }
    await this.#database.transaction(async (run) => {
      await run(ADD, values);
      await writeAudit(run, entry);
    });
  }

  open(listener: ConnectionListener): Promise<WorkerConnection> {
    return PostgresWorkerConnection.open(this.#url, listener);
  }
}
