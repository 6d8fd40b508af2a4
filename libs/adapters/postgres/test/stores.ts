import type { OpenStores } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

/** Opens a database of its own for a contract suite. */
export const openTestStores: OpenStores = async () => {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const stores = postgresStores(opening.use(await PostgresDatabase.connect(url)));
  const opened = opening.move();
  return {
    stores,
    reopen: async () => postgresStores(opened.use(await PostgresDatabase.connect(url))),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
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
