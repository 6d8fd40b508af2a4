import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@solano/config';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { openService, type TestService, WARN } from './service.ts';

const OK = { ok: true };
const DEBUG = 20;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The document describes the API, and this is for those who run it. */
async function ask(path: string, { method = 'GET', of = service } = {}) {
  const response = await fetch(`${of.url}${path}`, { method });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, json };
}

test('the process is alive and ready', async () => {
  expect(await ask('/healthz')).toMatchObject({
    status: 200,
    json: { status: 'ok', version: VERSION },
  });
  // A part that responds too late on a busy machine is asked again.
  await expect
    .poll(() => ask('/readyz/'))
    .toMatchObject({
      status: 200,
      json: { status: 'ready', checks: { database: OK, objects: OK, engine: OK } },
    });
});

test.each(['/healthz', '/readyz'])('%s allows GET and HEAD only', async (path) => {
  expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 200, json: undefined });
  const response = await ask(path, { method: 'POST' });
  expect(response).toMatchObject({ status: 405, json: { detail: 'Method "POST" not allowed.' } });
  expect(response.headers.get('Allow')).toBe('GET, HEAD');
});

test('neither probe is throttled, cached, or logged at info', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('ratelimit')).toBe(false);
    const id = headers.get('x-request-id');
    const logged = () => service.log.filter(({ req }) => (req as { id: string })?.id === id);
    await expect.poll(logged).toMatchObject([{ level: DEBUG }]);
  }
});

test('readiness names an object store that is not there', async () => {
  // The file is in the place of the objects' folder.
  await using broken = await openService({ OBJECT_STORE: 'file:/dev/null/objects' });
  const reason = 'The object store does not answer.';
  await expect
    .poll(() => ask('/readyz', { of: broken }))
    .toMatchObject({
      status: 503,
      json: {
        status: 'not ready',
        checks: { database: OK, objects: { ok: false, reason }, engine: OK },
      },
    });
  expect((await ask('/healthz', { of: broken })).status).toBe(200);
});

test('the service is ready although the demonstration cannot be prepared', async () => {
  await using broken = await openService({
    OBJECT_STORE: 'file:/dev/null/objects',
    SOLANO_DEMO: 'on',
  });
  const { key } = await broken.customer('Norte');
  expect(await broken.call('GET', '/api/v0/plants/', { key })).toMatchObject({
    status: 200,
    json: [],
  });
  const failure = 'could not bring the demonstration up to date';
  expect(broken.log.filter(({ msg }) => msg === failure)).toMatchObject([{ level: WARN }]);
});

// At the same time, each with a service of its own: they wait for probes, which are five seconds apart.
describe.concurrent('readiness', () => {
  /** Reads the readiness while a table is locked, and after. */
  async function readyAround(
    { expect }: TestContext,
    { database, url }: TestService,
    lock: string,
    during: object,
  ) {
    const ready = async () => (await fetch(`${url}/readyz`)).json();
    await expect.poll(ready).toMatchObject({ status: 'ready' });
    await database.transaction(async (run) => {
      await run({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0' }, []);
      await run({ text: `LOCK TABLE ${lock} MODE` }, []);
      await expect.poll(ready).toMatchObject({ status: 'not ready', checks: during });
    });
    await expect.poll(ready).toMatchObject({ status: 'ready' });
  }

  test('readiness names a table that cannot be written to, as long as it is locked', async (context) => {
    const checks = {
      database: { ok: false, reason: 'The database does not accept writes.' },
      objects: OK,
      engine: OK,
    };
    await readyAround(context, service, 'purchase_series IN SHARE', checks);
  });

  test('readiness names a folder of objects that was removed', async ({ expect }) => {
    await using broken = await openService();
    const ready = async () => (await ask('/readyz', { of: broken })).json;
    await expect.poll(ready).toMatchObject({ status: 'ready' });
    await rm(join(broken.folder, 'objects'), { recursive: true });
    await expect.poll(ready).toMatchObject({ checks: { objects: { ok: false } } });
  });

  test('readiness names an engine that hangs, as long as it does', async (context) => {
    await using other = await openService();
    const checks = { database: { ok: false }, objects: OK, engine: { ok: false } };
    await readyAround(context, other, 'job IN ACCESS EXCLUSIVE', checks);
  });
});
