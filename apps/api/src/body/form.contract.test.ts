import type { Caller } from '@solano/domain/service';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dial, serve } from '#test/server';
import { errorMiddleware } from '../http/errors.ts';
import { requestLog } from '../server/request-log.ts';
import { FORM_BYTES, readForm } from './form.ts';
import { BodyLimit } from './limit.ts';

const MAX = 1_000_000;

/** Responds with the fields in their order; a field `key` identifies the caller. */
async function open() {
  const bodies = new BodyLimit(MAX + FORM_BYTES);
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })));
  app.post('/', async (req, res) => {
    const seen: string[] = [];
    const account = bodies.open(req, res);
    const { fields, file } = await readForm(req, MAX, account.count, async (name, value) => {
      seen.push(`${name}=${value}`);
      if (name === 'wait') {
        reached.resolve();
        await gate.promise;
      }
      if (name === 'refuse') throw new URIError();
      if (name === 'key') account.identified({ customer: { id: value } } as Caller);
    });
    res.json({ seen, fields: Object.fromEntries(fields), file: file?.content.length });
  });
  app.use(errorMiddleware);
  return { bodies, reached: reached.promise, open: gate.resolve, server: await serve(app) };
}

let service: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  service = await open();
});
afterEach(async () => {
  await service.server[Symbol.asyncDispose]();
  await vi.waitUntil(() => service.bodies.inFlight + service.bodies.callers === 0, 60_000);
});

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const END = '\r\n--x--\r\n';

/** Starts a form that is as long as said. */
async function begin(sent: string, length: number) {
  const caller = await dial(service.server.port);
  caller.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n');
  caller.send(`Content-Length: ${length}\r\n\r\n${sent}`);
  return caller;
}

test('fields are seen in their order, wherever the pieces begin', async () => {
  const text = `${field('a', '1')}${field('b', '€')}${FILE}12345\r\n${field('c', '3')}--x--\r\n`;
  const bytes = Buffer.from(text);
  const whole = {
    seen: ['a=1', 'b=€', 'c=3'],
    fields: { a: '1', b: '€', c: '3' },
    file: 5,
  };
  for (let cut = 0; cut <= bytes.length; cut += 3) {
    using caller = await begin('', bytes.length);
    caller.socket.setNoDelay(true).write(bytes.subarray(0, cut));
    await new Promise(setImmediate);
    caller.send(bytes.subarray(cut));
    const response = Buffer.from(await caller.saw('"file"'), 'latin1').toString();
    expect(response).toContain(JSON.stringify(whole));
  }
});

test('the form is not read further while a field is checked', async () => {
  const start = `${field('wait', '1')}${FILE}`;
  using caller = await begin(start, start.length + 900_000 + END.length);
  caller.send(`${'x'.repeat(900_000)}${END}`);
  await service.reached;
  using other = await begin(END, END.length);
  expect(await other.saw('}')).toMatch(/^HTTP\/1.1 200 /);
  await expect.poll(() => service.bodies.callers).toBe(1);
  expect(service.bodies.inFlight).toBe(0);
  service.open();
  expect(await caller.saw('"file"')).toContain('"file":900000');
});

test('bytes that were read before the caller was known count to the caller’s limit', async () => {
  const text = `${FILE}${'x'.repeat(500_000)}\r\n${field('key', 'a')}`;
  using caller = await begin(text.slice(0, 400_000), 600_000);
  await expect.poll(() => service.bodies.inFlight).toBe(400_000);
  expect(service.bodies.callers).toBe(1);
  caller.send(text.slice(400_000) + FILE.slice(0, 20));
  const held = text.length + 20;
  await expect.poll(() => service.bodies.inFlight).toBe(held);
  expect(service.bodies.callers).toBe(1);
  // The memory of its address is free again, so that another client has all of it.
  const padding = 'x'.repeat(MAX + FORM_BYTES - 1);
  using _anonymous = await begin(padding, MAX + FORM_BYTES);
  await expect.poll(() => service.bodies.inFlight).toBe(held + padding.length);
  expect(service.bodies.callers).toBe(2);
});

describe('forms that are rejected', () => {
  const cut = `${field('a', '1')}${FILE}123`;
  test.each<[string, string, number, RegExp]>([
    ['a file that does not end', cut, cut.length, /^HTTP\/1.1 400 [\s\S]*cannot be read/],
    ['a field that does not end', cut.slice(0, 20), 20, /^HTTP\/1.1 400 [\s\S]*cannot be read/],
    ['two files', `${FILE}1\r\n${FILE}2${END}`, 1000, /^HTTP\/1.1 400 [\s\S]*cannot be read/],
    ['a long field', `${field('a', 'x'.repeat(70_000))}${FILE}`, 90_000, /^HTTP\/1.1 413 /],
    [
      'one that is not liked',
      `${field('refuse', '1')}${FILE}`,
      1000,
      /^HTTP\/1.1 400 [\s\S]*percent-encoded/,
    ],
  ])('forms are rejected for %s', async (_what, text, length, expected) => {
    using caller = await begin(text, length);
    expect(await caller.saw('}')).toMatch(expected);
  });
});
