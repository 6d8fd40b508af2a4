import { describe, expect, test } from 'vitest';
import { requireNoSecrets, secretsOf } from './log-secrets.ts';

describe('a log line', () => {
  test.each([
    { msg: 'key sol_a1b2c3d4e5f6_Secret0Secret0' },
    { err: { stack: `Error: cb_1790000000000_${'0f'.repeat(32)}` } },
    { body: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
    { req: { headers: { authorization: 'Bearer anything' } } },
    { err: { message: 'connect postgres://solano:pass@127.0.0.1:5432/solano' } },
    { deep: [{ text: 'before my secret words after' }] },
  ])('the log line %j gives a secret away', (line) => {
    expect(() => requireNoSecrets([{ msg: 'fine' }, line], ['my secret words'])).toThrow(
      'a secret is in the log',
    );
  });

  test.each([
    { msg: 'key a1b2c3d4e5f6 was used', url: 'http://127.0.0.1:3000/api/v0/plants/' },
    { purchase_id: '8a9aedb0-8d17-40d0-919a-b6489f7cb769', request_id: 'order-7' },
    { origin: 'https://customer.example:8443/hook', at: '2026-11-21T10:00:00.000Z' },
  ])('the log line %j gives no secret away', (line) => {
    expect(() => requireNoSecrets([line], ['my secret words'])).not.toThrow();
  });
});

test('the secrets of an environment are what its variables hold', () => {
  const environment = {
    CALLBACK_SECRET: 'one',
    AWS_SECRET_ACCESS_KEY: 'two',
    DATABASE_URL: 'postgresql://solano:thr%65e@127.0.0.1/solano',
    LOG_LEVEL: 'debug',
  };
  expect(secretsOf(environment)).toEqual(['one', 'two', 'three']);
  expect(secretsOf({ DATABASE_URL: 'postgresql://solano@127.0.0.1/solano' })).toEqual([]);
});
