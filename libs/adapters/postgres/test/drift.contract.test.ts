import { readFile } from 'node:fs/promises';
import {
  readMigrations,
  schemaDifference,
  schemaFile,
  withEngine,
} from '@solano/tools/schema-difference';
import { createTestDatabase } from '@solano/tools/test-database';
import { describe, expect, inject, test } from 'vitest';

const schema = await readFile(schemaFile, 'utf8');

describe('schema and migrations', () => {
  test('schema and migrations agree', async () => {
    const missing = await schemaDifference(inject('postgresUrl'), schema);
    expect(missing, 'write a migration: node tools/generate/migration.ts <name>').toBeUndefined();
  });

  test.each([
    ['a column', 'label      String\n', '', 'DROP COLUMN "label"'],
    ['a type', 'rows       Int\n', 'rows BigInt\n', 'ALTER COLUMN "rows" SET DATA TYPE BIGINT'],
    ['an index', '  @@index([usedAt])\n', '', 'DROP INDEX "submission_key_used_at_idx"'],
    ['a table', '@@map("api_key")', '@@map("keys")', 'CREATE TABLE "keys"'],
  ])('schema and migrations are found to differ in %s', async (_, old, changed, sql) => {
    expect(schema).toContain(old);
    const other = schema.replace(old, changed);
    expect(await schemaDifference(inject('postgresUrl'), other)).toContain(sql);
  });
});

test("Prisma's tools understand the bookkeeping of a migrated database", async () => {
  await using database = await createTestDatabase();
  const migrationsList = await readMigrations();
  const filters = { externalTables: [], externalEnums: [] };
  const found = await withEngine(database.url, schema, (engine) => {
    return engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    });
  });
  expect(found).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
});
