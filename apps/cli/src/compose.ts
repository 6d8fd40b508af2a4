import type { Config } from '@solano/config';
import type { AuditAction, AuditSource } from '@solano/domain/service';
import { openRuntime, type Runtime } from '@solano/runtime';
import { operatorSource, recordCommand } from './audit.ts';
import { closeWhenInterrupted } from './interruption.ts';
import type { Progress } from './progress.ts';

/** The dependencies of the commands; disposing closes them. */
export interface Opened extends Runtime {
  /** The author of the changes, for the audit log. */
  readonly source: AuditSource;
  /** Records an action of the operator in the audit log, with its customer; undefined: all customers. */
  readonly record: (action: AuditAction, subject: string, customerId?: string) => Promise<void>;
}

/** Opens the configured database, the embedded one included, at its current schema. */
export async function open(config: Config, progress: Progress): Promise<Opened> {
  progress.on('opening the database');
  const runtime = await openRuntime(config, {
    onRecovery: () => progress.on('waiting until the database has recovered'),
    guard: closeWhenInterrupted,
  });
  return {
    ...runtime,
    source: operatorSource(),
    record: (action, subject, customerId) =>
      recordCommand(runtime.audit, action, subject, customerId ?? null),
  };
}
