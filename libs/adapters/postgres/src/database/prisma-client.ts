import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/** @param pool whose connections it uses. */
export function newPrismaClient(pool: pg.Pool): PrismaClient {
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  return new PrismaClient({ adapter, errorFormat: 'minimal' });
}

/** Prisma writes a call's statement the same way each time, but for lists of different lengths. */
const MAX_NAMES = 500;
const names = new Map<string, string>();

/** A name by which connections keep a statement of Prisma's parsed and planned. */
function statementName({ sql }: { readonly sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_NAMES) return known ?? '';
  const name = `prisma-${names.size}`;
  names.set(sql, name);
  return name;
}
