import { EventEmitter, once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { dial } from '#test/server';
import { type ListeningServer, listen, type Timeouts } from './listen.ts';

const LONG = 20_000;
const PATIENT: Timeouts = {
  head: LONG,
  request: 2 * LONG,
  check: 20,
  inactivity: LONG,
  response: LONG,
  idle: LONG,
  rest: LONG,
};
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const SEVERAL_HOSTS = 'The request has more than one Host header.';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\n';

let server: ListeningServer | undefined;
let closed: number;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

/** Serves with a timeout, and dials once. `closed` counts responses that have ended. */
async function open(timeout: Partial<Timeouts>, app: RequestListener, closing = 0) {
  closed = 0;
  const counted: RequestListener = (req, res) => {
    res.on('close', () => (closed += 1));
    app(req, res);
  };
  const limits = { ...PATIENT, ...timeout };
  server = await listen(counted, { host: '127.0.0.1', port: 0 }, () => closing, limits);
  return dialled();
}

function dialled() {
  return dial(Number(new URL(server?.url ?? '').port));
}

const ok: RequestListener = (_req, res) => void res.end('ok');
const never: RequestListener = () => {};

test.each<[string, string, number, string]>([
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'The request is not valid HTTP.'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'The request has no Host header.'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n', 400, SEVERAL_HOSTS],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400, SEVERAL_HOSTS],
  ['two hosts in HTTP 1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400, SEVERAL_HOSTS],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request headers are too large.',
  ],
  [
    'an expectation',
    `${POST}Expect: wonders\r\nContent-Length: 2\r\n\r\n`,
    417,
    'The expectation in the Expect header cannot be met.',
  ],
  [
    'a malformed chunk',
    `${POST}Transfer-Encoding: chunked\r\n\r\nx`,
    400,
    'The request is not valid HTTP.',
  ],
])('%s gets a JSON response, and ends the connection', async (_what, text, status, detail) => {
  using caller = await open({}, never);
  caller.send(text);
  const response = await caller.ended();
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(response).toMatch(/^X-Request-Id: [\w-]{36}\r$/m);
  expect(response).toMatch(/^Content-Type: application\/json/m);
  expect(response.split('\r\n\r\n')[1]).toBe(JSON.stringify({ detail }));
});

test('connections that cannot be accepted do not keep others from being served', async () => {
  using caller = await open({}, ({ socket }, res) => {
    // Node's own reference to the server, which emits the errors of accepting.
    const { server: listening } = socket as unknown as { server: EventEmitter };
    for (const code of ['EMFILE', 'ENFILE']) listening.emit('error', new Error(`accept ${code}`));
    res.end('ok');
  });
  caller.send(GET);
  expect(await caller.saw('ok')).toMatch(/^HTTP\/1\.1 200 /);
});

test('HTTP 1.0 needs no host', async () => {
  using caller = await open({}, ok);
  caller.send('GET / HTTP/1.0\r\n\r\n');
  expect(await caller.ended()).toMatch(/^HTTP\/1\.1 200 /);
});

test.each<[string, Partial<Timeouts>, string]>([
  ['nothing at all', { head: 50 }, ''],
  ['half a head', { head: 50 }, 'GET / HTTP/1.1\r\nHost'],
  ['half a body', { request: 50, head: 40 }, `${POST}Content-Length: 9\r\n\r\nhalf`],
])('%s gets a 408', async (_what, timeout, text) => {
  using caller = await open(timeout, never);
  caller.send(text);
  const response = await caller.ended();
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r/);
  expect(response).toMatch(/\r\n\r\n\{"detail":"The request took too long."\}$/);
});

test('a body that is too slow after the response has begun is cut', async () => {
  // Longer than a busy machine takes until the response begins.
  const limits = { request: 1_000, head: 900 };
  using caller = await open(limits, (_req, res) => void res.write('begun'));
  caller.send(`${POST}Content-Length: 9\r\n\r\nhalf`);
  const response = await caller.ended();
  expect(response).toContain('begun');
  expect(response).not.toContain('408');
});

/** Writes as long as the response is read. */
function pour(res: ServerResponse) {
  const more = () => {
    while (!res.destroyed && res.write('x'.repeat(65_536)));
  };
  res.on('drain', more);
  more();
}

