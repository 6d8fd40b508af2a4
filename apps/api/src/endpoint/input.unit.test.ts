import type { Request } from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readQuery } from './input.ts';

/** A request that counts the accesses to its query, as Express parses it anew each time. */
function requestOf(query: Request['query']) {
  let asked = 0;
  const req = {
    get query() {
      asked += 1;
      return query;
    },
  } as Request;
  return { req, asked: () => asked };
}

const PARAMETERS = z.object({
  user: z.string(),
  status: z.array(z.string()).optional(),
  limit: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

test('the query is parsed once, whatever the number of parameters', () => {
  const { req, asked } = requestOf({ user: ['ana', 'bea'], status: 'failed', other: 'x' });
  const read = readQuery(PARAMETERS, req, 'error');
  expect(read).toEqual({ user: 'bea', status: ['failed'] });
  expect(asked()).toBe(1);
});

test('the query of an operation without parameters is not parsed', () => {
  const { req, asked } = requestOf({ user: 'ana' });
  expect(readQuery(z.object({}), req, 'error')).toEqual({});
  expect(asked()).toBe(0);
});
