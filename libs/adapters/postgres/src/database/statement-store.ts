import type { PostgresDatabase } from './database.ts';

/** A store that is written with statements of our own: where they write many rows at once, or cost a part of Prisma's. */
export abstract class StatementStore {
  protected readonly database: Pick<PostgresDatabase, 'run' | 'transaction'>;

  constructor(database: Pick<PostgresDatabase, 'run' | 'transaction'>) {
    this.database = database;
  }
}
