import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { COMMAND, openCommand } from './solano.ts';

/**
 * A command that waits for a lock on the embedded server of its data folder, of which it is the
 * last user. Disposing ends what the test itself still has open.
 */
async function openBlockedCommand() {
  await using opening = new AsyncDisposableStack();
  const { folder, env, solano } = opening.use(await openCommand());
  expect(await solano('migrate')).toMatchObject({ code: 0 });
  const server = opening.use(await openEmbeddedServer(env.SOLANO_DATA));
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  opening.defer(() => client.end().catch(() => undefined));
  await client.query('BEGIN; LOCK TABLE customer');
  const command = spawn(COMMAND, ['customer', 'list'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(command, 'exit');
  opening.defer(() => void command.kill('SIGKILL'));
  const blocked = 'SELECT FROM pg_locks WHERE NOT granted';
  await expect.poll(async () => (await client.query(blocked)).rowCount).toBeGreaterThan(0);
  await server.close();
  const opened = opening.move();
  return {
    command,
    exit,
    postmaster: join(folder, 'data/postgres/data/postmaster.pid'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('a command that %s ends stops its database server', async (signal, code) => {
  await using blocked = await openBlockedCommand();
  await access(blocked.postmaster);
  blocked.command.kill(signal);
  // A second signal does not cut the first one short.
  blocked.command.kill(signal);
  expect(await blocked.exit).toEqual([code, null]);
  await expect(access(blocked.postmaster)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a command that nobody reads any more stops its database server', async () => {
  await using blocked = await openBlockedCommand();
  // It says on standard error what it is doing when that takes longer.
  blocked.command.stderr?.destroy();
  expect(await blocked.exit).toEqual([141, null]);
  await expect(access(blocked.postmaster)).rejects.toMatchObject({ code: 'ENOENT' });
});
