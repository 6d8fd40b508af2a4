import { randomUUID } from 'node:crypto';
import { ownAddress } from '@solano/tools/own-address';
import { startProcess } from '@solano/tools/test-process';
import { TestTemporalServer, testTemporal } from '@solano/tools/test-temporal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService, WARN } from './service.ts';

const access = await testTemporal();
const WORKER = new URL('../../worker/src/main.ts', import.meta.url);
const WORKS = 'this process works on purchases from Temporal';
const CALLBACK_SECRET = 'not a secret: an API of tests, and its workers';
const BODY = {
  purchase: [
    { datetime: '2031-05-05 10:00', purchase: 1 },
    { datetime: '2031-05-05 13:00', purchase: 2 },
  ],
};

test('the metrics of the API say how long Temporal took to accept purchases', async () => {
  const { address: METRICS_ADDRESS } = ownAddress();
  await using service = await openService({
    METRICS_ADDRESS,
    TEMPORAL_ADDRESS: access.address,
    TEMPORAL_TASK_QUEUE: randomUUID(),
    CALLBACK_SECRET,
  });
  const { key } = await service.customer('Norte');
  const scrape = async () => (await fetch(`http://${METRICS_ADDRESS}/metrics`)).text();
  expect(await scrape()).toContain('solano_purchase_hand_over_seconds_count{outcome="taken"} 0');
  expect(await submit(service, key)).toMatchObject({ status: 201 });
  await expect.poll(scrape).toContain('solano_purchase_hand_over_seconds_count{outcome="taken"} 1');
  expect(await scrape()).toMatch(/^solano_build_info\{/m);
});

/** The API with Temporal as its engine, and workers as processes of their own. */
async function openSite(address = access.address) {
  await using opened = new AsyncDisposableStack();
  const cluster = {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TASK_QUEUE: randomUUID(),
    CALLBACK_SECRET,
  };
  const service = opened.use(await openService(cluster));
  const { key } = await service.customer('Norte');
  const running = opened.move();
  return {
    service,
    submit: () => submit(service, key),
    settled: (id: string) => settled(service, key, 'ana', id),
    /** The settled states that the purchase was ever in. */
    async ends(id: string) {
      const history = await service.stores.purchases.history(id);
      return history.map(({ status }) => status).filter((status) => !PASSING.includes(status));
    },
    worker: () => {
      const own = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
      return running.use(startProcess(WORKER, { ...cluster, ...own }));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const PASSING: string[] = ['pending', 'in_progress'];

async function submit(service: TestService, key: string) {
  return service.call('POST', '/api/v0/user/ana/submit-purchase/acme', { key, body: BODY });
}

describe('two workers', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let workers: ReturnType<typeof site.worker>[];

  beforeAll(async () => {
    site = await openSite();
    workers = [site.worker(), site.worker()];
    await Promise.all(workers.map((worker) => worker.saw(WORKS)));
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('a worker completes what the API accepts, as the embedded engine does', async () => {
    const response = await site.submit();
    expect(response).toMatchObject({ status: 201, json: { status: 'pending' } });
    const { json } = await site.settled(idOf(response));

    await using embedded = await openService();
    const { key } = await embedded.customer('Norte');
    const other = await settled(embedded, key, 'ana', idOf(await submit(embedded, key)));
    const comparable = (value: unknown) => ({ ...(value as object), id: '', created_at: '' });
    expect(comparable(json)).toEqual(comparable(other.json));
    expect(json).toMatchObject({ status: 'completed', strategy_output: [{ idmodel: 1 }, {}] });
  });

  test('every purchase ends once when one of two workers is killed', async () => {
    const submitted = Array.from({ length: 40 }, async () => idOf(await site.submit()));
    const ids = await Promise.all(submitted);
    await site.settled(ids[0] as string);
    await workers[0]?.end('SIGKILL');
    for (const id of ids) await site.settled(id);
    for (const id of ids) expect(await site.ends(id)).toEqual(['completed']);
  });
});

describe('a cluster that is not available', () => {
  test('a cluster that is not available causes a warning, and receives the purchases when it is back', async () => {
    await using server = await TestTemporalServer.start();
    await using site = await openSite(server.access.address);
    const worker = site.worker();
    await worker.saw(WORKS);
    await server.kill();

    const response = await site.submit();
    expect(response).toMatchObject({ status: 201, json: { status: 'pending', error: '' } });
    const id = idOf(response);
    const warnings = () => {
      return site.service.log.filter((line) => line.level >= WARN && line.purchase_id === id);
    };
    const warning = { msg: 'the workflow engine did not accept the purchase' };
    await expect.poll(warnings).toMatchObject([warning]);

    await server.start();
    expect((await site.settled(id)).json).toMatchObject({ status: 'completed' });
    expect(await site.ends(id)).toEqual(['completed']);
    expect(warnings()).toHaveLength(1);
  });

  test('a cluster that returns without its data receives pending purchases again, each settled once', async () => {
    await using server = await TestTemporalServer.start();
    await using site = await openSite(server.access.address);
    const { database } = site.service;
    const ids = await Promise.all(Array.from({ length: 3 }, async () => idOf(await site.submit())));
    const started = { text: `SELECT subject FROM job WHERE step = 'started'` };
    await expect.poll(() => database.run(started, [])).toHaveLength(3);
    await server.kill();
    await server.loseData();
    await server.start();
    site.worker();
    // The pause until they are offered again is over.
    await database.run({ text: `UPDATE job SET run_at = now() WHERE kind = 'purchase'` }, []);
    for (const id of ids) {
      expect((await site.settled(id)).json).toMatchObject({ status: 'completed' });
      expect(await site.ends(id)).toEqual(['completed']);
    }
  });
});
