import { parentPort, workerData } from 'node:worker_threads';
import { withTimeout } from '@solano/async';
import type { Config } from '@solano/config';
import { ARCHIVE_INTERVAL_MS, BackupKeeper, type Log } from '@solano/domain';
import { backUpDeps, lockLog, openBackups, requireBackup } from './backup.ts';
import type { FromThread, ToThread } from './backup-service.ts';

const { config, databaseUrl } = workerData as { config: Config; databaseUrl: string };

const post = (message: FromThread) => parentPort?.postMessage(message);
const line = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
  post({ log: { level, fields, message } });
const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };

await using opened = await openBackups(config);
const keeper = new BackupKeeper({
  ...(await backUpDeps(config, opened, { databaseUrl, log })),
  lockLog: () => lockLog(databaseUrl),
  keepMs: requireBackup(config).keepMs,
});
const { promise: closed, resolve: close } = Promise.withResolvers<void>();
parentPort?.on('message', (message: ToThread) => {
  if ('put' in message) keeper.notePut(message.put);
  else close();
});

let isClosed = false;
void closed.then(() => {
  isClosed = true;
});
while (!isClosed) {
  const began = performance.now();
  post({ state: await keeper.tick() });
  const rest = Math.max(0, ARCHIVE_INTERVAL_MS - (performance.now() - began));
  // The state is reported when a backup has ended, too.
  const ended = Promise.race([closed, ...(keeper.backingUp ? [keeper.backingUp] : [])]);
  await withTimeout(rest, ended).catch(() => undefined);
}
// The changes of the last requests are archived too; a backup under way is made again.
post({ state: await keeper.tick() });
process.exit();
