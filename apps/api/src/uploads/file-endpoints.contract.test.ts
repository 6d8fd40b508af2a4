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

const KINDS = [
  '/api/v0/outages',
  '/api/v0/production',
  '/api/v0/user/ana/consumption',
  '/api/v0/user/ana/trades',
];

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

test('files of one customer are read one after the other, whatever their kinds', async () => {
  const fileQueue = new CountingQueue(KINDS.length);
  const bodies = new BodyLimit(1_000_000);
  const limits = { bodies, maxUploadBytes: 1_000 };
  let reading = 0;
  const atOnce: number[] = [];
  const deps = {
    ...limits,
    seriesBodies: limits,
    fileQueue,
    enabled: true,
    plants: { list: () => listOf([]) },
    clock: () => new Date(),
    digest: (text: string) => text,
    async read() {
      reading += 1;
      atOnce.push(reading);
      await fileQueue.whenAll;
      reading -= 1;
      const read = { understood: null, preview: [], period: null, total: 0, problems: [] };
      return { ...read, series: [], warnings: [], days: [], count: 0, slices: [] };
    },
  };
  const customer = { ...aCustomer(), folder: 'acme' };
  const key = aKey(customer.id, { scopes: ['uploads', 'purchases'] });
  const app = express().use(
    routeTo(apiEndpoints(deps as unknown as EndpointDeps), {
      authenticate: async () => ({ customer, key }),
      work: new WorkLimit(KINDS.length),
      ready: new ReadyResponses(),
    }),
  );
  await using server = await serve(app);
  const statuses = KINDS.map(async (path) => {
    const body = new FormData();
    body.append('dry_run', 'true');
    body.append('file', new Blob(['a;b\n'], { type: 'text/csv' }), 'a.csv');
    const url = `${server.url}${path}/files?retailer_id=acme`;
    return (await fetch(url, { method: 'POST', body })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  expect(atOnce).toEqual([1, 1, 1, 1]);
});
