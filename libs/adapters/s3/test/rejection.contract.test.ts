import { createTestBucket, startTestS3Server, testS3 } from '@solano/tools/test-s3';
import { describe, expect, test } from 'vitest';
import { S3ObjectStore } from '../src/object-store.ts';
import { listed, outcomeOf, outcomesOf, readAll } from './fault.ts';

const { endpoint, region, ...account } = await testS3();
const credentials = { ...account };
const UNAVAILABLE = 'objects_unavailable';
const ALL_UNAVAILABLE = {
  put: UNAVAILABLE,
  get: UNAVAILABLE,
  list: UNAVAILABLE,
  delete: UNAVAILABLE,
};

test.each([
  ['another secret', { ...credentials, secretAccessKey: 'another' }],
  ['an unknown key', { ...credentials, accessKeyId: 'unknown' }],
  ['an expired session', { ...credentials, sessionToken: 'expired' }],
])('a store rejects %s', async (_, wrong) => {
  await using bucket = await createTestBucket();
  const settings = { bucket: bucket.bucket, forcePathStyle: true };
  await using right = new S3ObjectStore(settings, { endpoint, region, credentials });
  await right.put('a/b.csv', new Uint8Array(10), 'text/csv');
  await using store = new S3ObjectStore(settings, { endpoint, region, credentials: wrong });
  expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  expect(await readAll(right, 'a/b.csv')).toBe(10);
});

test('a missing bucket is an error, unlike an empty one', async () => {
  const settings = { bucket: 'no-such-bucket', forcePathStyle: true };
  await using store = new S3ObjectStore(settings, { endpoint, region, credentials });
  expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  const error = await store.get('a').catch((reason: unknown) => reason);
  expect((error as Error).message).toContain('NoSuchBucket');
});

test('a prefix that no object can have is rejected', () => {
  const open = (prefix: string) => () => new S3ObjectStore({ bucket: 'bucket', prefix });
  for (const prefix of ['/', '/a', 'a//b', '../a', 'a/../b', 'a//']) {
    expect(open(prefix)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  }
});

test('a prefix may end in its slash or not', async () => {
  await using bucket = await createTestBucket();
  const open = (prefix: string) => {
    const settings = { bucket: bucket.bucket, prefix, forcePathStyle: true };
    return new S3ObjectStore(settings, { endpoint, region, credentials });
  };
  await using a = open('a/b');
  await using b = open('a/b/');
  await using other = open('a');
  await a.put('c.csv', new Uint8Array(1), 'text/csv');
  expect(await listed(b, '')).toEqual(['c.csv']);
  expect(await listed(other, '')).toEqual(['b/']);
});

describe('killing the server is an outage', () => {
  const settings = { bucket: 'bucket', forcePathStyle: true };

  async function open() {
    await using opening = new AsyncDisposableStack();
    const server = opening.use(await startTestS3Server());
    const { access } = server;
    const bucket = opening.use(await createTestBucket(access));
    const connection = { endpoint: access.endpoint, region: access.region, credentials: access };
    const named = { ...settings, bucket: bucket.bucket };
    const store = opening.use(new S3ObjectStore(named, connection));
    const opened = opening.move();
    return { server, store, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  }

  test('a listing that is under way fails', async () => {
    await using opened = await open();
    const { server, store } = opened;
    const put = (i: number) => store.put(`a/${i}.csv`, new Uint8Array(1), 'text/csv');
    // 13 times 77 are 1,001: one more than a listing has on a page.
    for (let i = 0; i < 13; i += 1) {
      await Promise.all(Array.from({ length: 77 }, (_, j) => put(77 * i + j)));
    }
    const entries = store.list('a/')[Symbol.asyncIterator]();
    for (let i = 0; i < 1_000; i += 1) expect((await entries.next()).done).toBe(false);
    await server.kill();
    expect(await outcomeOf(entries.next())).toBe(UNAVAILABLE);
    expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  });

  test('an object that is being read fails', async () => {
    await using opened = await open();
    const { server, store } = opened;
    await store.put('a.csv', new Uint8Array(40_000_000), 'text/csv');
    const object = await store.get('a.csv');
    const content = object?.content[Symbol.asyncIterator]();
    expect((await content?.next())?.done).toBe(false);
    await server.kill();
    const rest = async () => {
      while (!(await content?.next())?.done);
    };
    expect(await outcomeOf(rest())).toBe(UNAVAILABLE);
  });

  test('an object that was opened and not yet read fails', async () => {
    await using opened = await open();
    const { server, store } = opened;
    await store.put('a.csv', new Uint8Array(40_000_000), 'text/csv');
    const object = await store.get('a.csv');
    await server.kill();
    // Whatever happens to the connection meanwhile must not end this process.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const read = async () => {
      for await (const _ of object?.content ?? []);
    };
    expect(await outcomeOf(read())).toBe(UNAVAILABLE);
  });
});
