import type { Caller } from '@solano/domain';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dial, serve } from '#test/server';
import { BodyLimit } from '../body/limit.ts';
import { requestLog } from '../server/request-log.ts';
import { buffered } from './buffered-response.ts';
import { errorMiddleware } from './errors.ts';
import { sendResponse } from './response.ts';

/** More than the buffers of a connection hold. */
const LARGE = 20_000_000;
const SMALL = 64 * 1024;
/** What one caller may have: a large answer and a bit. */
const QUARTER = LARGE + SMALL;

async function open() {
  const answers = new BodyLimit(QUARTER);
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  app.get('/:key/:bytes', async ({ params }, res) => {
    const caller = { key: { id: params.key } } as Caller;
    const text = '"'.padEnd(Number(params.bytes) - 1, 'x').concat('"');
    await sendResponse(res, buffered({ responses: answers, caller }, 'json', text));
  });
  app.get('/pieces', async (_req, res) => {
    const caller = { key: { id: 'p' } } as Caller;
    const pieces = Array.from({ length: 1_000 }, () => Buffer.from('x'.repeat(100)));
    await sendResponse(res, buffered({ responses: answers, caller }, 'csv', pieces));
  });
  app.use(errorMiddleware);
  return { answers, server: await serve(app) };
}

let service: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  service = await open();
});
afterEach(async () => {
  await service.server[Symbol.asyncDispose]();
  await vi.waitUntil(() => service.answers.inFlight + service.answers.callers === 0, 60_000);
});

async function get(path: string) {
  const answer = await fetch(service.server.url + path);
  return { answer, bytes: (await answer.arrayBuffer()).byteLength };
}

/** Asks for a response, and leaves it unread once it is on its way. */
async function leaveUnread(path: string) {
  const caller = await dial(service.server.port);
  caller.socket.pause();
  const { inFlight: held } = service.answers;
  caller.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => service.answers.inFlight).toBeGreaterThan(held);
  return caller;
}

test('a response that nobody reads keeps the next large one of its caller back', async () => {
  const caller = await leaveUnread(`/a/${LARGE}`);
  expect(service.answers.inFlight).toBe(LARGE);
  const { answer } = await get(`/a/${LARGE}`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect((await get(`/a/${SMALL}`)).bytes).toBe(SMALL);
  expect((await get(`/b/${LARGE}`)).bytes).toBe(LARGE);
  caller.socket.destroy();
  await expect.poll(() => service.answers.inFlight).toBe(0);
  expect((await get(`/a/${LARGE}`)).bytes).toBe(LARGE);
});

test('bytes that are read count no more, on a connection that stays', async () => {
  using caller = await leaveUnread(`/a/${LARGE}`);
  caller.socket.resume();
  await expect.poll(() => service.answers.inFlight).toBe(0);
  expect(caller.socket.destroyed).toBe(false);
});

test('all callers together have a limit', async () => {
  const paths = ['a', 'b', 'c', 'd'].map((key) => `/${key}/${QUARTER}`);
  const callers = [];
  for (const path of paths) callers.push(await leaveUnread(path));
  expect((await get(`/e/${SMALL + 1}`)).answer.status).toBe(503);
  callers[0]?.socket.destroy();
  await expect.poll(() => service.answers.inFlight).toBe(3 * QUARTER);
  expect((await get(`/e/${SMALL + 1}`)).answer.status).toBe(200);
  for (const caller of callers) caller.socket.destroy();
});

test('a response larger than a caller’s limit is sent alone', async () => {
  expect((await get(`/a/${2 * LARGE}`)).bytes).toBe(2 * LARGE);
  using _caller = await leaveUnread(`/a/${LARGE}`);
  expect((await get(`/a/${2 * LARGE}`)).answer.status).toBe(503);
});

test.each([
  ['GET', 100_000],
  ['HEAD', 0],
])('%s of a response in pieces has the length of all of them', async (method, length) => {
  const answer = await fetch(`${service.server.url}/pieces`, { method });
  expect(answer.headers.get('content-length')).toBe('100000');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await answer.arrayBuffer()).byteLength).toBe(length);
});
