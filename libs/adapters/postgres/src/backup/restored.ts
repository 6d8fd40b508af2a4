import type { RestoreNote } from '@solano/domain/operations';
import { timestamp } from '../database/values.ts';
import type { BackupClient } from './client.ts';
import { notePendingRestore } from './pending-restore.ts';

/**
 * Ends all sessions, holds webhook messages, disables webhooks whose secret was left out of the
 * backup, gives up claims of workers that are not there, and notes that the restore is pending; along
 * with an entry of the audit log.
 */
export async function finishRestored(
  client: Pick<BackupClient, 'rows' | 'run'>,
  note: RestoreNote,
): Promise<void> {
  const at = timestamp(note.at);
  await client.run('BEGIN');
  await client.run('DELETE FROM console_session; DELETE FROM sign_in_code');
  await client.run('UPDATE job SET worker = NULL WHERE worker IS NOT NULL');
  if (note.holdsWebhooks) {
    await client.rows(
      'INSERT INTO webhook_hold (id, since) VALUES (1, $1) ON CONFLICT (id) DO NOTHING',
      [at],
    );
  } else {
    await client.run('DELETE FROM webhook_hold');
  }
  await client.rows(
    `UPDATE webhook SET disabled_at = $1 WHERE secret = '' AND disabled_at IS NULL`,
    [at],
  );
  await client.rows(
    `INSERT INTO audit_entry (at, actor, action, subject, origin)
     VALUES ($1, $2, 'backup.restore', $3, $4)`,
    [at, note.actor, note.backup, note.origin],
  );
  await notePendingRestore(client, note);
  await client.run('COMMIT');
}
