import { anEntry } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { writeAudit } from '../src/audit/write-audit.ts';
import { PostgresDatabase } from '../src/database/database.ts';

function aRow() {
  const id = crypto.randomUUID();
  return { id, name: id, folder: null, permissions: [] };
}

function countCustomers(database: PostgresDatabase): Promise<number> {
  return database.prisma((prisma) => prisma.customer.count());
}

test('the statements of a transaction share its fate, and others do not see them', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const count = { text: 'SELECT count(*)::int AS count FROM audit_entry' };
  const failed = database.transaction(async (run) => {
    await writeAudit(run, anEntry());
    expect(await run(count, [])).toEqual([{ count: 1 }]);
    expect(await database.run(count, [])).toEqual([{ count: 0 }]);
    await writeAudit(run, anEntry({ subject: 'not storable \0' }));
  });
  await expect(failed).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await database.run(count, [])).toEqual([{ count: 0 }]);
  await database.transaction((run) => writeAudit(run, anEntry()));
  expect(await database.run(count, [])).toEqual([{ count: 1 }]);
});

test('many transactions of Prisma at once keep their calls apart', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  // Each holds a connection and asks for another; there are ten.
  const works = Array.from({ length: 8 }, async (_, i) => {
    const data = aRow();
    const where = { id: data.id };
    const work = database.prisma((prisma) =>
      prisma.$transaction(async ({ customer }) => {
        await customer.create({ data });
        const found = await customer.findUnique({ where });
        const others = database.prisma((client) => client.customer.findUnique({ where }));
        expect([found, await others]).toEqual([data, null]);
        if (i % 2) throw new RangeError('undone');
      }),
    );
    return work.then(
      () => 'done',
      (error: Error) => error.message,
    );
  });
  const ends = await Promise.all(works);
  expect(ends.toSorted()).toEqual([...Array(4).fill('done'), ...Array(4).fill('undone')]);
  expect(await countCustomers(database)).toBe(4);
});

test('an error of a call within a transaction of Prisma is translated', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const row = aRow();
  const write = (name: string) =>
    database.prisma((prisma) =>
      prisma.$transaction([
        prisma.customer.create({ data: row }),
        prisma.customer.create({ data: { ...aRow(), name } }),
      ]),
    );
  await expect(write(row.name)).rejects.toMatchObject({
    name: 'SolanoError',
    code: 'already_exists',
  });
  const unstorable = { name: 'SolanoError', code: 'invalid_request' };
  await expect(write('not storable \0')).rejects.toMatchObject(unstorable);
  expect(await countCustomers(database)).toBe(0);
});

test('a connection that is lost in a transaction of Prisma leaves the pool, and the transaction is unavailable', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url, { connections: 1 });
  await using other = await PostgresDatabase.connect(file.url);
  const own = { text: 'SELECT pg_backend_pid() AS pid' };
  const [before] = await database.run<{ pid: number }>(own, []);
  const pid = before?.pid ?? 0;
  // It commits on the connection, whose loss it has not been told of yet, or may have been.
  const lost = database.prisma((prisma) =>
    prisma.$transaction(async ({ customer }) => {
      await customer.create({ data: aRow() });
      await other.run({ text: 'SELECT pg_terminate_backend($1, 5000)' }, [pid]);
    }),
  );
  await expect(lost).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await database.run<{ pid: number }>(own, [])).not.toEqual([{ pid }]);
  expect(await countCustomers(database)).toBe(0);
});

test('a transaction of Prisma that lasts too long is undone and unavailable', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url, { connections: 1 });
  const late = database.prisma((prisma) =>
    prisma.$transaction(
      async ({ customer }) => {
        for (;;) await customer.create({ data: aRow() });
      },
      { timeout: 50 },
    ),
  );
  await expect(late).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await countCustomers(database)).toBe(0);
});

/** Lets a transaction fail when it commits, as PostgreSQL does where the disk is full. */
const FULL_AT_COMMIT = `
  CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END';
  CREATE CONSTRAINT TRIGGER disk_full AFTER INSERT ON customer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION disk_full()`;

test('an error of the end of a transaction of Prisma is translated', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  await database.run({ text: FULL_AT_COMMIT }, []);
  const full = database.prisma((prisma) =>
    prisma.$transaction(({ customer }) => customer.create({ data: aRow() })),
  );
  await expect(full).rejects.toMatchObject({ name: 'SolanoError', code: 'store_full' });
  expect(await countCustomers(database)).toBe(0);
});
