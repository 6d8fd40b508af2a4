import { purchaseJobsContract } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';
import { postgresStores } from '../src/stores.ts';

purchaseJobsContract('postgres', async () => {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const database = opening.use(await PostgresDatabase.connect(url));
  const opened = opening.move();
  return {
    stores: postgresStores(database),
    queue: new PostgresJobQueue(database, url),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
});
