import type { Config } from '@solano/config';
import type { AuditSource } from '@solano/domain/service';
import { openRuntime, type Runtime } from '@solano/runtime';
import { operatorSource } from './command-entry.ts';
import { closeWhenInterrupted } from './interruption.ts';
import type { Progress } from './progress.ts';

/** The dependencies of the commands; disposing closes them. */
export interface Opened extends Runtime {
  /** The author of the changes, for the audit log. */
  readonly source: AuditSource;
}

/** Opens the configured database, the embedded one included, at its current schema. */
export async function open(config: Config, progress: Progress): Promise<Opened> {
  progress.on('opening the database');
  const runtime = await openRuntime(config, {
    onRecovery: () => progress.on('waiting until the database has recovered'),
    guard: closeWhenInterrupted,
  });
  return { ...runtime, source: operatorSource() };
}
