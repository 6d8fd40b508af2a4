import { EventEmitter, once } from 'node:events';
import type { Response } from 'express';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { dial, serve } from '#test/server';
import { requestLog } from '../server/request-log.ts';
import { errorMiddleware } from './errors.ts';
import { WorkLimit } from './work-limit.ts';

/** An application with room for one request, and handlers that end on request. */
async function open() {
  const limit = new WorkLimit(1);
  const signals = new EventEmitter();
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  const on = (path: string, handler: (res: Response) => unknown) =>
    app.get(path, (_req, res) => limit.run(res, async () => handler(res)));
  on('/quick', (res) => void res.json({}));
  app.get('/after-work', async (_req, res) => {
    await limit.run(res, async () => {});
    res.json({ inWork: limit.inWork });
  });
  on('/throws', () => {
    throw new Error('at once');
  });
  on('/rejects', () => Promise.reject(new Error('later')));
  on('/slow', async (res) => {
    signals.emit('begun');
    await once(signals, 'end');
    res.json({});
    signals.emit('ended');
  });
  on('/waits', async (res) => {
    const enter = limit.leave(res);
    signals.emit('waits');
    await once(signals, 'turn');
    enter();
    res.json({ inWork: limit.inWork });
  });
  on('/streams', async (res) => {
    res.write('a');
    signals.emit('begun');
    await once(signals, 'end');
    res.end('b');
  });
  app.use(errorMiddleware);
  const server = await serve(app);
  const get = async (path: string) => {
    const { status, headers } = await fetch(`${server.url}${path}`);
    return { status, retryAfter: headers.get('retry-after') };
  };
  return {
    limit,
    signals,
    get,
    server,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const SERVED = { status: 200, retryAfter: null };

test('a request beyond the limit is rejected until there is room', async () => {
  await using service = await open();
  const { signals, get, limit } = service;
  const begun = once(signals, 'begun');
  const first = get('/slow');
  await begun;
  expect(await get('/quick')).toEqual({ status: 503, retryAfter: '1' });
  expect(limit.inWork).toBe(1);
  signals.emit('end');
  expect(await first).toEqual(SERVED);
  expect(await get('/quick')).toEqual(SERVED);
});

test.each(['/quick', '/after-work', '/throws', '/rejects'])(
  'a request that %s makes room',
  async (path) => {
    await using service = await open();
    for (let i = 0; i < 3; i += 1) expect((await service.get(path)).status).not.toBe(503);
    expect(service.limit.inWork).toBe(0);
  },
);

test('a middleware that passes a request on does not count as work', async () => {
  await using service = await open();
  const response = await fetch(`${service.server.url}/after-work`);
  expect(await response.json()).toEqual({ inWork: 0 });
});

test('a response that has begun does not count', async () => {
  await using service = await open();
  const { signals, get } = service;
  const begun = once(signals, 'begun');
  const first = get('/streams');
  await begun;
  expect(await get('/quick')).toEqual(SERVED);
  signals.emit('end');
  expect(await first).toEqual(SERVED);
});

test('a request that waits for its turn does not count until then, and is rejected if there is no room', async () => {
  await using service = await open();
  const { signals, get, limit } = service;
  const wait = async () => {
    const waits = once(signals, 'waits');
    const response = get('/waits');
    await waits;
    return { response };
  };
  const early = await wait();
  expect(limit.inWork).toBe(0);
  signals.emit('turn');
  expect(await early.response).toEqual(SERVED);
  const late = await wait();
  const begun = once(signals, 'begun');
  const other = get('/slow');
  await begun;
  signals.emit('turn');
  expect(await late.response).toEqual({ status: 503, retryAfter: '1' });
  signals.emit('end');
  expect(await other).toEqual(SERVED);
  expect(limit.inWork).toBe(0);
});

test('a caller that hangs up does not end the work', async () => {
  await using service = await open();
  const { signals, get, limit, server } = service;
  using caller = await dial(server.port);
  const begun = once(signals, 'begun');
  caller.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun;
  caller.socket.destroy();
  expect(await get('/quick')).toMatchObject({ status: 503 });
  const ended = once(signals, 'ended');
  signals.emit('end');
  await ended;
  expect(await get('/quick')).toEqual(SERVED);
  expect(limit.inWork).toBe(0);
});
