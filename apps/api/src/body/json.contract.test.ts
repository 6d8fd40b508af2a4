import { gzipSync } from 'node:zlib';
import type { Caller } from '@solano/domain/service';
import type { Request, RequestHandler } from 'express';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dial, serve } from '#test/server';
import type { Callback } from '../authentication/authentication.ts';
import { errorMiddleware } from '../http/errors.ts';
import { requestLog } from '../server/request-log.ts';
import { FORM_BYTES, readForm } from './form.ts';
import { jsonBytes, parseBody } from './json.ts';
import { BodyLimit } from './limit.ts';

const MAX = 1_000;
const LARGE = 30_000_000;
const MAX_FILE_BYTES = 3_000_000;

async function open() {
  const bodies = new BodyLimit(MAX);
  const forms = new BodyLimit(MAX_FILE_BYTES + FORM_BYTES);
  const app = express().set('trust proxy', true);
  app.use(requestLog(pino({ level: 'silent' })));
  const callerOf = (req: Request) => {
    const id = req.get('x-key');
    if (id === undefined) return undefined;
    if (id === 'callback') return { isCallback: true as const };
    // Keys a and a2 are of one customer.
    return { key: { id }, customer: { id: id.charAt(0) } } as Caller;
  };
  const large = new BodyLimit(LARGE);
  const reading = (maxBytes: number, limit: BodyLimit): RequestHandler => {
    const receive = jsonBytes<Caller | Callback>({ maxBytes: () => maxBytes, bodies: limit });
    return async (req, res) => {
      const bytes = await receive(req, res, callerOf(req) as Caller);
      res.json(parseBody(bytes, { maxValues: 1000 }).text.length);
    };
  };
  app.post('/json', reading(MAX, bodies));
  app.post('/large', reading(LARGE, large));
  app.post('/form', async (req, res) => {
    const { file } = await readForm(req, MAX_FILE_BYTES, forms.open(req, res, callerOf(req)).count);
    res.json(file?.content.length);
  });
  app.use(errorMiddleware);
  const server = await serve(app);
  return { bodies, forms, server };
}

let service: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  service = await open();
});
afterEach(async () => {
  await service.server[Symbol.asyncDispose]();
  await everythingIsGivenBack();
});

async function everythingIsGivenBack() {
  const { bodies, forms } = service;
  await expect
    .poll(() => bodies.inFlight + forms.inFlight + bodies.callers + forms.callers)
    .toBe(0);
}

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/json',
) {
  const response = await fetch(service.server.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    json: await response.json(),
    ...(retryAfter && { retryAfter }),
  };
}

/** Starts a request whose body stays unfinished, and waits until the server has what was sent. */
async function begin(
  sent: string,
  { path = '/json', key = '', address = '::1', length = 100_000_000 } = {},
) {
  const caller = await dial(service.server.port);
  const type = path === '/json' ? 'application/json' : 'multipart/form-data; boundary=x';
  const framing = length > 0 ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked';
  const identity = key === '' ? '' : `X-Key: ${key}\r\n`;
  const origin = `Host: x\r\nX-Forwarded-For: ${address}`;
  caller.send(`POST ${path} HTTP/1.1\r\n${origin}\r\n${identity}`);
  caller.send(`Content-Type: ${type}\r\n${framing}\r\n\r\n${sent}`);
  return caller;
}

