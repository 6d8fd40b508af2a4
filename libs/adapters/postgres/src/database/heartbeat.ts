import type { PostgresDatabase } from './database.ts';

/** The tables that a submission writes: a lock on one of them blocks purchases. */
const SUBMISSION_TABLES = [
  'purchase',
  'purchase_series',
  'purchase_status_change',
  'submission_key',
  'audit_entry',
  'job',
];

/**
 * A purchase of a month of quarter hours takes some 2 MB. It is written to a temporary file, which is
 * removed with the end of its statement and takes nothing of the log: an aborted write to a table would
 * keep its pages.
 */
const PURCHASE_PIECES = 1_024;
const PIECE_BYTES = 2_048;

/**
 * One message without parameters is one transaction of the server's own: a client that is lost in
 * the middle leaves no lock behind for the heartbeats of others to wait for.
 */
const HEARTBEAT = `
  SET LOCAL lock_timeout TO '1s';
  LOCK TABLE ${SUBMISSION_TABLES.join(', ')} IN ROW EXCLUSIVE MODE;
  INSERT INTO heartbeat (id, at) VALUES (1, now())
    ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at;
  SET LOCAL work_mem TO '64kB';
  SET LOCAL temp_tablespaces TO '';
  SELECT count(*)
  FROM unnest(array_fill(repeat('x', ${PIECE_BYTES}), ARRAY[${PURCHASE_PIECES}])) AS piece`;

/**
 * Writes a row in one transaction that takes the locks which a submission needs, and waits 1 s for
 * them; and what a purchase takes, for a moment. Errors: `store_unavailable`, `store_full` where a
 * submission could not be written either.
 */
export async function writeHeartbeat(database: Pick<PostgresDatabase, 'run'>): Promise<void> {
  await database.run({ text: HEARTBEAT }, []);
}
