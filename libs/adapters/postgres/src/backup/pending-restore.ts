import type { PendingRestore } from '@solano/domain';
import type { BackupClient } from './client.ts';

type Rows = Pick<BackupClient, 'rows'>;

/** The table is looked for where the connection looks for tables. */
const TABLE = `SELECT to_regclass('restore_pending') IS NOT NULL AS "isThere"`;

/** Undefined where everything that belongs to the database is restored, or it never was. */
export async function readPendingRestore(client: Rows): Promise<PendingRestore | undefined> {
  const [table] = await client.rows<{ isThere: boolean }>(TABLE);
  if (!table?.isThere) return undefined;
  const [row] = await client.rows<PendingRestore>(`
    SELECT backup, overwrites, holds_webhooks AS "holdsWebhooks", keys_before AS "keysBefore"
    FROM restore_pending`);
  return row;
}

export async function notePendingRestore(
  client: Rows,
  { backup, overwrites, holdsWebhooks, keysBefore }: PendingRestore,
): Promise<void> {
  await client.rows(
    `INSERT INTO restore_pending (id, backup, overwrites, holds_webhooks, keys_before)
     VALUES (1, $1, $2, $3, $4)`,
    [backup, overwrites, holdsWebhooks, keysBefore && JSON.stringify(keysBefore)],
  );
}

export async function completeRestore(client: Rows): Promise<void> {
  await client.rows('DELETE FROM restore_pending');
}
