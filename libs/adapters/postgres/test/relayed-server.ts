import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestServer, putTestCluster } from '@solano/tools/test-postgres';
import { TestRelay } from '@solano/tools/test-relay';
import { PostgresDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';

/**
 * A server of a test's own, to be stopped and started, and a database that reaches it through a
 * relay. Disposing removes it all.
 */
export async function openRelayedServer() {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-outage-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  await putTestCluster(folder);
  let server = await openTestServer(folder);
  opening.defer(() => server.close());
  await migrate(server.url);
  const relay = opening.use(await TestRelay.open(server.url));
  const database = opening.use(await PostgresDatabase.connect(relay.url));
  const opened = opening.move();
  return {
    folder,
    relay,
    database,
    url: () => server.url,
    stop: () => server.close(),
    /** Stops it, where it has not crashed, and starts it on another port. */
    async restart() {
      // Else a use of the server that crashed would join the new one, and keep it from stopping.
      await server.close();
      server = await openTestServer(folder);
      relay.pointTo(server.url);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
