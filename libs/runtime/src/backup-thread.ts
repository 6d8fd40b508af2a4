import type { MessagePort } from 'node:worker_threads';
import { withTimeout } from '@solano/async';
import type { Config } from '@solano/config';
import type { Log } from '@solano/domain/kernel';
import { ARCHIVE_INTERVAL_MS, BackupKeeper, type BackupState } from '@solano/domain/operations';
import { backUpDeps, openBackups, requireBackup } from './backup.ts';

/** Data for the thread; the port brings later messages. */
export interface BackupThreadTask {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly port: MessagePort;
}

export type ToThread = { readonly put: string } | { readonly close: true };
export type FromThread =
  | { readonly state: BackupState }
  | {
      readonly log: {
        readonly level: 'info' | 'warn' | 'error';
        readonly fields: object;
        readonly message: string;
      };
    };

/**
 * Makes backups until it is closed; reports their state, and what is logged.
 *
 * @public called in a thread, by its name.
 */
export async function keepBackups(
  { config, databaseUrl, port }: BackupThreadTask,
  report: (message: FromThread) => void,
): Promise<void> {
  const line = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    report({ log: { level, fields, message } });
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };
  await using opened = await openBackups(config);
  const keeper = new BackupKeeper({
    ...(await backUpDeps(config, opened, { databaseUrl, log })),
    keepMs: requireBackup(config).keepMs,
  });
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let isClosed = false;
  port.on('message', (message: ToThread) => {
    if ('put' in message) keeper.notePut(message.put);
    else {
      isClosed = true;
      close();
    }
  });

  while (!isClosed) {
    const began = performance.now();
    report({ state: await keeper.tick() });
    const rest = Math.max(0, ARCHIVE_INTERVAL_MS - (performance.now() - began));
    // The state is reported when a backup has ended, too.
    const ended = Promise.race([closed, ...(keeper.backingUp ? [keeper.backingUp] : [])]);
    await withTimeout(rest, ended).catch(() => undefined);
  }
  // The changes of the last requests are archived too; a backup under way is made again.
  report({ state: await keeper.tick() });
}
