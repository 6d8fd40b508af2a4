import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase, TransactionClient } from './database.ts';

/** A store on a database, with the transactions that most stores have. */
export abstract class PostgresStore {
  protected readonly database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.database = database;
  }

  /** Changes or deletes rows along with the entry, which is left out where there are none. Returns whether there were. */
  protected async changeAudited(
    entry: AuditEntry,
    change: (prisma: TransactionClient) => Promise<{ readonly count: number }>,
  ): Promise<boolean> {
    return this.database.transaction(async (run, prisma) => {
      const { count } = await prisma(change);
      if (count > 0) await writeAudit(run, entry);
      return count > 0;
    });
  }
}
