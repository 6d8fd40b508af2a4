import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@solano/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService, WARN } from './service.ts';

const OK = { ok: true };
const INFO = 30;
/** Two failures in a row, five seconds apart, and their timeouts. */
const NOTICED = { timeout: 30_000 };

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
  expect(await ask('/readyz/')).toMatchObject({
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
  const before = service.log.filter(({ level }) => level >= INFO).length;
  const { headers } = await ask('/readyz');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.has('ratelimit')).toBe(false);
  expect(headers.has('x-request-id')).toBe(true);
  expect(service.log.filter(({ level }) => level >= INFO)).toHaveLength(before);
});

test('readiness names an object store that is not there', async () => {
  // A file where the folder of the objects would be.
  await using broken = await openService({ OBJECT_STORE: 'file:/dev/null/objects' });
  const reason = 'The object store does not answer.';
  expect(await ask('/readyz', { of: broken })).toMatchObject({
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

test('readiness names a table that cannot be written to, as long as it is locked', async () => {
  const ready = async () => (await ask('/readyz')).json;
  await service.database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE purchase_series IN SHARE MODE' }, []);
    const reason = 'The database does not accept writes.';
    await expect.poll(ready, NOTICED).toMatchObject({
      status: 'not ready',
      checks: { database: { ok: false, reason }, objects: OK, engine: OK },
    });
  });
  await expect.poll(ready, NOTICED).toMatchObject({ status: 'ready' });
});

test('readiness names a folder of objects that was removed', async () => {
  await using broken = await openService();
  expect((await ask('/readyz', { of: broken })).status).toBe(200);
  await rm(join(broken.folder, 'objects'), { recursive: true });
  await expect
    .poll(async () => (await ask('/readyz', { of: broken })).json, NOTICED)
    .toMatchObject({ checks: { objects: { ok: false } } });
});

test('readiness names an engine that hangs, as long as it does', async () => {
  const ready = async () => (await ask('/readyz')).json;
  await service.database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE job IN ACCESS EXCLUSIVE MODE' }, []);
    await expect.poll(ready, NOTICED).toMatchObject({
      status: 'not ready',
      checks: { database: { ok: false }, objects: OK, engine: { ok: false } },
    });
  });
  await expect.poll(ready, NOTICED).toMatchObject({ status: 'ready' });
});
