import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { writeAudit } from '../src/audit/write-audit.ts';
import { PostgresDatabase } from '../src/database/database.ts';

const ENTRY = {
  at: new Date('2026-11-22T06:00:00Z'),
  actor: 'operator test',
  action: 'customer.add',
  customerId: null,
  subject: 's',
  origin: 'host',
  requestId: null,
} as const;

function aRow() {
  const id = crypto.randomUUID();
  return { id, name: id, folder: null, permissions: [] };
}

test('calls of Prisma and statements share a transaction and its fate', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const data = aRow();
  const failed = database.transaction(async (run, prisma) => {
    await prisma((client) => client.customer.create({ data }));
    const seen = await run({ text: 'SELECT 1 FROM customer WHERE id = $1' }, [data.id]);
    expect(seen).toHaveLength(1);
    // Other callers see nothing of it.
    expect(await database.prisma((client) => client.customer.count())).toBe(0);
    await writeAudit(run, ENTRY, { ...ENTRY, subject: 'not storable \0' });
  });
  await expect(failed).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await database.prisma((client) => client.customer.count())).toBe(0);
  await database.transaction(async (run, prisma) => {
    await prisma((client) => client.customer.create({ data }));
    await writeAudit(run, ENTRY);
  });
  expect(await database.prisma((client) => client.customer.count())).toBe(1);
  expect(await database.prisma((client) => client.auditEntry.count())).toBe(1);
});

test('many transactions at once keep their calls of Prisma apart', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  // Each holds a connection and asks for another; there are ten.
  const works = Array.from({ length: 8 }, async (_, i) => {
    const data = aRow();
    const work = database.transaction(async (_run, prisma) => {
      await prisma((client) => client.customer.create({ data }));
      const where = { id: data.id };
      const found = await prisma((client) => client.customer.findFirst({ where }));
      const others = database.prisma((client) => client.customer.findUnique({ where }));
      expect([found, await others]).toEqual([data, null]);
      if (i % 2) throw new RangeError('undone');
    });
    return work.then(
      () => 'done',
      (error: Error) => error.message,
    );
  });
  const ends = await Promise.all(works);
  expect(ends.toSorted()).toEqual([...Array(4).fill('done'), ...Array(4).fill('undone')]);
  expect(await database.prisma((client) => client.customer.count())).toBe(4);
});

test('a transaction within another is rejected', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const key = { id: 'k', label: '', digest: '', createdAt: ENTRY.at };
  const work = database.transaction(async (_run, prisma) => {
    await prisma((client) =>
      client.customer.create({ data: { ...aRow(), keys: { create: [key] } } }),
    );
  });
  await expect(work).rejects.toThrow('in another');
});
