import type { AuditEntry } from '@solano/domain/service';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { PostgresDatabase } from './database.ts';

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
