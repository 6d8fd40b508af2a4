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