/** JSON of so many bytes. */
const json = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
/** The same as one chunk of a chunked body. */
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${json(bytes)}\r\n`;
const TOO_LARGE = { status: 413, json: { detail: 'Request body is too large.' } };
const BUSY = {
  status: 503,
  json: { detail: 'The service is busy. Try again soon.' },
  retryAfter: '1',
};
const MALFORMED = { status: 400, json: { error: 'Request body is not valid JSON.' } };

test.each(['gzip', 'GZIP'])(
  '%s of a callback is limited by its unpacked size',
  async (encoding) => {
    const headers = { 'content-encoding': encoding, 'x-key': 'callback' };
    const packed = (bytes: number) => new Uint8Array(gzipSync(json(bytes)));
    expect(packed(MAX).length).toBeLessThan(MAX / 2);
    expect(await post(packed(MAX), headers)).toMatchObject({ status: 200 });
    expect(await post(packed(MAX + 1), headers)).toEqual(TOO_LARGE);
    expect(await post(packed(10_000_000), headers)).toEqual(TOO_LARGE);
    expect(await post(packed(MAX).subarray(0, -4), headers)).toEqual(MALFORMED);
    expect(await post('nonsense that is not packed', headers)).toEqual(MALFORMED);
  },
);

test.each<[string, string | undefined]>([
  ['gzip', undefined],
  ['gzip', 'a'],
  ['deflate', 'callback'],
  ['br', 'callback'],
  ['zstd', 'callback'],
  ['gzip, gzip', 'callback'],
  ['toString', 'callback'],
])('%s is not accepted from the caller %s', async (encoding, caller) => {
  const headers = { 'content-encoding': encoding, ...(caller && { 'x-key': caller }) };
  expect(await post(new Uint8Array(gzipSync('{}')), headers)).toEqual({
    status: 415,
    json: { detail: `Unsupported content encoding "${encoding}" in request.` },
  });
});

test.each<[string, number]>([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json;charset="UTF8"', 200],
  ['application/json; charset=iso-8859-1', 415],
  ['application/json; profile=x; charset="utf-16"', 415],
])('the content type %s gets %d', async (type, status) => {
  const response = await post(json(MAX), { 'content-type': type });
  expect(response.status).toBe(status);
  if (status === 200) return;
  const detail = `Unsupported media type "${type}" in request.`;
  expect(response.json).toEqual({ detail });
});

test('the limit holds to the byte', async () => {
  expect(await post(json(MAX), { 'content-encoding': 'identity' })).toMatchObject({ status: 200 });
  expect(await post(json(MAX))).toMatchObject({ status: 200 });
  expect(await post(json(MAX + 1))).toEqual(TOO_LARGE);
});

test.each<[string, string]>([
  ['Request body holds more than 1000 values.', '{},'],
  ['Request body is nested too deeply.', '['],
  ['Request body is nested too deeply.', '{"a":'],
])('a large body is rejected with %s', async (error, part) => {
  const rejected = { status: 400, json: { error } };
  const text = `[${part.repeat(LARGE / part.length - 1)}`;
  expect(await post(text, {}, '/large')).toEqual(rejected);
  expect(await post('[]'.padEnd(LARGE), {}, '/large')).toMatchObject({ status: 200 });
});

test('numbers of some members are read as they were written', () => {
  const text = '{"a":1.000000000000000000001,"b":1.50,"c":"1","a":-0.0,"d":{"a":1e400}}';
  const { members } = parseBody(Buffer.from(text), { exactNames: new Set(['a', 'c']) });
  expect(members).toEqual({ a: '-0.0', b: 1.5, c: '1', d: { a: '1e400' } });
});

test('a length beyond the limit is rejected before the body comes', async () => {
  using caller = await begin('');
  expect(await caller.saw('too large')).toMatch(/^HTTP\/1.1 413 /);
});

test('a chunked body is rejected once it is too long, while the caller is still sending', async () => {
  using caller = await begin(chunk(MAX), { length: 0 });
  caller.send(chunk(3));
  expect(await caller.saw('too large')).toMatch(/^HTTP\/1.1 413 /);
  const rest = `${(1_000_000).toString(16)}\r\n${json(1_000_000)}\r\n`;
  caller.send(`${rest}0\r\n\r\nPOST /json HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await caller.saw(' 200 ')).toMatch(/ 200 OK/);
});

test.each([
  ['a body', { length: MAX }, ' 400 '],
  ['a chunked one', { length: 0 }, ' 400 '],
])('%s that breaks off gives back its memory', async (_what, options) => {
  using caller = await begin(options.length === 0 ? chunk(10) : json(10), options);
  await expect.poll(() => service.bodies.inFlight).toBe(10);
  caller.socket.destroy();
  await expect.poll(() => service.bodies.inFlight).toBe(0);
  expect(service.bodies.callers).toBe(0);
});

