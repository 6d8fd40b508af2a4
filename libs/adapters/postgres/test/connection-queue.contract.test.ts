import { createTestDatabase } from '@solano/tools/test-database';
import { TestRelay } from '@solano/tools/test-relay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

/** Also the time for a connection to be made, which takes long on a busy machine. */
const ONE = { connections: 1, queueMs: 4_000 };
const SELECT = { text: 'SELECT 1' };

let server: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server[Symbol.asyncDispose]());

/** What needs a connection of the pool, in each way. */
const CALLS: [string, (database: PostgresDatabase) => Promise<unknown>][] = [
  ['a statement', (database) => database.run(SELECT, [])],
  ['a transaction', (database) => database.transaction((run) => run(SELECT, []))],
  ['Prisma', (database) => postgresStores(database).customers.list()],
  [
    'a transaction of Prisma',
    (database) => database.prisma((prisma) => prisma.$transaction([prisma.customer.count()])),
  ],
];

// At once, as they wait for timeouts.
describe('a call that finds no free connection in time', { concurrent: true }, () => {
  test.each(CALLS)(
    'a call that finds no free connection in time is overload while the server is there: %s',
    async (_, call) => {
      await using database = await PostgresDatabase.connect(server.url, ONE);
      await database.transaction(async () => {
        const message = 'The service is busy. Try again soon.';
        await expect(call(database)).rejects.toMatchObject({ code: 'overloaded', message });
      });
      await call(database);
    },
  );

  test.each(CALLS)(
    'a call that finds no free connection in time is unavailability while the server is stopped: %s',
    async (_, call) => {
      await using relay = await TestRelay.open(server.url);
      await using database = await PostgresDatabase.connect(relay.url, ONE);
      const held = database.transaction(async () => {
        relay.silence();
        relay.pointTo(undefined);
        await expect(call(database)).rejects.toMatchObject({ code: 'store_unavailable' });
        relay.cut();
      });
      await expect(held).rejects.toMatchObject({ code: 'store_unavailable' });
    },
  );

  test('a call for which no connection is made in time is overload while the server is there', async () => {
    await using relay = await TestRelay.open(server.url);
    await using database = await PostgresDatabase.connect(relay.url, { connections: 1 });
    relay.pointTo(undefined);
    relay.cut();
    await expect.poll(() => relay.connections, { timeout: 3_000 }).toBe(0);
    const call = database.run(SELECT, []).catch((error: unknown) => error);
    await expect.poll(() => relay.connections, { timeout: 3_000 }).toBe(1);
    relay.pointTo(server.url);
    expect(await call).toMatchObject({ code: 'overloaded' });
    await database.run(SELECT, []);
  });

  test('a call that finds no free connection in time is rejected with all others that wait', async () => {
    await using database = await PostgresDatabase.connect(server.url, ONE);
    const waiting = database.transaction(async () => {
      const calls = Array.from({ length: 20 }, () => database.run(SELECT, []));
      const settled = await Promise.allSettled(calls);
      return settled.map((each) => (each as PromiseRejectedResult).reason as { code: string });
    });
    expect((await waiting).map(({ code }) => code)).toEqual(Array(20).fill('overloaded'));
  });
});
