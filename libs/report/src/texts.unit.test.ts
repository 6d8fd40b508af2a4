import { expect, test } from 'vitest';
import { fill, TEXTS } from './texts.ts';

const ENTRIES: readonly (readonly [name: string, texts: readonly [string, ...string[]]])[] =
  Object.entries(TEXTS);

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort();
}

test.each(ENTRIES)('text %s takes the same values in each language', (_, all) => {
  const [english, ...others] = all;
  for (const text of others) expect(namesIn(text)).toEqual(namesIn(english));
});

test('texts of four words or more are translated', () => {
  const sentences = ENTRIES.filter(([, [english]]) => english.split(' ').length >= 4);
  const same = sentences.filter(([, [english, ...others]]) =>
    others.some((each) => each === english),
  );
  expect(sentences.length).toBeGreaterThan(10);
  expect(same).toEqual([]);
});

test('a text keeps the name of a value that it is not given', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}');
});
