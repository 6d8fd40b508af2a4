import { type ErrorCode, SolanoError } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { checkCallback, startCallbackCheck } from '../src/callback-check.ts';

const away = () => new SolanoError('report_unavailable', 'Away.');
const wrong = () => new SolanoError('report_misconfigured', 'It answered 301: check.');
const notFound = () => new SolanoError('purchase_not_found', 'Purchase not found.');

/** Checks a callback that ends in one error after the other, the last of them for ever. */
function checked(first: Error, ...others: Error[]) {
  const errors = [first, ...others];
  const warned = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  let calls = 0;
  const unused = () => {};
  const log = {
    info: unused,
    error: unused,
    warn: (_: object, text: string) => warned.resolve(text),
  };
  const report = async () => {
    calls += 1;
    if (calls === errors.length) asked.resolve();
    throw errors[Math.min(calls, errors.length) - 1] ?? first;
  };
  const check = startCallbackCheck({ updates: { report }, newId: () => 'x', log, pauseMs: 1 });
  return { check, warned: warned.promise, asked: asked.promise, calls: () => calls };
}

test('a wrong CALLBACK_URL is reported at once', async () => {
  const { warned, calls } = checked(wrong());
  expect(await warned).toBe('CALLBACK_URL reaches no API: It answered 301: check.');
  expect(calls()).toBe(1);
});

test('an API that does not listen yet is checked again, and found', async () => {
  const { asked, warned, calls } = checked(away(), away(), notFound());
  await asked;
  const none = new Promise((resolve) => setImmediate(resolve, 'none'));
  expect(await Promise.race([warned, none])).toBe('none');
  expect(calls()).toBe(3);
});

test('an API that never listens is reported in the end', async () => {
  const { warned, calls } = checked(away());
  expect(await warned).toBe('CALLBACK_URL reaches no API: Away.');
  expect(calls()).toBe(6);
});

test('a check that is disposed of reports nothing more', async () => {
  const { check, warned, asked } = checked(away());
  check[Symbol.dispose]();
  await asked;
  const none = new Promise((resolve) => setImmediate(resolve, 'none'));
  expect(await Promise.race([warned, none])).toBe('none');
});

const failing = (error: Error) => ({ report: () => Promise.reject(error) });
const newId = () => 'new';

test('a callback for an unknown purchase that gets purchase_not_found reaches an API', async () => {
  const reported: unknown[] = [];
  const report = async (...what: unknown[]) => {
    reported.push(what);
    throw new SolanoError('purchase_not_found', 'Purchase not found.');
  };
  expect(await checkCallback({ report }, newId)).toBeUndefined();
  expect(reported).toEqual([
    [expect.objectContaining({ id: 'new' }), { status: 'in_progress', outputs: [] }],
  ]);
});

test.each<ErrorCode>(['report_unavailable', 'report_misconfigured', 'report_rejected'])(
  'a check of the callback that ends in %s returns it',
  async (code) => {
    const error = new SolanoError(code, 'Away.');
    expect(await checkCallback(failing(error), newId)).toBe(error);
  },
);

test('an endpoint that accepts any purchase is no API', async () => {
  const error = await checkCallback({ report: async () => {} }, newId);
  expect(error).toMatchObject({ code: 'report_misconfigured' });
  expect(error?.message).toContain('CALLBACK_URL');
});

test('a check of the callback rethrows unexpected errors', async () => {
  const fault = new TypeError('x of undefined');
  await expect(checkCallback(failing(fault), newId)).rejects.toBe(fault);
});
