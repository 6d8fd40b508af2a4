import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl, TEMPLATE } from './test-servers.ts';

/** A migrated database of a test's own. Disposing of it drops it, also while it is in use. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * Makes a database on the server of the test run.
 *
 * @param template what it is a copy of; `template0` is an empty database without migrations.
 */
export async function createTestDatabase(template: string = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = (sql: string) => onServer((client) => client.query(sql));
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    [Symbol.asyncDispose]: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs statements on the server of the test run, outside of the tests' databases. */
export async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
