import { expect, test } from 'vitest';
import { type ErrorCode, SolanoError } from '../errors.ts';
import { checkCallback } from './callback.ts';

const failing = (error: Error) => ({ notify: () => Promise.reject(error) });
const newId = () => 'new';

test('a callback for an unknown purchase that gets purchase_not_found reaches an API', async () => {
  const notified: unknown[] = [];
  const notify = async (...what: unknown[]) => {
    notified.push(what);
    throw new SolanoError('purchase_not_found', 'Purchase not found.');
  };
  expect(await checkCallback({ notify }, newId)).toBeUndefined();
  expect(notified).toEqual([
    [expect.objectContaining({ id: 'new' }), { status: 'in_progress', outputs: '[]' }],
  ]);
});

test.each<ErrorCode>(['callback_unavailable', 'callback_misconfigured', 'callback_rejected'])(
  'a check of the callback that ends in %s returns it',
  async (code) => {
    const error = new SolanoError(code, 'Away.');
    expect(await checkCallback(failing(error), newId)).toBe(error);
  },
);

test('an endpoint that accepts any purchase is no API', async () => {
  const error = await checkCallback({ notify: async () => {} }, newId);
  expect(error).toMatchObject({ code: 'callback_misconfigured' });
  expect(error?.message).toContain('CALLBACK_URL');
});

test('a check of the callback rethrows unexpected errors', async () => {
  const fault = new TypeError('x of undefined');
  await expect(checkCallback(failing(fault), newId)).rejects.toBe(fault);
});
