import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HmacCallbackTokens, NodeSecrets } from '@solano/crypto';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, addWebhook, type Customer, issueKey } from '@solano/domain/service';
import { HttpWebhookSender } from '@solano/http';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { type CollectedSpan, openCollector } from '@solano/tools/test-collector';
import { createTestDatabase } from '@solano/tools/test-database';
import { startProcess } from '@solano/tools/test-process';
import { testTemporal } from '@solano/tools/test-temporal';
import { expect, test } from 'vitest';
import { startApi } from './api-process.ts';
import { idOf, openService, send, settled, type TestService, WARN } from './service.ts';
import { openEndpoint } from './webhook-endpoint.ts';

const temporal = await testTemporal();
const WORKER = new URL('../../worker/src/main.ts', import.meta.url);
const CALLBACK_SECRET = 'not a secret: an API of tests, and its workers';
/** Texts of a customer, which no span may have. */
const OWN = { user: 'anabel-user', retailer: 'acme-retailer', query: 'query-text', mw: 1234.5678 };
const BODY = { purchase: [{ datetime: '2031-05-05 10:00', purchase: OWN.mw }] };
const SUBMISSION = 'POST /api/v0/user/{:user}/submit-purchase/:retailer_id';
/** Of the models that are on without settings, those that need no prices. */
const MODELS = ['model DAY_AHEAD', 'model LADDER'];
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

async function submit(service: TestService, key: string, headers: Record<string, string> = {}) {
  const path = `/api/v0/user/${OWN.user}/submit-purchase/${OWN.retailer}`;
  const response = await service.call('POST', path, { key, body: BODY, headers });
  expect(response.status).toBe(201);
  return idOf(response);
}

async function addHook({ stores }: TestService, customer: Customer, url: string) {
  await using sender = new HttpWebhookSender({ privateAddresses: true });
  await addWebhook({ ...stores, sender }, SOURCE, customer, { url });
}

const traceOf = (purchaseId: string) => purchaseId.replaceAll('-', '');

