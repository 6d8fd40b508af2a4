import { AsyncLocalStorage } from 'node:async_hooks';
import { createTestDatabase } from '@solano/tools/test-database';
import { TestRelay } from '@solano/tools/test-relay';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { PooledClient } from '../src/database/pooled-client.ts';

let server: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Short, and yet longer than a busy machine takes for a statement. */
const QUERY_TIMEOUT_MS = 1_000;

function openPool(url: string): pg.Pool {
  const options = { connectionString: url, max: 1, query_timeout: QUERY_TIMEOUT_MS };
  const pool = new pg.Pool({ ...options, Client: PooledClient });
  pool.on('error', () => undefined);
  return pool;
}

test('a statement that gets no response in time fails, and the next has another connection', async () => {
  await using relay = await TestRelay.open(server.url);
  const pool = openPool(relay.url);
  await pool.query('SELECT 1');
  relay.silence();
  await expect(pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
  expect((await pool.query('SELECT 2 AS number')).rows).toEqual([{ number: 2 }]);
  await pool.end();
});

test('an idle connection is kept, and each statement of a transaction is counted by itself', async () => {
  await using relay = await TestRelay.open(server.url);
  const [silent, idle, busy] = [openPool(relay.url), openPool(server.url), openPool(server.url)];
  const pidOf = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid;
  };
  // Before the others: its timer would end first if statements did not start it again.
  const client = await busy.connect();
  const pid = await pidOf(idle);
  await silent.query('SELECT 1');
  relay.silence();
  let isSilent = true;
  const message = silent.query('SELECT 1').then(
    () => 'a response',
    (error: Error) => error.message,
  );
  const settled = message.finally(() => {
    isSilent = false;
  });
  while (isSilent) await client.query('SELECT 1');
  client.release();
  expect(await settled).toBe('Query read timeout');
  expect(await pidOf(idle)).toBe(pid);
  await Promise.all([silent, idle, busy].map((pool) => pool.end()));
});

test('statements of one connection are observed as their callers’, Prisma’s too, with their errors', async () => {
  const callers = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  const observe = (text: string) => {
    const caller = callers.getStore();
    return (error?: unknown) => {
      if (caller) seen.push(`${caller} ${text}${error instanceof Error ? ' failed' : ''}`);
    };
  };
  await using database = await PostgresDatabase.connect(server.url, { connections: 1, observe });
  await Promise.all([
    callers.run('wrong', async () => {
      await expect(database.run({ text: 'SELECT 1/0' }, [])).rejects.toThrow(
        'A value cannot be stored.',
      );
    }),
    callers.run('all', () => database.transaction((run) => run({ text: 'SELECT 1' }, []))),
    callers.run('one', () => database.run({ text: 'SELECT 2' }, [])),
    callers.run('Prisma', () => database.prisma((prisma) => prisma.$queryRaw`SELECT 3`)),
  ]);
  expect(seen.toSorted()).toEqual([
    'Prisma SELECT 3',
    'all BEGIN',
    'all COMMIT',
    'all SELECT 1',
    'one SELECT 2',
    'wrong SELECT 1/0 failed',
  ]);
});
