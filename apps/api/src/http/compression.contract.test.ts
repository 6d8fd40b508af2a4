import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '#test/server';
import { acceptsCompression, type Encoding, preferredEncoding } from './compression.ts';
import { content, type HttpResponse, sendResponse } from './response.ts';
import { ResponseBody } from './response-body.ts';

const LARGE = 'a row of text;'.repeat(1_000);
const SMALL = LARGE.slice(0, 8_000);
const RESPONSES: Record<string, HttpResponse> = {
  '/large': content('text/csv', LARGE, { headers: { ETag: '"x"' } }),
  '/small': content('json', SMALL),
  '/zip': content('application/zip', LARGE),
  '/unchanged': { status: 304, headers: { ETag: '"x"' } },
  '/stream': {
    async send(res) {
      res.type('text/csv');
      await pipeline(Readable.from(Array(500).fill(LARGE)), res);
    },
  },
};

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  const app = express().disable('etag');
  for (const [path, response] of Object.entries(RESPONSES)) {
    app.get(path, (_req, res) => sendResponse(res, response));
  }
  server = await serve(app);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A response as it comes over the wire; fetch would unpack it. */
async function get(path: string, accepted?: string, method = 'GET') {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const sent = request(`${server.url}${path}`, { method, headers }).end();
  const [res] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & { headers: object }];
  const pieces: Buffer[] = [];
  for await (const piece of res) pieces.push(piece);
  return { headers: res.headers as Record<string, string>, body: Buffer.concat(pieces) };
}

describe('a body above 8 KB', () => {
  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br', 'br', brotliDecompressSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ])(
    'a body above 8 KB is compressed for a client that accepts %s',
    async (accepted, encoding, unpack) => {
      const { headers, body } = await get('/large', accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(headers.etag).toBe('W/"x"');
      expect(body.length).toBeLessThan(LARGE.length / 10);
      expect(unpack(body).toString()).toBe(LARGE);
    },
  );

  test.each([undefined, 'identity', 'gzip;q=0, br;q=0.0', 'zstd', 'identity, gzip;q=0.5'])(
    'a body above 8 KB is sent uncompressed to a client that accepts %s',
    async (accepted) => {
      const { headers, body } = await get('/large', accepted);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: '"x"' });
      expect(headers).toMatchObject({ 'content-length': String(LARGE.length) });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body.toString()).toBe(LARGE);
    },
  );

  test('a body in memory is compressed once, and has the length of what is sent', async () => {
    const found = await Promise.all(Array.from({ length: 5 }, () => get('/large', 'gzip')));
    const [first] = found;
    for (const { headers, body } of found) {
      expect(body).toEqual(first?.body);
      expect(headers['content-length']).toBe(String(body.length));
    }
    const compressed = new Map<Encoding, Buffer>();
    const body = new ResponseBody('json', LARGE, compressed);
    const app = express().get('/', (_req, res) => sendResponse(res, { body }));
    await using own = await serve(app);
    await fetch(own.url, { headers: { 'accept-encoding': 'br' } });
    expect([...compressed.keys()]).toEqual(['br']);
    const kept = gzipSync('what is kept');
    compressed.set('gzip', kept);
    const response = await fetch(own.url, { headers: { 'accept-encoding': 'gzip' } });
    expect(await response.text()).toBe('what is kept');
  });

  test('a stream is compressed as it is sent', async () => {
    const { headers, body } = await get('/stream', 'gzip');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(body).length).toBe(500 * LARGE.length);
  });
});

test.each(['/small', '/zip'])('%s is never compressed', async (path) => {
  const { headers, body } = await get(path, 'gzip, br');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).toMatchObject({ 'content-length': String(body.length) });
});

test('a 304 and a HEAD have the tag of the GET, and a length only if the GET has it', async () => {
  const accepted = 'gzip, deflate, br';
  const whole = await get('/large', accepted);
  for (const { headers, body } of [
    await get('/unchanged', accepted),
    await get('/large', accepted, 'HEAD'),
  ]) {
    expect(headers).toMatchObject({ etag: whole.headers.etag, vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('content-length');
    expect(body).toHaveLength(0);
  }
  const plain = await get('/large', undefined, 'HEAD');
  expect(plain.headers).toMatchObject({ etag: '"x"', 'content-length': String(LARGE.length) });
});

test.each([
  ['gzip', true],
  ['deflate , GZIP;q=0.1', true],
  ['*', true],
  ['', false],
  ['identity', false],
  ['gzip; q=0', false],
  ['gzip;q=0.000, br;q=0', false],
])('the header %j accepts compression: %s', (accepted, expected) => {
  expect(acceptsCompression({ headers: { 'accept-encoding': accepted } })).toBe(expected);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, GZIP;q=0.2', 'gzip'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['deflate', undefined],
  ['br;q=none', undefined],
])('the header %j prefers %s', (accepted, expected) => {
  expect(preferredEncoding({ headers: { 'accept-encoding': accepted } })).toBe(expected);
});
