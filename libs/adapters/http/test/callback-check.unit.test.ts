import { SolanoError } from '@solano/domain';
import { expect, test } from 'vitest';
import { startCallbackCheck } from '../src/callback-check.ts';

const away = () => new SolanoError('callback_unavailable', 'Away.');
const wrong = () => new SolanoError('callback_misconfigured', 'It answered 301: check.');
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
  const notify = async () => {
    calls += 1;
    if (calls === errors.length) asked.resolve();
    throw errors[Math.min(calls, errors.length) - 1] ?? first;
  };
  const check = startCallbackCheck({ callback: { notify }, newId: () => 'x', log, pauseMs: 1 });
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
