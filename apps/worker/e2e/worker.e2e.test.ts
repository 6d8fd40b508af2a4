import { randomUUID } from 'node:crypto';
import { SOURCE } from '@solano/domain/contracts';
import { deliveryTimes, readSeries, submitPurchase } from '@solano/domain/desk';
import { addCustomer } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { TemporalPurchaseWorkflow } from '@solano/temporal';
import { ownAddress } from '@solano/tools/own-address';
import { createTestDatabase } from '@solano/tools/test-database';
import { openDumbServer } from '@solano/tools/test-engine';
import { startProcess } from '@solano/tools/test-process';
import { testTemporal } from '@solano/tools/test-temporal';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEndpoint } from './endpoint.ts';

const access = await testTemporal();
const MAIN = new URL('../src/main.ts', import.meta.url);
const WORKS = 'this process works on purchases from Temporal';
/** Time before the hard end at ten seconds. */
const STOP_TIMEOUT_MS = 9_500;
const REQUEST_ID = 'order-7';
const CALLBACK_SECRET = 'not a secret: a worker of tests, and its API';

/** A database, a task queue and an endpoint of the test's own, for any number of workers. */
async function openSite() {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await createTestDatabase());
  const stores = postgresStores(opened.use(await PostgresDatabase.connect(database.url)));
  const endpoint = opened.use(await openEndpoint(CALLBACK_SECRET));
  const taskQueue = randomUUID();
  const cluster = { ...access, taskQueue, tls: false };
  const workflow = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, timeoutMs: 60_000 }));
  const clock = () => new Date();
  const deps = { ...stores, clock, newId: () => randomUUID() };
  const { id: customerId } = await addCustomer(deps, SOURCE, 'Norte');
  const environment = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: access.address,
    TEMPORAL_TASK_QUEUE: taskQueue,
    CALLBACK_SECRET,
    PUBLIC_URL: endpoint.url,
  };
  const running = opened.move();
  return {
    endpoint,
    /** A purchase of an hour, recorded and dispatched as the API does it. */
    async submit(): Promise<string> {
      const items = [{ datetime: '2031-05-05 10:00', purchase: 1 }];
      const { id } = await submitPurchase(
        { ...deps, maxWaitingPurchases: 0 },
        {
          customerId,
          user: 'ana',
          retailer: 'acme',
          rows: items.length,
          ...deliveryTimes(readSeries(items)),
          series: JSON.stringify(items),
          author: { actor: 'key k', origin: '', requestId: REQUEST_ID },
        },
      );
      await workflow.start(id);
      return id;
    },
    worker: (more: Record<string, string> = {}) =>
      running.use(startProcess(MAIN, { ...environment, ...more })),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe('a worker', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let worker: ReturnType<typeof startProcess>;
  const { address } = ownAddress();

  beforeAll(async () => {
    site = await openSite();
    worker = site.worker({ METRICS_ADDRESS: address });
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(() => site.endpoint.respond(() => 200));

  test('a worker computes purchases, and calls the API back', async () => {
    const notifications = await site.endpoint.settled(await site.submit());
    expect(notifications).toMatchObject([
      { status: 'in_progress', outputs: [], requestId: REQUEST_ID },
      { status: 'completed', outputs: [{ idmodel: 1 }, { idmodel: 2 }], requestId: REQUEST_ID },
    ]);
  });

  test('a worker retries while the API is down, and logs it once, naming purchase and request', async () => {
    site.endpoint.respond(() => 503);
    const id = await site.submit();
    const ids = { purchase_id: id, request_id: REQUEST_ID };
    await expect(worker.saw('a step will be retried')).resolves.toMatchObject(ids);
    site.endpoint.respond(() => 200);
    const notifications = await site.endpoint.settled(id);
    expect(notifications.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
    expect(worker.lines.filter(({ purchase_id }) => purchase_id === id)).toHaveLength(1);
  });

  test('a worker reports a failure if the API rejects the result', async () => {
    site.endpoint.respond(({ status }) => (status === 'completed' ? 422 : 200));
    const id = await site.submit();
    const notifications = await site.endpoint.settled(id);
    expect(notifications.at(-1)).toMatchObject({
      status: 'failed',
      error: 'The update endpoint answered 422.',
    });
    // The log comes by another way than the notification.
    await expect
      .poll(() => worker.lines.filter(({ purchase_id }) => purchase_id === id))
      .toMatchObject([{ level: 50, request_id: REQUEST_ID }]);
  });

  test('a worker serves its metrics at the configured address', async () => {
    const metrics = () => fetch(`http://${address}/metrics`).then((response) => response.text());
    await expect.poll(metrics).toMatch(/^temporal_workflow_completed_total\{.*\} 3$/m);
    expect(await metrics()).toMatch(/^temporal_activity_execution_latency_seconds_count\{/m);
  });

  test('a worker ends on SIGTERM', async () => {
    expect(await worker.end()).toBe(0);
    expect(worker.lines.at(-1)).toMatchObject({ msg: 'stopping', signal: 'SIGTERM' });
  });
});

describe('a worker of its own', () => {
  test('a worker that is killed is replaced by others, which complete its purchases', async () => {
    await using site = await openSite();
    const [killed, other] = [site.worker(), site.worker()];
    await Promise.all([killed.saw(WORKS), other.saw(WORKS)]);
    const ids: string[] = [];
    for (let i = 0; i < 60; i += 1) ids.push(await site.submit());
    await site.endpoint.settled(ids[0] as string);
    await killed.end('SIGKILL');
    for (const id of ids) {
      const final = (await site.endpoint.settled(id)).filter(
        (notification) => notification.status !== 'in_progress',
      );
      expect(new Set(final.map(({ status }) => status))).toEqual(new Set(['completed']));
    }
  });

  test('a worker ends soon after SIGTERM, although Temporal accepts connections and never responds', async () => {
    await using site = await openSite();
    await using dumb = await openDumbServer();
    const worker = site.worker({ TEMPORAL_ADDRESS: `127.0.0.1:${dumb.port}` });
    await dumb.connected;
    const before = performance.now();
    expect(await worker.end()).toBe(0);
    expect(performance.now() - before).toBeLessThan(STOP_TIMEOUT_MS);
    expect(worker.lines.at(-1)).toMatchObject({ msg: 'stopping' });
  });

  test('a worker that cannot serve its metrics names the address, in one line', async () => {
    await using site = await openSite();
    await using taken = await openDumbServer();
    await using worker = site.worker({ METRICS_ADDRESS: `127.0.0.1:${taken.port}` });
    const { code, errors } = await worker.ended();
    expect(errors).toMatch(/^solano: METRICS_ADDRESS 127\.0\.0\.1:\d+: .*in use.*\n$/);
    expect(code).toBe(1);
  });
});

test('a worker does not start with a database that is unavailable, and says so in one line', async () => {
  await using worker = startProcess(MAIN, {
    DATABASE_URL: 'postgresql://solano@127.0.0.1:1/solano',
    TEMPORAL_ADDRESS: access.address,
    CALLBACK_SECRET,
    PUBLIC_URL: 'http://127.0.0.1:1',
  });
  const { code, errors } = await worker.ended();
  expect(errors).toMatch(/^solano: .*\n$/);
  expect(code).toBe(1);
});
