import type { Clock } from '@solano/domain/kernel';
import type { BackupState } from '@solano/domain/operations';
import { Gauge, type Registry } from 'prom-client';

/** Registers the metrics of the backups; each has no value until there is one. */
export function registerBackupMetrics(
  registry: Registry,
  read: () => BackupState | undefined,
  clock: Clock,
): void {
  const gauge = (name: string, help: string, value: (state: BackupState) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: [],
      registers: [registry],
      collect() {
        const state = read();
        const current = state && value(state);
        if (current === undefined) this.remove();
        else this.set(current);
      },
    });
  const age = (at: string | null | undefined) =>
    at ? (clock().getTime() - Date.parse(at)) / 1000 : undefined;
  gauge('solano_backup_age_seconds', 'Time since the newest backup was begun.', ({ newest }) =>
    age(newest?.startedAt),
  );
  gauge(
    'solano_backup_archived_age_seconds',
    'Time since which changes are not in the backups.',
    ({ archivedUntil }) => age(archivedUntil),
  );
  gauge(
    'solano_backup_verification_ok',
    'Whether the last verification of a backup found no problem.',
    ({ verification }) => (verification ? Number(verification.problems.length === 0) : undefined),
  );
  gauge(
    'solano_backup_verification_age_seconds',
    'Time since the last verification of a backup.',
    ({ verification }) => age(verification?.at),
  );
  gauge('solano_backup_failed', 'Whether the last attempt to back up failed.', ({ failure }) =>
    Number(failure !== null),
  );
}
