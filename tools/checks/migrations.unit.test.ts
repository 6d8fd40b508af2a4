import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unsafeStatements } from './migrations.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Those before it were applied to no database that was in use. */
const SINCE = '20261122140000';

const migrations = globSync('prisma/migrations/*/migration.sql', { cwd: ROOT })
  .filter((path) => basename(dirname(path)) >= SINCE)
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

test.each(migrations)('the migration %s can be applied while the service is in use', (_, sql) => {
  expect(unsafeStatements(sql)).toEqual([]);
});

test('no further migration copies the function of the queue, which has a file of its own', () => {
  const copies = migrations.filter(([, sql]) => sql.includes('FUNCTION job_turn'));
  expect(copies.map(([path]) => basename(dirname(path)))).toEqual([
    '20261123223500_job_turn_order',
  ]);
});

describe('a migration is rejected that', () => {
  test.each([
    ['CREATE INDEX "i" ON "purchase"("id");', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX "i" ON "purchase"("id");', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX CONCURRENTLY "i" ON "purchase"("id");', 'alone in its migration'],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "purchase"("id"); SELECT 1;', 'alone in its'],
    ['ALTER TABLE "purchase" ALTER COLUMN "note" SET NOT NULL;', 'sets a column NOT NULL'],
    ['ALTER TABLE "purchase" ADD COLUMN "a" INTEGER, ADD COLUMN "note" TEXT NOT NULL;', 'required'],
    ['ALTER TABLE "purchase" ADD COLUMN "n" BIGSERIAL;', 'for every row'],
    ['ALTER TABLE "purchase" ADD COLUMN "u" UUID DEFAULT gen_random_uuid();', 'for every row'],
    ['ALTER TABLE "purchase" ADD COLUMN "t" TEXT GENERATED ALWAYS AS (x) STORED;', 'for every row'],
    ['ALTER TABLE "purchase" ADD COLUMN "c" UUID REFERENCES "customer"("id");', 'for every row'],
    ['ALTER TABLE "purchase" ALTER COLUMN "id" TYPE TEXT;', 'changes the type'],
    ['ALTER TABLE "purchase" ALTER COLUMN "id" SET DATA TYPE BIGINT;', 'changes the type'],
    ['ALTER TABLE "purchase" RENAME COLUMN "a" TO "b";', 'renames'],
    ['ALTER TABLE "purchase" RENAME TO "order";', 'renames'],
    ['ALTER TABLE "purchase" DROP COLUMN "a";', 'drops a column'],
    ['ALTER TABLE "purchase" ADD CONSTRAINT "c" CHECK ("a" > 0);', 'NOT VALID'],
    ['ALTER TABLE "purchase" ADD CONSTRAINT "k" UNIQUE ("a");', 'NOT VALID'],
    ['ALTER TABLE "purchase" SET LOGGED;', 'whole table anew'],
    ['DROP TABLE "purchase";', 'drops or empties'],
    ['DROP FUNCTION job_turn;', 'drops or empties'],
    ['TRUNCATE "purchase";', 'drops or empties'],
    ['LOCK TABLE "purchase";', 'holds a lock'],
    ['VACUUM FULL "purchase";', 'holds a lock'],
    ['SET lock_timeout TO 0;', 'sets a timeout'],
    ['BEGIN; SELECT 1; COMMIT;', 'is or ends a transaction'],
    ['UPDATE "purchase" SET "a" = 1;', 'changes rows'],
    ['INSERT INTO "job" SELECT * FROM "purchase";', 'changes rows'],
    [
      'CREATE TABLE "a" ("id" INTEGER);\n-- a; comment (\nCREATE INDEX "i" ON "purchase"("id");',
      'writers wait',
    ],
  ])('a migration is rejected that has %s', (sql, problem) => {
    expect(unsafeStatements(sql)[0]).toContain(problem);
  });
});

test.each([
  'CREATE TABLE "a" ("id" INTEGER NOT NULL); CREATE INDEX "i" ON "a"("id"); INSERT INTO "a" VALUES (1);',
  'CREATE TABLE "a" ("b" UUID); ALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("b") REFERENCES "c"("id");',
  '-- CreateIndex\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "purchase"("id", "user");',
  'ALTER TABLE "purchase" ADD COLUMN     "note" TEXT;',
  'ALTER TABLE "purchase" ADD COLUMN "is_kept" BOOLEAN NOT NULL DEFAULT false;',
  `ALTER TABLE "purchase" ADD COLUMN "name" TEXT NOT NULL DEFAULT 'DROP COLUMN; x';`,
  `ALTER TABLE "api_key" ADD COLUMN "s" TEXT[] NOT NULL DEFAULT ARRAY['a', 'b'], ADD COLUMN "b" INT;`,
  'ALTER TABLE "purchase" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;',
  'ALTER TABLE "purchase" ALTER COLUMN "note" DROP NOT NULL, DROP CONSTRAINT "c";',
  '-- unread since 0.1.0\nALTER TABLE "purchase" DROP COLUMN "a";',
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM job; END $$;',
])('a migration is accepted that holds %s', (sql) => {
  expect(unsafeStatements(sql)).toEqual([]);
});
