import type { Caller } from '@solano/domain/service';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dial, serve } from '#test/server';
import { BodyLimit } from '../body/limit.ts';
import { errorMiddleware } from '../http/errors.ts';
import { sendResponse } from '../http/response.ts';
import { ResponseBody } from '../http/response-body.ts';
import { requestLog } from '../server/request-log.ts';
import { buffered } from './buffered-response.ts';

/** More than the buffers of a connection hold. */
const LARGE = 20_000_000;
const SMALL = 64 * 1024;
const UNCOMPRESSED = { 'accept-encoding': 'identity' };
/** The limit of one caller: a large response and a bit. */
const QUARTER = LARGE + SMALL;

async function open() {
  const memory = new BodyLimit(QUARTER);
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  app.get('/:customer/:bytes', async ({ params }, res) => {
    const caller = { customer: { id: params.customer } } as Caller;
    const text = '"'.padEnd(Number(params.bytes) - 1, 'x').concat('"');
    await sendResponse(res, buffered({ responses: memory, caller }, text));
  });
  app.get('/pieces', async (_req, res) => {
    const caller = { customer: { id: 'p' } } as Caller;
    const pieces = Array.from({ length: 1_000 }, () => Buffer.from('x'.repeat(100)));
    await sendResponse(
      res,
      buffered({ responses: memory, caller }, new ResponseBody('csv', pieces)),
    );
  });
  app.use(errorMiddleware);
  return { memory, server: await serve(app) };
}

let service: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  service = await open();
});
afterEach(async () => {
  await service.server[Symbol.asyncDispose]();
  await vi.waitUntil(() => service.memory.inFlight + service.memory.callers === 0, 60_000);
});

async function get(path: string) {
  const response = await fetch(service.server.url + path, { headers: UNCOMPRESSED });
  return { response, bytes: (await response.arrayBuffer()).byteLength };
}

/** Requests a response, and leaves it unread once it is on its way. */
async function leaveUnread(path: string) {
  const caller = await dial(service.server.port);
  caller.socket.pause();
  const { inFlight: held } = service.memory;
  caller.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => service.memory.inFlight).toBeGreaterThan(held);
  return caller;
}

test('a response that its client does not read rejects the next large one of that caller', async () => {
  const caller = await leaveUnread(`/a/${LARGE}`);
  expect(service.memory.inFlight).toBe(LARGE);
  const { response } = await get(`/a/${LARGE}`);
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('1');
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect((await get(`/a/${SMALL}`)).bytes).toBe(SMALL);
  expect((await get(`/b/${LARGE}`)).bytes).toBe(LARGE);
  caller.socket.destroy();
  await expect.poll(() => service.memory.inFlight).toBe(0);
  expect((await get(`/a/${LARGE}`)).bytes).toBe(LARGE);
});

test('bytes that were read count no more, on a connection that stays open', async () => {
  using caller = await leaveUnread(`/a/${LARGE}`);
  caller.socket.resume();
  await expect.poll(() => service.memory.inFlight).toBe(0);
  expect(caller.socket.destroyed).toBe(false);
});

test('all callers together have a limit', async () => {
  const paths = ['a', 'b', 'c', 'd'].map((key) => `/${key}/${QUARTER}`);
  const callers = [];
  for (const path of paths) callers.push(await leaveUnread(path));
  expect((await get(`/e/${SMALL + 1}`)).response.status).toBe(503);
  callers[0]?.socket.destroy();
  await expect.poll(() => service.memory.inFlight).toBe(3 * QUARTER);
  expect((await get(`/e/${SMALL + 1}`)).response.status).toBe(200);
  for (const caller of callers) caller.socket.destroy();
});

test('a response larger than a caller’s limit is sent alone', async () => {
  expect((await get(`/a/${2 * LARGE}`)).bytes).toBe(2 * LARGE);
  using _caller = await leaveUnread(`/a/${LARGE}`);
  expect((await get(`/a/${2 * LARGE}`)).response.status).toBe(503);
});

test.each([
  ['GET', 100_000],
  ['HEAD', 0],
])('%s of a response in pieces has the length of all of them', async (method, length) => {
  const response = await fetch(`${service.server.url}/pieces`, { method, headers: UNCOMPRESSED });
  expect(response.headers.get('content-length')).toBe('100000');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await response.arrayBuffer()).byteLength).toBe(length);
});