/** The names of a span's ancestors, the nearest first. */
function ancestors(spans: readonly CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [parent.name, ...ancestors(spans, parent)] : [];
}

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no ${name} in: ${spans.map((span) => span.name).join()}`);
  return found;
}

/** The name by which connections know the statement of a span; of Prisma's none. */
function statementOf({ attributes }: CollectedSpan): string {
  const { 'solano.statement': statement } = attributes;
  return typeof statement === 'string' ? statement : '';
}

function ofStatement(spans: readonly CollectedSpan[], statement: string): CollectedSpan {
  const found = spans.find((span) => statementOf(span) === statement);
  if (!found) throw new Error(`no ${statement} in: ${spans.map(statementOf).join()}`);
  return found;
}

test('a trace leads from a request by its job, models and statements to the webhook message', async () => {
  await using collector = await openCollector();
  await using endpoint = await openEndpoint();
  await using service = await openService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  });
  const { customer, key } = await service.customer('Norte');
  await addHook(service, customer, endpoint.url);
  const id = await submit(service, key, { traceparent: TRACEPARENT });
  await settled(service, key, OWN.user, id);
  await endpoint.until(1);
  const spans = () => collector.of(traceOf(id));
  await expect.poll(() => spans().map(({ name }) => name)).toContain('job message');

  const request = named(spans(), SUBMISSION);
  expect(request.parentSpanId).toBeUndefined();
  expect(request.links).toMatchObject([
    { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
  ]);
  expect(request.attributes).toMatchObject({ 'http.response.status_code': 201 });
  expect(ancestors(spans(), ofStatement(spans(), 'purchase-add'))).toEqual([SUBMISSION]);
  expect(ancestors(spans(), named(spans(), 'models split'))).toEqual(['job purchase', SUBMISSION]);
  const models = spans().filter(({ name }) => name.startsWith('model '));
  expect(models.map(({ name }) => name)).toEqual(MODELS);
  for (const model of models) {
    expect(ancestors(spans(), model)).toEqual(['models split', 'job purchase', SUBMISSION]);
  }
  // A statement of Prisma's has no name of its own.
  const written = spans().filter((span) => 'db.system.name' in span.attributes);
  const prisma = written.filter((span) => statementOf(span) === '');
  const subscribed = prisma.find(({ name }) => name.startsWith('SELECT webhook'));
  expect(subscribed && ancestors(spans(), subscribed)).toEqual(['job purchase', SUBMISSION]);
  expect(ancestors(spans(), named(spans(), 'webhook deliver'))).toEqual([
    'job message',
    SUBMISSION,
  ]);
  expect(named(spans(), 'job purchase').attributes).toMatchObject({ 'solano.job.subject': id });
  expect(endpoint.received[0]?.headers).not.toHaveProperty('traceparent');
});

test('a trace goes on in a worker of Temporal, and in the call-back of it', async () => {
  await using collector = await openCollector();
  await using endpoint = await openEndpoint();
  const cluster = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_TASK_QUEUE: randomUUID(),
    CALLBACK_SECRET,
  };
  await using service = await openService({ ...cluster, WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  const { customer, key } = await service.customer('Norte');
  await addHook(service, customer, endpoint.url);
  const addresses = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
  await using worker = startProcess(WORKER, { ...cluster, ...addresses });
  const id = await submit(service, key);
  await settled(service, key, OWN.user, id);
  await endpoint.until(1);
  await worker.end();
  const spans = () => collector.of(traceOf(id));
  await expect.poll(() => spans().map(({ name }) => name)).toContain('job message');

  const dispatched = named(spans(), 'workflow start');
  expect(ancestors(spans(), dispatched)).toEqual(['job purchase', SUBMISSION]);
  const split = named(spans(), 'models split');
  expect(split.service).toBe('solano-worker');
  expect(ancestors(spans(), split)).toEqual(['activity complete', SUBMISSION]);
  const models = spans().filter(({ name }) => name.startsWith('model '));
  expect(models.map(({ name }) => name)).toEqual(MODELS);
  const own = ['models split', 'activity complete', SUBMISSION];
  expect(models.map((span) => [span.service, ...ancestors(spans(), span)])).toEqual(
    MODELS.map(() => ['solano-worker', ...own]),
  );
  const changes = spans().filter((span) => statementOf(span).startsWith('purchase-change'));
  const called = ['call-back', 'activity complete', SUBMISSION];
  expect(changes.map((span) => [span.service, ...ancestors(spans(), span)])).toContainEqual([
    'solano-api',
    'PUT /api/v0/user/:user/purchase/:purchase_id/update',
    ...called,
  ]);
  expect(ancestors(spans(), named(spans(), 'webhook deliver'))).toEqual([
    'job message',
    SUBMISSION,
  ]);
  requireNoTexts(collector.payloads, key, CALLBACK_SECRET);
});

test('a caller of the call-back’s route continues no trace without its token', async () => {
  await using collector = await openCollector();
  await using service = await openService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_TASK_QUEUE: randomUUID(),
    CALLBACK_SECRET,
  });
  const { key } = await service.customer('Norte');
  const id = await submit(service, key);
  const path = `/api/v0/user/${OWN.user}/purchase/${id}/update`;
  const traceparent = `00-${traceOf(id)}-${traceOf(id).slice(16)}-01`;
  const forged = new HmacCallbackTokens('another secret, of someone else’s').issue(
    id,
    new Date(Date.now() + 60_000),
  );
  const put = { body: { status: 'completed' }, headers: { traceparent } };
  expect((await service.call('PUT', path, { ...put, key: forged })).status).toBe(401);
  const update = 'PUT /api/v0/user/:user/purchase/:purchase_id/update';
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain(update);
  const span = named(collector.spans, update);
  expect(span.traceId).not.toBe(traceOf(id));
  expect(span.parentSpanId).toBeUndefined();
  expect(span.links).toMatchObject([{ traceId: traceOf(id) }]);
});

test('a trace continues in the next process when the one that has its purchase is killed', async () => {
  await using opened = new AsyncDisposableStack();
  const collector = opened.use(await openCollector());
  const database = opened.use(await createTestDatabase());
  const db = opened.use(await PostgresDatabase.connect(database.url));
  const folder = await mkdtemp(join(tmpdir(), 'solano-traces-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const stores = postgresStores(db);
  const secrets = new NodeSecrets();
  const deps = { ...stores, secrets, newId: () => randomUUID(), clock: () => new Date() };
  await addCustomer(deps, SOURCE, 'Norte');
  const { token: key } = await issueKey(deps, SOURCE, 'Norte');
  const start = () =>
    startApi({
      DATABASE_URL: database.url,
      SOLANO_DATA: folder,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
  const killed = await start();
  const path = `/api/v0/user/${OWN.user}/submit-purchase/${OWN.retailer}`;
  // The purchase cannot be written until the process that works on it has been killed.
  const id = await db.transaction(async (run) => {
    await run({ text: 'LOCK TABLE purchase_output IN EXCLUSIVE MODE' }, []);
    const submitted = idOf(await send(killed.url, 'POST', path, { key, body: BODY }));
    const names = async () => {
      await run({ text: 'SELECT 1' }, []);
      return collector.of(traceOf(submitted)).map(({ name }) => name);
    };
    await expect.poll(names).toEqual(expect.arrayContaining([SUBMISSION, 'models split']));
    killed.child.kill('SIGKILL');
    await killed.exit;
    // The server would still do what it was asked to.
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await run({ text: waiting }, []);
    return submitted;
  });
  const begun = collector.of(traceOf(id));
  const [completing] = begun.filter(({ name }) => name === 'models split');
  expect(begun.map(({ spanId }) => spanId)).not.toContain(completing?.parentSpanId);
  const next = await start();
  await expect.poll(() => stores.purchases.get(id)).toMatchObject({ status: 'completed' });
  next.child.kill('SIGTERM');
  await next.exit;
  const spans = collector.of(traceOf(id));
  const splits = spans.filter(({ name }) => name === 'models split');
  expect(splits.map((span) => ancestors(spans, span))).toEqual([[], ['job purchase', SUBMISSION]]);
  // What the killed process computed, and what the next did.
  const models = spans.filter(({ name }) => name.startsWith('model '));
  expect(models.map(({ name }) => name)).toEqual([...MODELS, ...MODELS]);
  expect(models.map(({ parentSpanId }) => parentSpanId)).toEqual(
    splits.flatMap(({ spanId }) => MODELS.map(() => spanId)),
  );
});

test('spans hold no key, body, query or name of a customer, whatever a request does', async () => {
  await using collector = await openCollector();
  await using service = await openService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const { key } = await service.customer('customer-name');
  const id = await submit(service, key, { 'x-request-id': 'request-text' });
  await settled(service, key, OWN.user, id);
  const names = ['customer-name', 'request-text', 'group-name', 'plant-name', 'file-name'];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const form = new FormData();
  form.set('group_name', 'group-name');
  form.set('file', new Blob(['plant-name;1']), 'file-name.csv');
  const statuses: number[] = [];
  const call = async (path: string, init: RequestInit) => {
    statuses.push((await fetch(new URL(path, service.url), { headers, ...init })).status);
  };
  for (const path of [
    `/api/v0/user/${OWN.user}/purchases?retailer_id=${OWN.retailer}&q=${OWN.query}`,
    `/api/v0/plants/?group=group-name&${OWN.query}`,
    '/api/v0/plants/plant-name/',
    `/api/v0/${OWN.query}/`,
    `/${OWN.query}?${OWN.query}`,
  ]) {
    await call(path, {});
    await call(path, { method: 'POST', body: JSON.stringify({ name: 'plant-name' }) });
    await call(path, { method: 'PROPFIND' });
  }
  const { authorization } = headers;
  await call('/api/v0/outages-file/', { method: 'POST', body: form, headers: { authorization } });
  await service.stop();
  expect(new Set(statuses).size).toBeGreaterThan(3);
  expect(collector.spans.length).toBeGreaterThan(statuses.length);
  requireNoTexts(collector.payloads, key, 'PROPFIND', ...names);
});

test('the packages of traces are loaded only where a collector is named', async () => {
  await using opened = new AsyncDisposableStack();
  const collector = opened.use(await openCollector());
  const database = opened.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'solano-traces-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const modules = async (name: string, environment: Record<string, string>) => {
    const list = join(folder, name);
    await writeFile(list, '');
    const hook = `
      import { appendFileSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          if (url.includes('opentelemetry')) appendFileSync(${JSON.stringify(list)}, url + '\\n');
          return next(url, context);
        },
      });`;
    const preload = `data:text/javascript,${encodeURIComponent(hook)}`;
    const own = { DATABASE_URL: database.url, SOLANO_DATA: folder };
    const api = await startApi({ ...own, ...environment, NODE_OPTIONS: `--import=${preload}` });
    await fetch(new URL('/api/v0/plants/', api.url));
    api.child.kill('SIGTERM');
    await api.exit;
    return readFile(list, 'utf8');
  };
  expect(await modules('unset', {})).toBe('');
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  expect(await modules('set', set)).toMatch(/\/@opentelemetry\/sdk-trace\//);
});

test('a collector that does not take traces is logged once a minute, and delays nothing', async () => {
  await using nobody = await openCollector();
  const { url: OTEL_EXPORTER_OTLP_ENDPOINT } = nobody;
  await nobody[Symbol.asyncDispose]();
  await using service = await openService({ OTEL_EXPORTER_OTLP_ENDPOINT });
  const { key } = await service.customer('Norte');
  const lost = () => service.log.filter(({ msg }) => msg.includes('takes no traces'));
  for (let i = 0; i < 3; i += 1) {
    const id = await submit(service, key);
    await settled(service, key, OWN.user, id);
  }
  await expect.poll(lost).toMatchObject([{ level: WARN, reason: 'ECONNREFUSED' }]);
  const id = await submit(service, key);
  await settled(service, key, OWN.user, id);
  const before = performance.now();
  await service.stop();
  expect(performance.now() - before).toBeLessThan(8_000);
  expect(lost()).toHaveLength(1);
});

/** Requires that no payload holds one of the texts, nor a customer's of these tests. */
function requireNoTexts(payloads: readonly string[], ...texts: readonly string[]): void {
  const all = payloads.join('\n');
  for (const text of [...texts, ...Object.values(OWN).map(String)]) {
    // Not `not.toContain`, which would print all payloads.
    expect({ text, isThere: all.includes(text) }).toEqual({ text, isThere: false });
  }
}
