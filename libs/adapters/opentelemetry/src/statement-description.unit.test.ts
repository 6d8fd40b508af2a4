import { expect, test } from 'vitest';
import { StatementDescriptions } from './statement-description.ts';

test.each([
  ['SELECT id FROM plant WHERE name = $1 FOR NO KEY UPDATE', 'SELECT plant'],
  ['SELECT "public"."plant"."id" FROM "public"."plant" WHERE 1=1 OFFSET $1', 'SELECT plant'],
  ['INSERT INTO "public"."plant" ("id","name") VALUES ($1,$2)', 'INSERT plant'],
  ['UPDATE ONLY plant SET name = $1', 'UPDATE plant'],
  ['DELETE FROM plant USING customer WHERE plant.id = $1', 'DELETE plant customer'],
  ['LOCK TABLE purchase_output IN EXCLUSIVE MODE', 'LOCK purchase_output'],
  [
    'SELECT p.id FROM purchase p JOIN purchase_output USING (id)',
    'SELECT purchase purchase_output',
  ],
  ['INSERT INTO a SELECT x FROM json_populate_recordset(NULL::a, $1::json)', 'INSERT a'],
  ['INSERT INTO a VALUES ($1) ON CONFLICT (id) DO UPDATE SET x = 1', 'INSERT a'],
  [
    'SELECT extract(epoch FROM at) FROM job -- FROM other\n WHERE x IS DISTINCT FROM y',
    'SELECT job',
  ],
  [
    'WITH made AS (INSERT INTO job (id) SELECT $1 RETURNING id) SELECT p.id FROM made JOIN purchase p',
    'INSERT job SELECT purchase',
  ],
  ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'BEGIN'],
  ['SELECT 1', 'SELECT'],
])('a statement is named by operations and tables: %s', (text, name) => {
  expect(new StatementDescriptions().of(text).name).toBe(name);
});

test('a statement has attributes of the conventions, and its own name, which Prisma’s have not', () => {
  const descriptions = new StatementDescriptions();
  expect(descriptions.of('SELECT id FROM plant', 'plant-ids').attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'plant',
    'solano.statement': 'plant-ids',
  });
  expect(descriptions.of('SELECT a FROM b JOIN c', 'prisma-7').attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.query.summary': 'SELECT b c',
  });
});

test('a statement’s literals are no part of its name', () => {
  const text = "SELECT 'FROM it''s' AS x, 'UPDATE secret' FROM plant WHERE name = 'JOIN secret'";
  expect(new StatementDescriptions().of(text).name).toBe('SELECT plant');
});
