import { SolanoError } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { deliveredOrOwn } from './delivered-or-own.ts';

const failing = (error: Error) => () => Promise.reject(error);
const none = (message: string) => failing(new SolanoError('not_found', message));

test('the delivered forecast comes before the own', async () => {
  const own = failing(new Error('The own forecast was read.'));
  expect(await deliveredOrOwn(async () => 'delivered', own)).toBe('delivered');
});

test('the own forecast is taken where none was delivered', async () => {
  expect(await deliveredOrOwn(none('Not delivered.'), async () => 'own')).toBe('own');
});

test('a plant without either has the error of the delivered one', async () => {
  await expect(deliveredOrOwn(none('Not delivered.'), none('Not made.'))).rejects.toThrow(
    'Not delivered.',
  );
});

test.each([
  ['an unavailable store', new SolanoError('store_unavailable', 'The database is not available.')],
  ['a fault', new TypeError('x is not a function')],
])('%s is not taken for a missing forecast', async (_name, error) => {
  await expect(deliveredOrOwn(failing(error), async () => 'own')).rejects.toBe(error);
  await expect(deliveredOrOwn(none('Not delivered.'), failing(error))).rejects.toBe(error);
});
