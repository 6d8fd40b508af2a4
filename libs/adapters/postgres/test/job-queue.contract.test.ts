import { jobQueueContract } from '@solano/domain/contracts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

jobQueueContract('postgres', async () => {
  const database = await openSharedDatabase();
  const { url, here, there } = database;
  const run = (text: string) => here.run({ text }, []);
  return {
    queue: new PostgresJobQueue(here, url),
    reopen: async () => new PostgresJobQueue(there, url),
    entries: () => postgresStores(here).audit.list({ limit: 10 }),
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
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
});
