import { SolanoError } from '@solano/domain/kernel';
import { openCollector } from '@solano/tools/test-collector';
import { openDumbServer } from '@solano/tools/test-engine';
import { expect, test } from 'vitest';
import { Tracing } from '../src/index.ts';

const ENDED = { method: 'GET', route: '/here', status: 200 };

function open(endpoint: string) {
  const log = { warn() {} };
  return new Tracing({ endpoint, service: 'test', version: '1', log });
}

/** Does work within a request, and gives what it gives. */
function within<T>(tracing: Tracing, work: () => T, ...request: [unknown?, boolean?]): T {
  const [traceparent, isOwn = false] = request;
  const traced = tracing.request(traceparent, isOwn);
  let made: T | undefined;
  traced.run(() => {
    made = work();
  });
  traced.end(ENDED);
  return made as T;
}

test('the first id in a request is that of its trace, and no other is', async () => {
  await using collector = await openCollector();
  const tracing = open(collector.url);
  const ids = within(tracing, () => [tracing.newId(), tracing.newId()]);
  const other = tracing.newId();
  await tracing[Symbol.asyncDispose]();
  const traces = [...ids, other].map((id) => collector.of(id.replaceAll('-', '')).length);
  expect(traces).toEqual([1, 0, 0]);
});

test('ids in a request that another process has begun the trace of are new', async () => {
  await using collector = await openCollector();
  await using tracing = open(collector.url);
  const first = within(tracing, () => tracing.newId());
  const traceparent = `00-${first.replaceAll('-', '')}-00f067aa0ba902b7-01`;
  const ids = [1, 2].map(() => within(tracing, () => tracing.newId(), traceparent, true));
  expect(new Set([first, ...ids]).size).toBe(3);
});

test('work that outlives its request adds nothing to the trace', async () => {
  await using collector = await openCollector();
  const tracing = open(collector.url);
  const later = Promise.withResolvers<void>();
  const outlived = within(tracing, async () => {
    await tracing.statement('in time', async () => {});
    await later.promise;
    await tracing.statement('too late', async () => {});
  });
  later.resolve();
  await outlived;
  await tracing[Symbol.asyncDispose]();
  expect(collector.spans.map(({ name }) => name)).not.toContain('too late');
});

test('a failure has its code in the span, and not its message', async () => {
  await using collector = await openCollector();
  const tracing = open(collector.url);
  const failing = tracing.ofPurchase(undefined, 'job', {}, async () => {
    throw new SolanoError('webhook_gone', 'message of a customer', { cause: new Error('cause') });
  });
  await expect(failing).rejects.toThrow('message of a customer');
  await tracing[Symbol.asyncDispose]();
  expect(collector.spans).toMatchObject([{ attributes: { 'error.type': 'webhook_gone' } }]);
  expect(collector.payloads.join()).not.toMatch(/message of a customer|"cause"/);
});

test('the end waits a second for a collector that does not respond, and no longer', async () => {
  await using dumb = await openDumbServer();
  const tracing = open(`http://127.0.0.1:${dumb.port}`);
  for (let i = 0; i < 10_000; i += 1) within(tracing, () => {});
  const before = performance.now();
  await tracing[Symbol.asyncDispose]();
  expect(performance.now() - before).toBeLessThan(3_000);
});