test('a response that its client does not read is cut', async () => {
  using caller = await open({ inactivity: 100 }, (_req, res) => pour(res));
  caller.socket.pause();
  caller.send(GET);
  await expect.poll(() => closed).toBe(1);
});

test('a response that its client reads for too long is cut', async () => {
  using caller = await open({ response: 100 }, (_req, res) => pour(res));
  caller.send(GET);
  await caller.ended();
  expect(closed).toBe(1);
});

test('a connection stays open for another request, for a while', async () => {
  using caller = await open({ idle: 1_000 }, ok);
  caller.send(GET);
  expect(await caller.saw('ok')).toMatch(/^Keep-Alive: timeout=1\r$/m);
  caller.send(GET);
  expect((await caller.ended()).match(/ok/g)).toHaveLength(2);
});

test('the rest of a body is discarded after the response, and the connection stays', async () => {
  using caller = await open({}, ok);
  caller.send(`${POST}Content-Length: 5000000\r\n\r\n`);
  await caller.saw('ok');
  caller.send(`${'x'.repeat(5_000_000)}${GET}`);
  await expect.poll(async () => (await caller.saw('ok')).match(/ok/g)?.length).toBe(2);
});

test('a body that continues for too long after the response is cut', async () => {
  using caller = await open({ rest: 200 }, ok);
  caller.send(`${POST}Content-Length: 100000000000\r\n\r\n`);
  const piece = Buffer.alloc(65_536);
  const feed = () => {
    while (!caller.socket.destroyed && caller.send(piece));
  };
  caller.socket.on('drain', feed);
  feed();
  expect(await caller.ended()).toContain('ok');
});

test('closing finishes requests under way, and keeps no connection', {
  timeout: LONG / 2,
}, async () => {
  const requests = new EventEmitter();
  using caller = await open({}, (_req, res) => void requests.emit('request', res), LONG);
  const request = once(requests, 'request') as Promise<[ServerResponse]>;
  caller.send(GET);
  const [res] = await request;
  const disposed = server?.[Symbol.asyncDispose]();
  server = undefined;
  res.end('ok');
  expect(await caller.ended()).toContain('ok');
  await disposed;
});

test('the responses to all pipelined requests say that their connection is closed', async () => {
  using caller = await open({}, never);
  caller.send(GET.repeat(12));
  using other = await dialled();
  other.send(GET);
  caller.socket.destroy();
  await expect.poll(() => closed).toBe(12);
});

test('an address that is not available is an error that names its variable', async () => {
  using caller = await open({}, ok);
  expect(caller).toBeDefined();
  const port = Number(new URL(server?.url ?? '').port);
  const listening = (host: string, on: number) => listen(ok, { host, port: on }, () => 0);
  await expect(listening('127.0.0.1', port)).rejects.toMatchObject({
    problems: [
      `PORT ${port} is in use on 127.0.0.1: stop what listens there, or set another PORT (EADDRINUSE)`,
    ],
  });
  await expect(listening('192.0.2.1', 0)).rejects.toMatchObject({
    problems: ['HOST 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)'],
  });
});

test('a port that needs more rights is an error that names its variable', async () => {
  const uid = process.geteuid?.() ?? 0;
  if (uid === 0) process.seteuid?.(65_534);
  try {
    // The lowest port may be open to all users: then the service listens on it.
    await expect(listen(ok, { host: '127.0.0.1', port: 1 }, () => 0)).rejects.toMatchObject({
      problems: ['PORT 1 needs root: set another PORT, 1024 or above (EACCES)'],
    });
  } finally {
    if (uid === 0) process.seteuid?.(0);
  }
});

test('a caller who waits for a slow response is not disconnected', async () => {
  const slow: RequestListener = (_req, res) => void setTimeout(() => res.end('done'), 500);
  using caller = await open({ inactivity: 50 }, slow);
  caller.send(GET);
  expect(await caller.saw('done')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a caller who stops in the middle of a request is cut', async () => {
  using caller = await open({ inactivity: 50 }, (req) => void req.resume());
  caller.send(`${POST}Content-Length: 10\r\n\r\nfour`);
  await expect.poll(() => closed).toBe(1);
});
