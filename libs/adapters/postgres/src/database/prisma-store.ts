import type { AuditEntry } from '@solano/domain/service';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { PostgresDatabase } from './database.ts';
import { insertRows } from './row-statements.ts';
import type { Table } from './table.ts';

/** A store that is written with Prisma, with the transactions that most of these have. Errors: translated. */
export abstract class PrismaStore {
  readonly #database: Pick<PostgresDatabase, 'prisma'>;

  constructor(database: Pick<PostgresDatabase, 'prisma'>) {
    this.#database = database;
  }

  protected prisma<T>(work: (prisma: PrismaClient) => Promise<T>): Promise<T> {
    return this.#database.prisma(work);
  }

  /** Runs the work in one transaction; an error from it is rethrown after the rollback. */
  protected transaction<T>(work: (prisma: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    return this.prisma((prisma) => prisma.$transaction(work));
  }

  /** Does what the calls say and adds the entry, all or nothing. */
  protected async audited(
    data: AuditEntry,
    calls: (prisma: PrismaClient) => readonly Prisma.PrismaPromise<unknown>[],
  ): Promise<void> {
    await this.prisma((prisma) =>
      prisma.$transaction([...calls(prisma), prisma.auditEntry.create({ data })]),
    );
  }

  /** Changes or deletes rows along with the entry, which is left out where there are none. Returns whether there were. */
  protected changeAudited(
    data: AuditEntry,
    change: (prisma: Prisma.TransactionClient) => Promise<{ readonly count: number }>,
  ): Promise<boolean> {
    return this.transaction(async (prisma) => {
      const { count } = await change(prisma);
      if (count > 0) await prisma.auditEntry.create({ data });
      return count > 0;
    });
  }
}

type RowTransaction = Pick<Prisma.TransactionClient, '$executeRawUnsafe'>;

/**
 * Adds rows that may be many within a transaction of Prisma's, which makes its own statement anew for each number of
 * rows: that takes longer than to add them. Errors: `already_exists`, `invalid_request` for a text that cannot be stored.
 */
export async function addRows<Row>(
  prisma: RowTransaction,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  const [{ text }, values] = insertRows(table, rows);
  await prisma.$executeRawUnsafe(text, ...values);
}

/** {@link addRows} of those that are not there. Returns how many were added. Errors: `invalid_request`. */
export function addMissingRows<Row>(
  prisma: RowTransaction,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<number> {
  const [{ text }, values] = insertRows(table, rows);
  return prisma.$executeRawUnsafe(`${text} ON CONFLICT DO NOTHING`, ...values);
}
