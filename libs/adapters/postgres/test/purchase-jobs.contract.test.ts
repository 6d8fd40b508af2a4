import { purchaseJobsContract } from '@solano/domain/contracts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

purchaseJobsContract('postgres', async () => {
  const database = await openSharedDatabase();
  return {
    stores: postgresStores(database.here),
    queue: new PostgresJobQueue(database.here, database.url),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
});
