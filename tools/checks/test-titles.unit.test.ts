import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesWithoutSubject } from './test-titles.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the titles of all tests begin with their subject', () => {
  const files = globSync(
    ['{apps,libs,tools}/**/*.test.{ts,tsx}', 'libs/domain/contracts/**/*.ts'],
    {
      cwd: ROOT,
      exclude: ['**/node_modules'],
    },
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    titlesWithoutSubject(readFileSync(join(ROOT, file), 'utf8')).map(
      (title) => `${file}: ${title}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each(['test', 'it', 'test.only', 'describe.each([1])', 'test.each([\n  1,\n])'])(
  'a title without a subject is found in %s',
  (call) => {
    const source = `${call}('is rejected', () => {});\n${call}(\n  "a key is rejected",\n  () => {},\n);\n`;
    expect(titlesWithoutSubject(source)).toEqual(['is rejected']);
  },
);