test('bytes that have arrived count, not those announced', async () => {
  using _one = await begin(json(10), { length: MAX, key: 'a' });
  await expect.poll(() => service.bodies.inFlight).toBe(10);
  expect(await post(json(MAX - 10), { 'x-key': 'a' })).toMatchObject({ status: 200 });
  expect(await post(json(MAX - 9), { 'x-key': 'a' })).toEqual(BUSY);
  expect(await post(json(MAX), { 'x-key': 'b' })).toMatchObject({ status: 200 });
});

test('all keys of a customer together have a limit', async () => {
  using _one = await begin(json(10), { length: MAX, key: 'a' });
  await expect.poll(() => service.bodies.inFlight).toBe(10);
  expect(await post(json(MAX - 9), { 'x-key': 'a2' })).toEqual(BUSY);
  expect(await post(json(MAX - 10), { 'x-key': 'a2' })).toMatchObject({ status: 200 });
});

test('all callers together have a limit', async () => {
  const callers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((key) => begin(json(MAX - 1), { length: MAX, key })),
  );
  await expect.poll(() => service.bodies.inFlight).toBe(4 * (MAX - 1));
  expect(await post(json(5), { 'x-key': 'e' })).toEqual(BUSY);
  expect(await post(json(4), { 'x-key': 'e' })).toMatchObject({ status: 200 });
  expect(await post(json(5), { 'x-key': 'callback' })).toMatchObject({ status: 200 });
  callers[0]?.socket.destroy();
  await expect.poll(() => service.bodies.inFlight).toBe(3 * (MAX - 1));
  expect(await post(json(MAX), { 'x-key': 'e' })).toMatchObject({ status: 200 });
  for (const caller of callers) caller.socket.destroy();
});

test('an address has a limit, and so have all callers without a key together', async () => {
  const anonymous = (address: string) => begin(json(MAX - 100), { length: MAX, address });
  using _one = await anonymous('2001:db8::1');
  await expect.poll(() => service.bodies.inFlight).toBe(MAX - 100);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  expect(await post(json(101), from('2001:db8::2'))).toEqual(BUSY);
  expect(await post(json(MAX), from('192.0.2.1'))).toMatchObject({ status: 200 });
  using _two = await anonymous('192.0.2.1');
  await expect.poll(() => service.bodies.inFlight).toBe(2 * (MAX - 100));
  expect(await post(json(201), from('192.0.2.2'))).toEqual(BUSY);
  expect(await post(json(MAX), { 'x-key': 'a' })).toMatchObject({ status: 200 });
});

const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

test('a form is rejected if it, its file or its other parts are too large', async () => {
  const path = '/form';
  using announced = await begin('', { path });
  expect(await announced.saw('too large')).toMatch(/^HTTP\/1.1 413 /);

  const form = (file: number) => `${PART}${'x'.repeat(file)}\r\n--x--\r\n`;
  const post = (text: string) => begin(text, { path, length: text.length });
  using fitting = await post(form(MAX_FILE_BYTES - 1));
  expect(await fitting.saw(String(MAX_FILE_BYTES - 1))).toMatch(/^HTTP\/1.1 200 /);
  using long = await post(form(MAX_FILE_BYTES + 1));
  expect(await long.saw('too large')).toMatch(/^HTTP\/1.1 413 /);
  // Bytes before the first part are not kept, but they are read.
  using padded = await begin('', { path, length: 0 });
  padded.send(chunk(MAX_FILE_BYTES + FORM_BYTES + 1));
  expect(await padded.saw('too large')).toMatch(/^HTTP\/1.1 413 /);
});

test('forms count as they arrive', async () => {
  const options = { path: '/form', length: MAX_FILE_BYTES + FORM_BYTES };
  using _first = await begin(PART.padEnd(2_500_000, 'x'), options);
  await expect.poll(() => service.forms.inFlight).toBe(2_500_000);
  using second = await begin(PART.padEnd(2_500_000, 'x'), options);
  const response = await second.saw('busy');
  expect(response).toMatch(/^HTTP\/1.1 503 /);
  expect(response).toMatch(/^Retry-After: 1\r$/m);
});
