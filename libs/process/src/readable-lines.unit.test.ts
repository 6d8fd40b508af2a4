import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { readableLines } from './readable-lines.ts';

const REQ = { id: 'order-7', method: 'GET', path: '/api/v0/plants/' };

/** Returns the lines that a terminal shows of a log, without their times. */
function readable(log: (logger: Logger) => void): string[] {
  let text = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  log(createLogger('info', readableLines({ colorize: false, destination })));
  return text.split('\n').map((line) => line.replace(/^\[.*?\] /, ''));
}

test('a request is one line of method, path, status, time and id in a terminal', () => {
  const lines = readable((logger) => {
    logger.info({ req: REQ, res: { status: 200 }, responseTime: 12 }, 'request completed');
  });
  expect(lines).toEqual(['INFO: GET /api/v0/plants/ 200 12 ms (order-7)', '']);
});

test('a line about a request that is still under way names it', () => {
  const lines = readable((logger) => logger.warn({ req: REQ }, 'request failed'));
  expect(lines).toEqual(['WARN: request failed: GET /api/v0/plants/ (order-7)', '']);
});

test('any other line has its fields behind it, on the same line', () => {
  const lines = readable((logger) => logger.info({ url: 'http://127.0.0.1' }, 'listening'));
  expect(lines).toEqual(['INFO: listening {"url":"http://127.0.0.1"}', '']);
});

test('a line names the fields of purchases and webhook messages in snake case, and leaves others', () => {
  const lines: unknown[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  const err = new Error('why');
  logger.warn(
    { purchaseId: 'p1', requestId: 'order-7', idmodel: 2, err },
    'a step will be retried',
  );
  logger.warn({ deliveryId: 'd1', webhookId: 'w1' }, 'a webhook message will be retried');
  expect(lines).toMatchObject([
    {
      purchase_id: 'p1',
      request_id: 'order-7',
      idmodel: 2,
      err: { type: 'Error', message: 'why' },
    },
    { delivery_id: 'd1', webhook_id: 'w1' },
  ]);
});
