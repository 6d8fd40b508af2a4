import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, issueKey } from '@solano/domain/service';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { openTestServer, putTestCluster } from '@solano/tools/test-postgres';
import { TestRelay } from '@solano/tools/test-relay';
import { expect, test } from 'vitest';
import { startApi } from './api-process.ts';

const SUBMITTERS = 4;
const BODY = JSON.stringify({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });
/** Longer than a worker that does not respond keeps its jobs. */
const FREEZE_MS = 6_000;
/** The purchases with how often each was settled, and the entries of submissions. */
const SETTLEMENTS = `SELECT id, count(status)::int AS settlements FROM (
  SELECT purchase.id, change.status FROM purchase LEFT JOIN purchase_status_change change
  ON purchase_id = id AND change.status IN ('completed', 'failed')) AS t GROUP BY id`;
const ENTRIES = `SELECT subject FROM audit_entry WHERE action = 'purchase.submit'`;

/** Two services on a database that may be restarted, and customers who submit by a key until they get a 201. */
async function openSite() {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-faults-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  await putTestCluster(folder);
  let server = await openTestServer(folder);
  opening.defer(() => server.close());
  await migrate(server.url);
  const relay = opening.use(await TestRelay.open(server.url));
  const database = opening.use(await PostgresDatabase.connect(relay.url));
  const stores = { ...postgresStores(database), clock: () => new Date() };
  await addCustomer({ ...stores, newId: () => crypto.randomUUID() }, SOURCE, 'Norte');
  const { token } = await issueKey({ ...stores, secrets: new NodeSecrets() }, SOURCE, 'Norte');
  const environment = {
    DATABASE_URL: relay.url,
    SOLANO_DATA: folder,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'fatal',
  };
  const services = [await startApi(environment), await startApi(environment)] as const;
  let [first] = services;
  const [, second] = services;
  opening.defer(() => void [first, second].map(({ child }) => child.kill('SIGKILL')));

  const accepted = new Set<string>();
  let submissions = 0;
  let isOver = false;
  /** Undefined where the service cannot accept it now. */
  const submit = async (key: string): Promise<string | undefined> => {
    const { url } = Math.random() < 0.5 ? first : second;
    const response = await fetch(`${url}/api/v0/user/ana/submit-purchase/acme`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: BODY,
      signal: AbortSignal.timeout(5_000),
    });
    return response.status === 201 ? ((await response.json()) as { id: string }).id : undefined;
  };
  const submitOn = async () => {
    while (!isOver) {
      submissions += 1;
      const key = crypto.randomUUID();
      for (let isDone = false; !isDone; await pause(100)) {
        const id = await submit(key).catch(() => undefined);
        if (id !== undefined) accepted.add(id);
        isDone = id !== undefined;
      }
    }
  };
  const submitting = Promise.all(Array.from({ length: SUBMITTERS }, submitOn));
  const opened = opening.move();
  return {
    second,
    database,
    async restartDatabase() {
      await server.close();
      server = await openTestServer(folder);
      relay.pointTo(server.url);
    },
    async replaceFirst() {
      first.child.kill('SIGKILL');
      await first.exit;
      first = await startApi(environment);
    },
    /** Waits until further submissions have been accepted. */
    async someMore() {
      const wanted = accepted.size + 10;
      await expect.poll(() => accepted.size).toBeGreaterThan(wanted);
    },
    /** Ends the submissions. Returns how many there were, and the ids in their responses. */
    async stop() {
      isOver = true;
      await submitting;
      return { submissions, accepted };
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await opened.disposeAsync();
    },
  };
}

test('no purchase is lost or settled twice while PostgreSQL is restarted, a service is killed and another frozen', async () => {
  await using site = await openSite();
  await site.someMore();
  await site.restartDatabase();
  await site.someMore();
  await site.replaceFirst();
  await site.someMore();
  site.second.child.kill('SIGSTOP');
  await pause(FREEZE_MS);
  site.second.child.kill('SIGCONT');
  await site.someMore();
  await site.restartDatabase();
  const { submissions, accepted } = await site.stop();
  type Row = { readonly id: string; readonly settlements: number };
  const rows = () => site.database.run<Row>({ text: SETTLEMENTS }, []).catch(() => []);
  const isSettled = async () =>
    (await rows()).filter(({ settlements }) => settlements > 0).length === submissions;
  await expect.poll(isSettled).toBe(true);
  const purchases = await rows();
  expect(purchases.filter(({ settlements }) => settlements !== 1)).toEqual([]);
  expect(new Set(purchases.map(({ id }) => id))).toEqual(accepted);
  const entries = await site.database.run<{ subject: string }>({ text: ENTRIES }, []);
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual([...accepted].toSorted());
});
