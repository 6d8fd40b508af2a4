import { aCustomer, aKey, listOf } from '@solano/domain/contracts';
import express from 'express';
import { expect, test } from 'vitest';
import { serve } from '#test/server';
import { BodyLimit } from '../body/limit.ts';
import { routeTo } from '../endpoint/endpoint.ts';
import { apiEndpoints, type EndpointDeps } from '../endpoints.ts';
import { WorkLimit } from '../http/work-limit.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import { ReadyResponses } from '../server/ready-responses.ts';
import { fileQueues } from '../settings.ts';

const SERIES = ['/api/v0/production', '/api/v0/user/ana/consumption', '/api/v0/user/ana/trades'];

/** A queue that tells when so many tasks were handed to it. */
class CountingQueue extends FairQueue {
  readonly #all = Promise.withResolvers<void>();
  readonly whenAll = this.#all.promise;
  #missing: number;

  constructor(count: number) {
    super({ maxConcurrent: count, maxPerCaller: 1, maxWaitMs: 10_000 });
    this.#missing = count;
  }

  override run<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#missing -= 1;
    if (this.#missing === 0) this.#all.resolve();
    return super.run(name, work);
  }
}

/** Serves the endpoints of files to one customer; files are read as `whenRead` resolves. */
async function openFiles(
  queues: { fileQueue: FairQueue; seriesQueue: FairQueue },
  whenRead: () => Promise<void>,
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
    routeTo(apiEndpoints(deps as unknown as EndpointDeps), {
      authenticate: async () => ({ customer, key }),
      work: new WorkLimit(10),
      ready: new ReadyResponses(),
    }),
  );
  const server = await serve(app);
  return {
    async status(path: string): Promise<number> {
      const body = new FormData();
      body.append('dry_run', 'true');
      body.append('file', new Blob(['a;b\n'], { type: 'text/csv' }), 'a.csv');
      const url = `${server.url}${path}/files?retailer_id=acme`;
      return (await fetch(url, { method: 'POST', body })).status;
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
