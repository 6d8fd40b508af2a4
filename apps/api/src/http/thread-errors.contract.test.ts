import { Threads } from '@solano/async';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { serve } from '#test/server';
import { requestLog } from '../server/request-log.ts';
import { errorMiddleware } from './errors.ts';

test('a request whose thread cannot start gets 503 and when to try again, and so does the next', async () => {
  const script = new URL('./missing.ts', import.meta.url);
  await using threads = new Threads<object, unknown>(script, 'read');
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  app.get('/', async (_, res) => void res.json(await threads.run({})));
  app.use(errorMiddleware);
  await using server = await serve(app);
  for (let i = 0; i < 2; i += 1) {
    const response = await fetch(server.url);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(await response.json()).toEqual({
      detail: 'The service cannot compute at the moment. Try again soon.',
    });
  }
});
