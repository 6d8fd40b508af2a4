import type { PostgresDatabase } from './database.ts';

/** What statements of our own are run with. */
export type StatementDatabase = Pick<PostgresDatabase, 'run' | 'transaction' | 'snapshot'>;

/** A store that is written with statements of our own: where they write many rows at once, or cost a part of Prisma's. */
export abstract class StatementStore {
  protected readonly database: StatementDatabase;

  constructor(database: StatementDatabase) {
    this.database = database;
  }
}
