import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { S3ObjectStore } from '../src/object-store.ts';
import { listed, outcomeOf, outcomesOf, pageOf, readAll, storeAt, storeOn } from './fault.ts';

const UNAVAILABLE = 'objects_unavailable';
const ALL_UNAVAILABLE = {
  put: UNAVAILABLE,
  get: UNAVAILABLE,
  list: UNAVAILABLE,
  delete: UNAVAILABLE,
};
const HEAD = { 'last-modified': 'Sat, 21 Nov 2026 12:00:00 GMT', etag: '"abc"' };

function respondingWith(status: number, body: string, headers = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** No program listens on the lowest port; one that was free a moment ago might be taken. */
const NOWHERE = 'http://127.0.0.1:1';

// Each waits for timeouts: they do so together.
vi.setConfig({ maxConcurrency: 20 });
describe.concurrent('an outage is reported within five seconds', () => {
  test('a server that does not exist is an outage', async () => {
    await using store = storeAt(NOWHERE);
    expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a host without an address is an outage', async () => {
    await using store = storeAt('http://store.invalid');
    expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a server that accepts requests and never responds is an outage', async () => {
    await using faulty = await storeOn(() => undefined);
    expect(await outcomesOf(faulty.store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a server that accepts connections and reads nothing is an outage', async () => {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets: { destroy(): void }[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    await using store = storeAt(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
    expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('a server that stops in the middle of its response is an outage', async () => {
    await using faulty = await storeOn((_, response) => {
      response.writeHead(200, { ...HEAD, 'content-length': 1_000 }).write('<?xml version="1.0"');
    });
    expect(await outcomesOf(faulty.store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a server that stops in the middle of an error is an outage', async () => {
    await using faulty = await storeOn((_, response) => {
      response.writeHead(404, { 'content-length': 1_000 }).write('<?xml version="1.0"');
    });
    expect(await outcomesOf(faulty.store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a server that sends one byte at a time is an outage', async () => {
    await using faulty = await storeOn((_, response) => {
      response.writeHead(500, { 'content-type': 'application/xml' });
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    });
    expect(await outcomesOf(faulty.store)).toEqual(ALL_UNAVAILABLE);
  });

  test('an outage is reported to requests beyond the number that may run at once too', async () => {
    await using faulty = await storeOn(() => undefined);
    const waiting = Array.from({ length: 120 }, () => outcomeOf(faulty.store.get('a')));
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([UNAVAILABLE]));
  });

  test('a first attempt without a response is followed by a second one', async () => {
    let requests = 0;
    await using faulty = await storeOn((_, response) => {
      requests += 1;
      if (requests > 1) response.writeHead(200, { ...HEAD, 'content-length': 1 }).end('x');
    });
    expect(await outcomeOf(readAll(faulty.store, 'a.csv'))).toBe('no error');
  });

  test('a store without configured credentials is an outage', async () => {
    const isolated = { AWS_EC2_METADATA_SERVICE_ENDPOINT: NOWHERE };
    Object.assign(process.env, isolated, { AWS_CONFIG_FILE: '/none' });
    process.env.AWS_SHARED_CREDENTIALS_FILE = '/none';
    const connection = { endpoint: NOWHERE, region: 'eu-south-2' };
    await using store = new S3ObjectStore({ bucket: 'bucket' }, connection);
    expect(await outcomesOf(store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a slow reader is not an outage', async () => {
    const body = new Uint8Array(8_000_000);
    await using faulty = await storeOn((_, response) => {
      response.writeHead(200, { ...HEAD, 'content-length': body.length }).end(body);
    });
    const object = await faulty.store.get('a.csv');
    let size = 0;
    for await (const chunk of object?.content ?? []) {
      if (size === 0) await delay(6_000);
      size += chunk.length;
    }
    expect(size).toBe(body.length);
  });

  test('a slow store that keeps sending is not an outage', async () => {
    await using faulty = await storeOn((_, response) => {
      response.writeHead(200, { ...HEAD, 'content-length': 12 });
      const timer = setInterval(() => response.write('x'), 500);
      response.once('close', () => clearInterval(timer));
    });
    expect(await readAll(faulty.store, 'a.csv')).toBe(12);
  });
});

describe('an outage is reported at once', () => {
  test.each([
    ['an error of the server', respondingWith(500, '')],
    ['a gateway that is overloaded', respondingWith(503, '<html>Service Unavailable</html>')],
    [
      'a page of another kind',
      respondingWith(200, '<html>Welcome</html>', { 'content-type': 'text/html' }),
    ],
    ['a redirection', respondingWith(301, '', { location: 'http://127.0.0.1:1/' })],
    [
      'a connection that is reset',
      (_: unknown, response: ServerResponse) => void response.destroy(),
    ],
  ])('a request that gets %s is an outage', async (_, listener) => {
    await using faulty = await storeOn(listener);
    expect(await outcomesOf(faulty.store)).toEqual(ALL_UNAVAILABLE);
  });

  test('a transient error is an outage after a second attempt', async () => {
    let requests = 0;
    await using faulty = await storeOn((_, response) => {
      requests += 1;
      if (requests === 1) response.destroy();
      else response.writeHead(200, { ...HEAD, 'content-length': 1 }).end('x');
    });
    expect(await readAll(faulty.store, 'a.csv')).toBe(1);
    expect(requests).toBe(2);
  });

  test('a connection that breaks before an object is read ends only the reading', async () => {
    await using faulty = await storeOn((_, response) => {
      // With a checksum, the SDK puts a stream of its own between.
      const checked = { ...HEAD, 'content-length': 100, 'x-amz-checksum-crc32': 'AAAAAA==' };
      response.writeHead(200, checked).write('x');
      setTimeout(() => response.destroy(), 50);
    });
    const object = await faulty.store.get('a.csv');
    await delay(200);
    const content = object?.content[Symbol.asyncIterator]();
    const read = async () => {
      while (!(await content?.next())?.done);
    };
    expect(await outcomeOf(read())).toBe(UNAVAILABLE);
  });

  test('an object that is shorter than announced is an outage', async () => {
    await using faulty = await storeOn((_, response) => {
      response.writeHead(200, { ...HEAD, 'content-length': 100 }).write('x'.repeat(50));
      setTimeout(() => response.destroy(), 100);
    });
    expect(await outcomeOf(readAll(faulty.store, 'a.csv'))).toBe(UNAVAILABLE);
  });
});

describe('a listing of another server', () => {
  const time = '<LastModified>2026-11-21T12:00:00.123Z</LastModified>';
  const object = (key: string, etag = '<ETag>&quot;e&quot;</ETag>') =>
    `<Contents><Key>${key}</Key>${time}${etag}<Size>1</Size></Contents>`;
  const folder = (prefix: string) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`;
  const xml = (...parts: string[]) => respondingWith(200, pageOf(...parts));

  test('a listing of another server may be encoded for URLs', async () => {
    const keys = ['p/a/1+2%2B3', 'p/a/caf%C3%A9%25', 'p/a/%01', 'p/a/+x+'].map((key) =>
      object(key),
    );
    const encoded = xml('<EncodingType>url</EncodingType>', ...keys, folder('p/a/%26amp%3B/'));
    await using faulty = await storeOn(encoded, 'p');
    const names = ['a/\x01', 'a/ x ', 'a/&amp;/', 'a/1 2+3', 'a/café%'];
    expect(await listed(faulty.store, 'a/')).toEqual(names);
  });

  test('a listing of another server shows only what can be an object here', async () => {
    const keys = ['a/', 'a/.', 'a/..', 'a/ok.csv'].map((key) => object(key));
    const listener = xml(...keys, folder('a//'), folder('a/../'), folder('a/./'), folder('a/b/'));
    await using faulty = await storeOn(listener);
    expect(await listed(faulty.store, 'a/')).toEqual(['a/b/', 'a/ok.csv']);
  });

  test('a listing of another server takes one request for each of its pages, however many folders it shows', async () => {
    const keys = ['a/', 'a/../x', 'a//x', 'a/top.csv', 'a/b/', 'a/b/.', 'a/b/c/deep.csv'];
    const folders = Array.from({ length: 20 }, (_, i) => `a/plant-${i}/x.csv`);
    const requests: string[] = [];
    await using faulty = await storeOn((request, response) => {
      requests.push(request.url ?? '');
      const isFirst = !request.url?.includes('continuation-token');
      const listed = (isFirst ? keys : folders).map((key) => object(key));
      response.end(
        isFirst
          ? pageOf(...listed, '<NextContinuationToken>t</NextContinuationToken>').replace(
              'false',
              'true',
            )
          : pageOf(...listed),
      );
    });
    const all: string[] = [];
    for await (const { key } of faulty.store.listFolders('a/')) all.push(key);
    expect(all).toEqual(folders);
    expect(requests).toHaveLength(2);
    expect(requests.join()).not.toContain('delimiter');
  });

  test.each([
    ['has a next page and does not say which', ''],
    ['names a page as the next of itself', '<NextContinuationToken>t</NextContinuationToken>'],
  ])('a listing of another server is an outage where it %s', async (_, next) => {
    const page = pageOf(object('a/b'), next).replace('false', 'true');
    await using faulty = await storeOn(respondingWith(200, page));
    expect(await outcomeOf(listed(faulty.store, 'a/'))).toBe(UNAVAILABLE);
  });

  test('a listing of another server may have no etags', async () => {
    await using faulty = await storeOn(xml(object('a/b', '')));
    const { value } = await faulty.store.list('a/').next();
    expect(value).toEqual({
      key: 'a/b',
      size: 1,
      modifiedAt: new Date('2026-11-21T12:00:00.123Z'),
      etag: expect.stringMatching(/./),
    });
  });
});
