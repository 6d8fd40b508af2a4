import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aCustomer, anEntry, aPurchase, type Stores } from '@solano/domain/contracts';
import { TestRelay } from '@solano/tools/test-relay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { postgresStores } from '../src/stores.ts';
import { openRelayedServer } from './relayed-server.ts';

const SECONDS = 1_000;
const customer = aCustomer();
const purchase = aPurchase(customer.id);
const owner = { customerId: customer.id, user: 'u', retailer: 'r' };

/** One call of each way in which the adapter talks to its database. */
const CALLS: Record<string, (stores: Stores) => Promise<unknown>> = {
  'Prisma reading': ({ customers }) => customers.list(),
  'Prisma writing': ({ strategies }) => strategies.put(owner, [], anEntry()),
  'a statement': ({ purchases }) => purchases.read(purchase.id),
  'a transaction': ({ purchases }) => purchases.update(purchase.id, () => undefined),
  'a walk': ({ prices }) =>
    prices.predictions('md_pdbc_spain', 0, 1)[Symbol.asyncIterator]().next(),
};

describe('a server that stops and comes back', () => {
  let server: Awaited<ReturnType<typeof openRelayedServer>>;
  let database: PostgresDatabase;
  let stores: Stores;

  beforeAll(async () => {
    server = await openRelayedServer();
    ({ database } = server);
    stores = postgresStores(database);
    await stores.customers.add(customer, anEntry());
    await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test.each(Object.keys(CALLS))(
    'a server that was stopped is unavailable and then works again: %s',
    async (name) => {
      const call = CALLS[name] as (typeof CALLS)[string];
      await call(stores);
      await server.stop();
      await expectUnavailable(() => call(stores));
      await server.restart();
      await call(stores);
    },
  );

  test('a crash of the server fails the running calls, and nothing else', async () => {
    const locked = Promise.withResolvers<void>();
    const running = database.transaction(async (run) => {
      await run({ text: 'SELECT pg_advisory_xact_lock(1)' }, []);
      locked.resolve();
      await run({ text: 'SELECT pg_sleep(10)' }, []);
    });
    const failed = expectUnavailable(() => running);
    await locked.promise;
    process.kill(await postmaster(server.folder), 'SIGQUIT');
    await failed;
    await server.restart();
    await stores.purchases.get(purchase.id);
  });

  test('a server does not stop between two statements of a transaction', async () => {
    const lost = database.transaction(async (run) => {
      const [row] = await run<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }, []);
      await database.run({ text: 'SELECT pg_terminate_backend($1)' }, [row?.pid ?? 0]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await run({ text: 'SELECT 1' }, []);
    });
    await expectUnavailable(() => lost);
    await stores.purchases.get(purchase.id);
  });

  test('a stopped server rejects twenty callers at once', async () => {
    await server.stop();
    const calls = Object.values(CALLS);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        return expectUnavailable(() => (calls[i % calls.length] as (typeof calls)[0])(stores));
      }),
    );
    await server.restart();
    await Promise.all(calls.map((call) => call(stores)));
  });

  test('a read-only server is unavailable for writing', async () => {
    await database.run({ text: 'ALTER SYSTEM SET default_transaction_read_only = on' }, []);
    await database.run({ text: 'SELECT pg_reload_conf()' }, []);
    await using fresh = await PostgresDatabase.connect(server.url());
    const readOnly = postgresStores(fresh);
    await expect(readOnly.customers.list()).resolves.toHaveLength(1);
    await expectUnavailable(() => readOnly.strategies.put(owner, [], anEntry()));
    await expectUnavailable(() => readOnly.purchases.add(purchase, '[]', { entry: anEntry() }));
    await fresh.run({ text: 'ALTER SYSTEM RESET default_transaction_read_only' }, []);
    await fresh.run({ text: 'SELECT pg_reload_conf()' }, []);
  });
});

describe('connecting to a server', () => {
  test('connecting is rejected where no server listens', async () => {
    // No program listens on the lowest port; one that was free a moment ago might be taken.
    const nowhere = 'postgresql://user:password@127.0.0.1:1/none';
    await expectUnavailable(() => PostgresDatabase.connect(nowhere));
    await expectUnavailable(() => migrate(nowhere));
  });

  test('connecting is given up where no server responds', async () => {
    await using silent = await TestRelay.open();
    await Promise.all([
      expectUnavailable(() => PostgresDatabase.connect(silent.url)),
      expectUnavailable(() => migrate(silent.url)),
    ]);
  });

  test('connecting to a host that does not exist is rejected', async () => {
    const url = 'postgresql://user:password@no-such-host.invalid:5432/none';
    await expectUnavailable(() => PostgresDatabase.connect(url));
  });
});

async function expectUnavailable(call: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const error: unknown = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'store_unavailable', cause: expect.any(Error) as Error });
  expect(performance.now() - start).toBeLessThan(5 * SECONDS);
}

async function postmaster(folder: string): Promise<number> {
  const path = join(folder, 'postgres', 'data', 'postmaster.pid');
  return Number.parseInt(await readFile(path, 'utf8'), 10);
}
