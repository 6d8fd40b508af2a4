import { aCustomer, aKey, listOf } from '@solano/domain/contracts';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { serve } from '#test/server';
import { BodyLimit } from '../body/limit.ts';
import { routeTo } from '../endpoint/endpoint.ts';
import { apiEndpoints, type EndpointDeps } from '../endpoints.ts';
import { WorkLimit } from '../http/work-limit.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import { ReadyResponses } from '../server/ready-responses.ts';
import { requestLog } from '../server/request-log.ts';
import { fileQueues } from '../settings.ts';

const SERIES = ['/api/v0/production', '/api/v0/user/ana/consumption', '/api/v0/user/ana/trades'];

/** A queue that tells when so many tasks were handed to it. */
class CountingQueue extends FairQueue {
  readonly #all = Promise.withResolvers<void>();
  readonly whenAll = this.#all.promise;
  readonly runs: Promise<unknown>[] = [];
  #missing: number;

  constructor(count: number) {
    super({ maxConcurrent: count, maxPerCaller: 1, maxWaitMs: 10_000 });
    this.#missing = count;
  }

  override run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#missing -= 1;
    if (this.#missing === 0) this.#all.resolve();
    const done = super.run(name, work, signal);
    this.runs.push(done);
    return done;
  }
}

/** Serves the endpoints of files to one customer; files are read as `whenRead` resolves. */
async function openFiles(
  queues: { fileQueue: FairQueue; seriesQueue: FairQueue },
  whenRead: () => Promise<void>,
  work = new WorkLimit(10),
) {
  const limits = { bodies: new BodyLimit(1_000_000), maxUploadBytes: 1_000 };
  const deps = {
    ...limits,
    ...queues,
    seriesBodies: limits,
    enabled: true,
    plants: { list: () => listOf([]) },
    clock: () => new Date(),
    digest: (text: string) => text,
    async read() {
      await whenRead();
      const read = { understood: null, preview: [], period: null, total: 0, problems: [] };
      return { ...read, series: [], warnings: [], days: [], count: 0, slices: [] };
    },
  };
  const customer = { ...aCustomer(), folder: 'acme' };
  const key = aKey(customer.id, { scopes: ['uploads', 'purchases'] });
  const app = express().use(
    requestLog(pino({ level: 'silent' })),
    routeTo(apiEndpoints(deps as unknown as EndpointDeps), {
      authenticate: async () => ({ customer, key }),
      work,
      ready: new ReadyResponses(),
    }),
  );
  const server = await serve(app);
  return {
    url: server.url,
    async status(path: string, signal: AbortSignal | null = null): Promise<number> {
      const body = new FormData();
      body.append('dry_run', 'true');
      body.append('file', new Blob(['a;b\n'], { type: 'text/csv' }), 'a.csv');
      const url = `${server.url}${path}/files?retailer_id=acme`;
      return (await fetch(url, { method: 'POST', body, signal })).status;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('files of periods of one customer are read one after the other, whatever their kinds', async () => {
  const seriesQueue = new CountingQueue(SERIES.length);
  let reading = 0;
  const atOnce: number[] = [];
  await using files = await openFiles(
    { fileQueue: new CountingQueue(1), seriesQueue },
    async () => {
      reading += 1;
      atOnce.push(reading);
      await seriesQueue.whenAll;
      reading -= 1;
    },
  );
  expect(await Promise.all(SERIES.map((path) => files.status(path)))).toEqual([200, 200, 200]);
  expect(atOnce).toEqual([1, 1, 1]);
});

test('an outage file does not wait for a file of periods of the same customer', async () => {
  const seriesRead = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let reads = 0;
  await using files = await openFiles(fileQueues(), async () => {
    reads += 1;
    begun.resolve();
    if (reads === 1) await seriesRead.promise;
  });
  const series = files.status('/api/v0/production');
  await begun.promise;
  expect(await files.status('/api/v0/outages')).toBe(200);
  seriesRead.resolve();
  expect(await series).toBe(200);
});

test('files that wait for their turn leave the requests in work to others', async () => {
  const read = Promise.withResolvers<void>();
  const seriesQueue = new CountingQueue(SERIES.length);
  await using files = await openFiles(
    { ...fileQueues(), seriesQueue },
    () => read.promise,
    new WorkLimit(SERIES.length),
  );
  const sent = SERIES.map((path) => files.status(path));
  await seriesQueue.whenAll;
  expect((await fetch(`${files.url}/api/v0/outages/template.csv`)).status).toBe(200);
  read.resolve();
  expect(await Promise.all(sent)).toEqual([200, 200, 200]);
});

test('a file whose client disconnects as it waits is not read', async () => {
  const read = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const seriesQueue = new CountingQueue(2);
  let reads = 0;
  await using files = await openFiles({ ...fileQueues(), seriesQueue }, () => {
    reads += 1;
    begun.resolve();
    return read.promise;
  });
  const first = files.status('/api/v0/production');
  await begun.promise;
  const gone = new AbortController();
  const second = files.status('/api/v0/production', gone.signal);
  await seriesQueue.whenAll;
  gone.abort();
  await expect(second).rejects.toThrow('aborted');
  await expect(seriesQueue.runs[1]).rejects.toMatchObject({ name: 'AbortError' });
  read.resolve();
  expect(await first).toBe(200);
  expect(reads).toBe(1);
});
