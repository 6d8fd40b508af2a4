import type { OpenStores } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

/** An empty database for what uses it only by stores and queues. Disposing of it empties it. */
export interface SharedDatabase extends AsyncDisposable {
  readonly url: string;
  /** Two handles on it, as two processes have them. */
  readonly here: PostgresDatabase;
  readonly there: PostgresDatabase;
}

/** Those that nothing uses at the moment. The server of the test run is removed with them. */
const unused: Omit<SharedDatabase, keyof AsyncDisposable>[] = [];

/** All rows but those of the migrations, and the sessions of workers that a test has left open. */
const EMPTY = `
  SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'solano-worker';
  DO $$
  DECLARE
    each regclass;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR each IN
      SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    LOOP
      EXECUTE format('DELETE FROM %s', each);
    END LOOP;
    PERFORM setval(oid, 1, false) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
  END $$`;

/** Making a database takes a quarter of a second of CPU, and opening it as much: one test after the other uses it. */
export async function openSharedDatabase(): Promise<SharedDatabase> {
  const database = unused.pop() ?? (await newDatabase());
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database.here.run({ text: EMPTY }, []);
      unused.push(database);
    },
  };
}

async function newDatabase() {
  const { url } = await createTestDatabase();
  const here = await PostgresDatabase.connect(url);
  return { url, here, there: await PostgresDatabase.connect(url) };
}

/** Opens an empty storage for a contract suite. */
export const openTestStores: OpenStores = async () => {
  const database = await openSharedDatabase();
  return {
    stores: postgresStores(database.here),
    reopen: async () => postgresStores(database.there),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
};

/** A database with settings that another installation may have, and its stores. */
export async function openForeignDatabase() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  // Connections opened from here on see them.
  const name = new URL(url).pathname.slice(1);
  {
    await using database = await PostgresDatabase.connect(url);
    for (const setting of [
      "timezone = 'Asia/Kathmandu'",
      "datestyle = 'SQL, DMY'",
      'extra_float_digits = 0',
    ]) {
      await database.run({ text: `ALTER DATABASE ${name} SET ${setting}` }, []);
    }
  }
  const database = opening.use(await PostgresDatabase.connect(url));
  const opened = opening.move();
  const stores = postgresStores(database);
  return { database, stores, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
