import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { HmacCallbackTokens } from '@solano/crypto';
import { purchaseUpdatesContract } from '@solano/domain/contracts';
import { HttpPurchaseUpdates } from '@solano/http';
import { startProcess } from '@solano/tools/test-process';
import { testTemporal } from '@solano/tools/test-temporal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProxy, type ProxiedRequest } from './proxy.ts';
import { idOf, openService, settled, type TestService, WARN } from './service.ts';
import { solano } from './solano.ts';

const ERROR = 50;
const WORKER = new URL('../../worker/src/main.ts', import.meta.url);
const CALLBACK_SECRET = 'not a secret: that of the tests of callbacks';
const CLUSTER = { TEMPORAL_ADDRESS: (await testTemporal()).address, CALLBACK_SECRET };
const isUpdate = ({ path }: ProxiedRequest) => path.startsWith('/api/v0/user/ana/');

/** A service with Temporal, and a worker whose callbacks go through a proxy. */
async function openSite(statusOf: (request: ProxiedRequest) => number | undefined) {
  await using opened = new AsyncDisposableStack();
  const cluster = { ...CLUSTER, TEMPORAL_TASK_QUEUE: randomUUID() };
  const proxy = opened.use(await openProxy(statusOf));
  const service = opened.use(await openService(cluster));
  proxy.to(service.url);
  const own = { DATABASE_URL: service.databaseUrl, CALLBACK_URL: proxy.url };
  const worker = opened.use(startProcess(WORKER, { ...cluster, ...own }));
  const { key } = await service.customer('Norte');
  const running = opened.move();
  return { proxy, service, worker, key, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function submit(service: TestService, key: string, hours = 1): Promise<string> {
  const first = Date.parse('2031-05-05T00:00Z');
  const purchase = Array.from({ length: hours }, (_, i) => {
    const label = new Date(first + i * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    return { datetime: label, purchase: 1 };
  });
  const body = { purchase };
  return idOf(await service.call('POST', '/api/v0/user/ana/submit-purchase/acme', { key, body }));
}

/** Waits for a line of the worker's log. */
async function logged({ worker }: Site, level: number, text: RegExp) {
  const find = () => worker.lines.find((line) => line.level === level && text.test(line.msg));
  await expect.poll(find).toBeDefined();
  return find();
}

/** Returns the warnings on callbacks in the worker's log. */
function complaints({ worker }: Site) {
  return worker.lines.filter(({ level, msg, err }) => {
    return level >= WARN && (err?.code?.startsWith('callback_') || /CALLBACK/.test(msg));
  });
}

describe('callbacks', () => {
  purchaseUpdatesContract('over HTTP, to the API', async () => {
    const service = await openService({ ...CLUSTER, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const open = (url: string) =>
      new HttpPurchaseUpdates({
        url,
        tokens: new HmacCallbackTokens(CALLBACK_SECRET),
        clock: () => new Date(),
        isStored: async (id) => (await service.stores.purchases.get(id)) !== undefined,
      });
    const [updates, unavailable] = [open(service.url), open('http://127.0.0.1:1')];
    return {
      updates,
      unavailable,
      stores: service.stores,
      async [Symbol.asyncDispose]() {
        await updates[Symbol.asyncDispose]();
        await unavailable[Symbol.asyncDispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  });
});

test('the embedded engine needs no API: settings of callbacks change nothing', async () => {
  const wrong = { CALLBACK_URL: 'http://127.0.0.1:1', CALLBACK_SECRET: 'short' };
  await using service = await openService(wrong);
  const { key } = await service.customer('Norte');
  const { json } = await settled(service, key, 'ana', await submit(service, key));
  expect(json).toMatchObject({ status: 'completed' });
  expect(service.log.filter(({ msg }) => /CALLBACK/.test(msg))).toEqual([]);
});

describe('a proxy before the API', () => {
  test('a proxy that accepts 10 kB at most receives large callbacks compressed', async () => {
    const max = 10_000;
    const statusOf = ({ contentLength }: ProxiedRequest) => (contentLength > max ? 413 : undefined);
    await using site = await openSite(statusOf);
    const id = await submit(site.service, site.key, 400);
    const { json } = await settled(site.service, site.key, 'ana', id);
    expect(json).toMatchObject({ status: 'completed', strategy_output: [{ idmodel: 1 }, {}] });
    const [plain, compressed, ...others] = site.proxy.seen
      .filter(isUpdate)
      .filter(({ contentLength, isCompressed }) => contentLength > max || isCompressed);
    expect(others).toEqual([]);
    expect(plain).toMatchObject({ isCompressed: false });
    expect(compressed).toMatchObject({ isCompressed: true, path: plain?.path });
    expect(complaints(site)).toEqual([]);
  });

  let wrong: number | undefined;
  let site: Site;
  beforeAll(async () => {
    site = await openSite((each) => (isUpdate(each) ? wrong : undefined));
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test.each([
    [301, /answered 301: check that CALLBACK_URL/],
    [401, /answered 401: check that CALLBACK_SECRET .* clocks/],
    [403, /answered 403: check what stands before the API/],
    [404, /answered 404: check that CALLBACK_URL/],
    [413, /answered 413: check the body limit/],
  ])(
    'a proxy that responds with %d for a while fails no purchase, and is named in the log',
    async (status, check) => {
      wrong = status;
      const id = await submit(site.service, site.key);
      expect(await logged(site, ERROR, check)).toMatchObject({ purchase_id: id });
      wrong = undefined;
      const { json } = await settled(site.service, site.key, 'ana', id);
      expect(json).toMatchObject({ status: 'completed' });
    },
  );
});

test('a warning names the clocks when a callback’s clock is eleven minutes late', async () => {
  await using service = await openService({ ...CLUSTER, TEMPORAL_ADDRESS: '127.0.0.1:1' });
  const { key } = await service.customer('Norte');
  const id = await submit(service, key);
  const tokens = new HmacCallbackTokens(CALLBACK_SECRET);
  const clock = () => new Date(Date.now() - 11 * 60_000);
  const { url } = service;
  await using updates = new HttpPurchaseUpdates({ url, tokens, clock, isStored: async () => true });
  const purchase = { id, user: 'ana', requestId: null };
  await expect(updates.report(purchase, { status: 'failed', outputs: [] })).rejects.toMatchObject({
    code: 'report_misconfigured',
    message: expect.stringMatching(/401: .* clocks agree/),
  });
  expect(await service.stores.purchases.get(id)).toMatchObject({ status: 'pending' });
});

describe('the check at the start', () => {
  test.each([
    [301, /^CALLBACK_URL reaches no API: .*301: check/],
    [404, /^CALLBACK_URL reaches no API: .*404: check/],
    [200, /^CALLBACK_URL reaches no API: .*takes any purchase/],
  ])('the check at the start warns if the address responds with %d', async (status, text) => {
    await using site = await openSite(() => status);
    await logged(site, WARN, text);
    expect(complaints(site)).toHaveLength(1);
  });

  test('the check at the start logs nothing if it finds the API', async () => {
    await using site = await openSite(() => undefined);
    const isCheck = ({ path }: ProxiedRequest) => path.includes('/callback-check/');
    await expect.poll(() => site.proxy.seen.filter(isCheck)).toHaveLength(1);
    await submit(site.service, site.key).then((id) => settled(site.service, site.key, 'ana', id));
    expect(complaints(site)).toEqual([]);
  });
});

describe('a compressed update', () => {
  const packed = (body: object) => new Uint8Array(gzipSync(JSON.stringify(body)));
  const headers = { 'content-encoding': 'gzip' };
  const tokens = new HmacCallbackTokens(CALLBACK_SECRET);
  const update = { outputs: [], status: 'in_progress' };

  test('a compressed update is accepted with a callback token only, and its unpacked size is limited', async () => {
    const away = { ...CLUSTER, TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const limits = { ...away, MAX_JSON_BYTES: '100000', MAX_PURCHASE_ITEMS: '10' };
    await using service = await openService(limits);
    const { key } = await service.customer('Norte');
    const id = await submit(service, key);
    const path = `/api/v0/user/ana/purchase/${id}/update`;
    const token = tokens.issue(id, new Date(Date.now() + 60_000));
    const put = (by: string, body: unknown, more: object = headers) =>
      service.call('PUT', path, { key: by, body, headers: { ...more } });

    expect(await put(token, packed(update))).toMatchObject({ status: 200 });
    const unsupported = 'Unsupported content encoding "gzip" in request.';
    expect(await put(key, packed(update))).toMatchObject({
      status: 415,
      json: { detail: unsupported },
    });
    expect(await put(token, packed(update), { 'content-encoding': 'br' })).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported content encoding "br" in request.' },
    });
    const large = packed({ ...update, note: 'x'.repeat(100_000) });
    expect(large.length).toBeLessThan(1_000);
    expect(await put(token, large)).toMatchObject({
      status: 413,
      json: { detail: 'Request body is too large.' },
    });
  });
});

test('purchases resubmit --failed runs failed purchases again, and their history shows it', async () => {
  let isWrong = true;
  await using site = await openSite((each) => (isUpdate(each) && isWrong ? 422 : undefined));
  const { service, key } = site;
  const id = await submit(service, key);
  const failed = await settled(service, key, 'ana', id);
  expect(failed.json).toMatchObject({ status: 'failed', error: expect.stringContaining('422') });
  isWrong = false;

  const run = async () => (await solano(service, 'purchases', 'resubmit', '--failed')).json;
  expect(await run()).toEqual({ resubmitted: 1 });
  const status = () => service.stores.purchases.get(id).then((purchase) => purchase?.status);
  await expect.poll(status).toBe('completed');
  const history = await service.stores.purchases.history(id);
  expect(history.map((each) => [each.status, each.source])).toEqual([
    ['pending', 'submission'],
    ['failed', 'workflow'],
    ['pending', 'operator'],
    ['in_progress', 'workflow'],
    ['completed', 'workflow'],
  ]);
  expect(await run()).toEqual({ resubmitted: 0 });
});
