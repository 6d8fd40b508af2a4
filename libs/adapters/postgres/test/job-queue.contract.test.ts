import { jobQueueContract } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';
import { postgresStores } from '../src/stores.ts';

jobQueueContract('postgres', async () => {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const database = opening.use(await PostgresDatabase.connect(url));
  const opened = opening.move();
  const run = (text: string) => database.run({ text }, []);
  return {
    queue: new PostgresJobQueue(database, url),
    reopen: async () => new PostgresJobQueue(opened.use(await PostgresDatabase.connect(url)), url),
    entries: () => postgresStores(database).audit.list({ limit: 10 }),
    async lose() {
      // The first that began.
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'solano-worker' AND datname = current_database()
        ORDER BY backend_start LIMIT 1`);
    },
    // Its times are what a clock that steps sees from the other side.
    async moveClock(ms) {
      await run(`UPDATE job SET run_at = run_at - interval '${ms} milliseconds'`);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
});
