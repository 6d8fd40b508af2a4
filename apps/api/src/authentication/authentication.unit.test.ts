import { expect, test } from 'vitest';
import { bearerToken } from './authentication.ts';

test.each([
  undefined,
  '',
  ' ',
  'Bearer',
  'Bearer ',
  'Basic c29sOng=',
  'Token sol_k1_Secret1',
  'sol_k1_Secret1',
  'Bearersol_k1_Secret1',
  'Bearer sol_k1_Secret1 more',
  'Bearer, sol_k1_Secret1',
  'x Bearer sol_k1_Secret1',
])('the header %j, which has no credentials, is rejected', (header) => {
  const expected = {
    code: 'credentials_missing',
    message: 'Authentication credentials were not provided.',
  };
  expect(() => bearerToken(header)).toThrow(expect.objectContaining(expected));
});

test.each(['Bearer t', 'bearer t', 'BEARER t', 'Bearer   t', 'Bearer t  '])(
  'the token of the header %j is read',
  (header) => {
    expect(bearerToken(header)).toBe('t');
  },
);
