import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';

test.each([
  ['disk_full', 'store_full', 'There is no space left to store this.'],
  ['out_of_memory', 'store_unavailable', 'The database is not available: out_of_memory'],
  ['io_error', 'store_unavailable', 'The database is not available: io_error'],
])('the failure %s of PostgreSQL is %s', async (condition, code, message) => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const text = `DO $$ BEGIN RAISE ${condition}; END $$`;
  const failure = { code, message, cause: expect.any(Error) as Error };
  await expect(database.run({ text }, [])).rejects.toMatchObject(failure);
  const failing = database.transaction((run) => run({ text }, []));
  await expect(failing).rejects.toMatchObject(failure);
  const raw = database.prisma((prisma) => prisma.$executeRawUnsafe(text));
  await expect(raw).rejects.toMatchObject({ code });
});
