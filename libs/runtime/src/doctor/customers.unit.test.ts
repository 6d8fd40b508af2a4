import { expect, test } from 'vitest';
import { customersFinding } from './customers.ts';

const named = (...names: string[]) => customersFinding(names.map((name) => ({ name })));

test('the customers with reserved names are named, and others are not', () => {
  expect(named('Norte', 'markets').status).toBe('ok');
  expect(named('Norte', 'market', 'Weather')).toMatchObject({
    check: 'customer names',
    status: 'warning',
    message: expect.stringMatching(/: market, Weather\. /),
  });
});
