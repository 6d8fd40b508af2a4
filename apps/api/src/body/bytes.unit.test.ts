import { Readable } from 'node:stream';
import type { Request } from 'express';
import { expect, test } from 'vitest';
import { readBytes } from './bytes.ts';

/** A request whose body has begun to arrive. */
function arriving(complete = false) {
  const body = new Readable({ read: () => undefined });
  body.push('ab');
  return Object.assign(body, { headers: {}, complete }) as unknown as Request;
}

test.each([
  ['breaks off', false],
  ['is complete when its caller breaks off before it is read', true],
])('a body that %s is rejected as incomplete', async (_, isComplete) => {
  const req = arriving(isComplete);
  const read = readBytes(req, 3, () => {});
  req.destroy(new Error('aborted'));
  await expect(read).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Request body is incomplete.',
  });
});

test('an error of the service while it reads a body is not the caller’s', async () => {
  const mistake = new TypeError('x is not a function');
  const read = readBytes(arriving(), 3, () => {
    throw mistake;
  });
  await expect(read).rejects.toBe(mistake);
});
