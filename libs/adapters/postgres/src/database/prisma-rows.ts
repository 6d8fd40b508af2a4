import type { Prisma } from '../generated/prisma/client.ts';
import { insertRows } from './row-statements.ts';
import type { Table } from './table.ts';

/**
 * Adds rows that may be many within a transaction of Prisma's, leaving out those that are there. Prisma makes
 * its own statement anew for each number of rows, which takes longer than to add them.
 *
 * @returns how many were added.
 * @throws SolanoError `invalid_request` for a text that cannot be stored.
 */
export function addMissingRows<Row>(
  prisma: Pick<Prisma.TransactionClient, '$executeRawUnsafe'>,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<number> {
  const [{ text }, values] = insertRows(table, rows);
  return prisma.$executeRawUnsafe(`${text} ON CONFLICT DO NOTHING`, ...values);
}
