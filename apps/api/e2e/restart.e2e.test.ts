import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import type { PurchaseStore } from '@solano/domain/desk';
import { addCustomer, issueKey } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from './api-process.ts';
import { idOf, send } from './service.ts';

const opened = new AsyncDisposableStack();
let databaseUrl: string;
let folder: string;
let purchases: PurchaseStore;
let key: string;

beforeAll(async () => {
  databaseUrl = opened.use(await createTestDatabase()).url;
  folder = await mkdtemp(join(tmpdir(), 'solano-restart-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const db = opened.use(await PostgresDatabase.connect(databaseUrl));
  const stores = postgresStores(db);
  ({ purchases } = stores);
  await addCustomer(
    { ...stores, newId: () => crypto.randomUUID(), clock: () => new Date() },
    SOURCE,
    'Norte',
  );
  const deps = { ...stores, secrets: new NodeSecrets(), clock: () => new Date() };
  key = (await issueKey(deps, SOURCE, 'Norte')).token;
});
afterAll(() => opened.disposeAsync());

function start() {
  return startApi({ DATABASE_URL: databaseUrl, SOLANO_DATA: folder });
}

async function submit(url: string): Promise<string> {
  const response = await send(url, 'POST', '/api/v0/user/ana/submit-purchase/acme', {
    key,
    body: { purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] },
  });
  expect(response.status).toBe(201);
  return idOf(response);
}

test('a service that is killed at any point completes every purchase once', async () => {
  const ids: string[] = [];
  // The kill follows the response to the last submission: others are then in every later state.
  for (const count of [1, 3, 8]) {
    const service = await start();
    for (let i = 0; i < count; i += 1) ids.push(await submit(service.url));
    service.child.kill('SIGKILL');
    await service.exit;
  }
  const service = await start();
  for (const id of ids) {
    await expect
      .poll(() => purchases.get(id))
      .toMatchObject({ status: 'completed', error: expect.stringContaining('Model 3 left out') });
    const history = await purchases.history(id);
    expect(history.map(({ status }) => status)).toEqual(['pending', 'in_progress', 'completed']);
  }
  service.child.kill('SIGTERM');
  expect(await service.exit).toEqual([0, null]);
});

test.each<[string, NodeJS.Signals[]]>([
  ['SIGTERM', []],
  ['SIGTERM, however often it comes,', ['SIGTERM', 'SIGTERM']],
  ['SIGTERM with SIGINT after it', ['SIGINT']],
])('the process finishes the request under way at %s', async (_, more) => {
  const service = await start();
  const { hostname, port } = new URL(service.url);
  const body = JSON.stringify({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });
  const status = Promise.withResolvers<number | undefined>();
  const slow = request({
    hostname,
    port,
    path: '/api/v0/user/ana/submit-purchase/acme',
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      // The response 100 shows that the service has received the head of the request.
      expect: '100-continue',
    },
  });
  slow.once('response', (response) => status.resolve(response.resume().statusCode));
  slow.once('error', status.reject);
  await once(slow, 'continue');
  slow.write(body.slice(0, 10));
  service.child.kill('SIGTERM');
  await service.stopping;
  for (const signal of more) service.child.kill(signal);
  slow.end(body.slice(10));
  expect(await status.promise).toBe(201);
  expect(await service.exit).toEqual([0, null]);
});
