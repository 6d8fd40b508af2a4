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
    tracing.statement('SELECT 1 FROM in_time')?.();
    await later.promise;
    tracing.statement('SELECT 1 FROM too_late')?.();
  });
  later.resolve();
  await outlived;
  await tracing[Symbol.asyncDispose]();
  expect(collector.spans.map(({ name }) => name)).toEqual(['SELECT in_time', 'GET /here']);
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

test('models and statements of threads are parts of what is under way, with their own times', async () => {
  await using collector = await openCollector();
  const tracing = open(collector.url);
  const startMs = Number(process.hrtime.bigint()) / 1e6;
  const works = [
    { kind: 'model', name: 'LADDER', subject: 'an id', startMs, endMs: startMs + 2 },
    { kind: 'statement', name: 'SELECT 1 FROM plant', startMs, endMs: startMs + 1 },
    { kind: 'model', name: 'CVAR_DAY', startMs, endMs: startMs, errorType: 'Error' },
  ] as const;
  await tracing.ofPurchase(undefined, 'job', {}, async () => {
    await tracing.part('split', {}, async () => tracing.observed(works));
    tracing.model('LIMIT_BIDS')();
  });
  tracing.observed(works);
  tracing.model('LADDER')();
  await tracing[Symbol.asyncDispose]();
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  const parents = collector.spans.map(({ name, parentSpanId }) => [
    name,
    collector.spans.find(({ spanId }) => spanId === parentSpanId)?.name,
  ]);
  expect(parents).toEqual([
    ['model LADDER', 'split'],
    ['SELECT plant', 'split'],
    ['model CVAR_DAY', 'split'],
    ['split', 'job'],
    ['model LIMIT_BIDS', 'job'],
    ['job', undefined],
  ]);
  const ladder = named('model LADDER');
  expect(ladder?.attributes).toEqual({ 'solano.model': 'LADDER', 'solano.model.subject': 'an id' });
  const nanoseconds = Number(ladder?.endTimeUnixNano) - Number(ladder?.startTimeUnixNano);
  expect(nanoseconds / 1e6).toBeCloseTo(2, 1);
  expect(Math.abs(Number(ladder?.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(10_000);
  expect(named('model CVAR_DAY')).toMatchObject({ attributes: { 'error.type': 'Error' } });
});

test('the end waits a second for a collector that does not respond, and no longer', async () => {
  await using dumb = await openDumbServer();
  const tracing = open(`http://127.0.0.1:${dumb.port}`);
  for (let i = 0; i < 10_000; i += 1) within(tracing, () => {});
  const before = performance.now();
  await tracing[Symbol.asyncDispose]();
  expect(performance.now() - before).toBeLessThan(3_000);
});
