import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
/** A file, and the title of a test in it. */
const TEST = /`([^`]+\.ts)` "([^"]+)"/g;

const rows = page
  .split('\n')
  .filter((line) => /^\| API\d+ /.test(line))
  .map((line) => {
    const [, risk = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
    return {
      risk,
      tests: [...tests.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title })),
    };
  });

test('each of the ten risks has a row', () => {
  const named = rows.map(({ risk }) => /^API\d+/.exec(risk)?.[0]);
  expect(named).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`));
});

describe.each(rows)('$risk', ({ tests }) => {
  test('the row of a risk names tests', () => {
    expect(tests.length).toBeGreaterThan(0);
  });

  test.each(tests)('$file: $title', ({ file, title }) => {
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    expect(existsSync(path)).toBe(true);
    // Titles are in either kind of quotation marks.
    const text = readFileSync(path, 'utf8').replaceAll("\\'", "'");
    expect(["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))).toBe(true);
  });
});
