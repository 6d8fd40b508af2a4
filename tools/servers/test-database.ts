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
export async function createTestDatabase(
  template: typeof TEMPLATE | 'template0' = TEMPLATE,
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    [Symbol.asyncDispose]: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
