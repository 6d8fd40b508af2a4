import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { PostgresDatabase } from '@solano/postgres';
import { COMMAND } from '@solano/tools/test-command';
import { putTestCluster } from '@solano/tools/test-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const POSTMASTER = 'data/postgres/data/postmaster.pid';

let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  command = await openCommand();
  await putTestCluster(command.env.SOLANO_DATA);
  const { code, stderr } = await command.process('migrate');
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => command[Symbol.asyncDispose]());

/**
 * Interrupts a command that waits for a lock on the embedded server of its data folder, of which
 * it is the last user. Gives how it ended, and whether the server was still there.
 */
async function interrupted(interrupt: (running: ChildProcess) => void) {
  await using opened = new AsyncDisposableStack();
  const { folder, env } = command;
  const server = opened.use(await openEmbeddedServer(env.SOLANO_DATA));
  const database = opened.use(await PostgresDatabase.connect(server.url));
  let exit: Promise<unknown[]> | undefined;
  const start = () => {
    const running = spawn(COMMAND, ['customer', 'list'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    opened.defer(() => void running.kill('SIGKILL'));
    exit = once(running, 'exit');
    return running;
  };
  const locking = database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE customer' }, []);
    const running = start();
    const waiting = { text: 'SELECT pid FROM pg_locks WHERE NOT granted' };
    await expect.poll(() => run(waiting, [])).toHaveLength(1);
    await server.close();
    await access(join(folder, POSTMASTER));
    interrupt(running);
    await exit;
  });
  // The command stops the server under the transaction.
  await locking.catch(() => undefined);
  const isServed = await access(join(folder, POSTMASTER)).then(
    () => true,
    () => false,
  );
  return { exit: await exit, isServed };
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('a command that %s ends stops its database server', async (signal, code) => {
  const ended = await interrupted((running) => {
    running.kill(signal);
    // A second signal does not cut the first one short.
    running.kill(signal);
  });
  expect(ended).toEqual({ exit: [code, null], isServed: false });
});

test('a command whose output is closed stops its database server', async () => {
  // It says on standard error what it is doing when that takes longer.
  const ended = await interrupted((running) => running.stderr?.destroy());
  expect(ended).toEqual({ exit: [141, null], isServed: false });
});
