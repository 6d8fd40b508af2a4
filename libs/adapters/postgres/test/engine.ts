import { type EngineSteps, openJobEngine } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';

/** A worker on a database of its own. Disposing of it stops it. */
export async function openTestEngine(engine: EngineSteps) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const database = opening.use(await PostgresDatabase.connect(url));
  const running = opening.use(await openJobEngine(new PostgresJobQueue(database, url), engine));
  const opened = opening.move();
  return { ...running, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
