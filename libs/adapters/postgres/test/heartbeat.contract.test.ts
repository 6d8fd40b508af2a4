import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { writeHeartbeat } from '../src/database/heartbeat.ts';

let file: TestDatabase;
let database: PostgresDatabase;
beforeAll(async () => {
  file = await createTestDatabase();
  database = await PostgresDatabase.connect(file.url);
});
afterAll(async () => {
  await database.close();
  await file[Symbol.asyncDispose]();
});

/** When the last heartbeat was, in microseconds: two may come in one millisecond. */
async function lastBeat(): Promise<number> {
  const text = 'SELECT (extract(epoch FROM at) * 1000000)::float8 AS at FROM heartbeat';
  const [row] = await database.run<{ at: number }>({ text }, []);
  return row?.at ?? Infinity;
}

test('each heartbeat renews the one row', async () => {
  await writeHeartbeat(database);
  const first = await lastBeat();
  await writeHeartbeat(database);
  const rows = await database.run({ text: 'SELECT id FROM heartbeat' }, []);
  expect(rows).toEqual([{ id: 1 }]);
  expect(await lastBeat()).toBeGreaterThan(first);
});

test.each([
  'purchase',
  'purchase_series',
  'purchase_status_change',
  'submission_key',
  'audit_entry',
  'heartbeat',
])('a heartbeat waits a second for the lock of %s and is then rejected', async (table) => {
  await database.transaction(async (run) => {
    await run({ text: `LOCK TABLE ${table} IN SHARE MODE` }, []);
    const begun = performance.now();
    await expect(writeHeartbeat(database)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(950);
  });
  await writeHeartbeat(database);
});

test('reading a table does not hold a heartbeat up', async () => {
  await database.transaction(async (run) => {
    await run({ text: 'LOCK TABLE purchase IN ACCESS SHARE MODE' }, []);
    await writeHeartbeat(database);
  });
});

test('a heartbeat is rejected where a row can be written and a purchase cannot, and leaves nothing behind', async () => {
  const name = new URL(file.url).pathname.slice(1);
  await database.run({ text: `ALTER DATABASE ${name} SET temp_file_limit = '1MB'` }, []);
  await using limited = await PostgresDatabase.connect(file.url);
  const before = await lastBeat();
  await expect(writeHeartbeat(limited)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await lastBeat()).toBe(before);
  await database.run({ text: `ALTER DATABASE ${name} RESET temp_file_limit` }, []);
  await writeHeartbeat(database);
  const text = 'SELECT count(*)::int AS files FROM pg_ls_tmpdir()';
  expect(await database.run({ text }, [])).toEqual([{ files: 0 }]);
});

test('a database that is read only rejects heartbeats, and accepts them again afterwards', async () => {
  const name = new URL(file.url).pathname.slice(1);
  const setting = 'default_transaction_read_only';
  await database.run({ text: `ALTER DATABASE ${name} SET ${setting} = on` }, []);
  await using readOnly = await PostgresDatabase.connect(file.url);
  await expect(writeHeartbeat(readOnly)).rejects.toMatchObject({ code: 'store_unavailable' });
  await readOnly.run({ text: `SET ${setting} = off` }, []);
  await writeHeartbeat(readOnly);
  await database.run({ text: `ALTER DATABASE ${name} RESET ${setting}` }, []);
});
