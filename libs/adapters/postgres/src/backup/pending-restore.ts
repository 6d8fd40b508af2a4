import type { PendingRestore } from '@solano/domain/operations';
import { timestamp } from '../database/values.ts';
import type { BackupClient } from './client.ts';

type Rows = Pick<BackupClient, 'rows'>;

/** The table is looked for where the connection looks for tables. */
const TABLE = `SELECT to_regclass('restore_pending') IS NOT NULL AS "isThere"`;

/**
 * Reads schemas of before the point too, which was always the end of the log: the database is looked at
 * before it is migrated.
 */
const PENDING = `
  SELECT note->>'backup' AS backup, (note->>'overwrites')::boolean AS overwrites,
    (note->>'holds_webhooks')::boolean AS "holdsWebhooks", note->'keys_before' AS "keysBefore",
    coalesce(note->>'point', 'latest') AS point,
    coalesce((note->>'until')::timestamptz, now()) AS until
  FROM (SELECT to_json(restore_pending) AS note FROM restore_pending) AS pending`;

/** Undefined where everything that belongs to the database is restored, or it never was. */
export async function readPendingRestore(client: Rows): Promise<PendingRestore | undefined> {
  const [table] = await client.rows<{ isThere: boolean }>(TABLE);
  if (!table?.isThere) return undefined;
  const [row] = await client.rows<PendingRow>(PENDING);
  return row && toPending(row);
}

type PendingRow = Omit<PendingRestore, 'point' | 'until'> & {
  readonly point: string;
  readonly until: Date;
};

function toPending({ point, until, ...row }: PendingRow): PendingRestore {
  if (point === 'until') return { ...row, point: { kind: point, at: until }, until };
  return { ...row, point: { kind: point === 'backup' ? point : 'latest' }, until };
}

export async function notePendingRestore(client: Rows, note: PendingRestore): Promise<void> {
  const { backup, point, until, overwrites, holdsWebhooks, keysBefore } = note;
  await client.rows(
    `INSERT INTO restore_pending (id, backup, overwrites, holds_webhooks, keys_before, point, until)
     VALUES (1, $1, $2, $3, $4, $5, $6)`,
    [
      backup,
      overwrites,
      holdsWebhooks,
      keysBefore && JSON.stringify(keysBefore),
      point.kind,
      timestamp(until),
    ],
  );
}

export async function completeRestore(client: Rows): Promise<void> {
  await client.rows('DELETE FROM restore_pending');
}
