import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { requireStorable } from './values.ts';

/** The pool, the driver and the server have shorter limits, whose errors say what is wrong. */
const TRANSACTIONS = { maxWait: 60_000, timeout: 60_000 };

/** @param pool whose connections it uses. */
export function newPrismaClient(pool: pg.Pool): PrismaClient {
  const adapter = new PrismaPg(pool, { statementNameGenerator: checkedName });
  return new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions: TRANSACTIONS });
}

/** Prisma writes a call's statement the same way each time, but for lists of different lengths. */
const MAX_NAMES = 500;
const names = new Map<string, string>();

/**
 * A name by which connections keep a statement of Prisma's parsed and planned. Prisma's adapter asks for it
 * before it sends the statement, and shows the values nowhere else.
 *
 * @throws Error for a text that cannot be stored, with `invalid_request` as its cause.
 */
function checkedName({ sql, args }: { sql: string; args: readonly unknown[] }): string {
  try {
    for (const text of args.flat()) if (typeof text === 'string') requireStorable(text);
  } catch (cause) {
    throw new Error('unstorable', { cause });
  }
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_NAMES) return known ?? '';
  const name = `prisma-${names.size}`;
  names.set(sql, name);
  return name;
}
