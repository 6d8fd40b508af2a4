import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkKey, checkPrefix, isSegment } from './key.ts';

const rejected = expect.objectContaining({ code: 'invalid_request' });

test.each(['a', 'a/b/c', ' ', '...', '.a', 'a.', '..a', '%2E', 'a\\b', '\n', 'é', '🏭', '~', '-'])(
  'a key may be %j, a prefix too with a slash',
  (key) => {
    expect(() => checkKey(key)).not.toThrow();
    expect(() => checkPrefix(`${key}/`)).not.toThrow();
    expect(() => checkPrefix(key)).toThrow(rejected);
  },
);

test.each([
  '',
  '/',
  'a/',
  '/a',
  'a//b',
  '.',
  '..',
  'a/.',
  './a',
  'a/../b',
  '../a',
  'a\0',
  '\udc00',
])('the key or prefix %j is rejected', (key) => {
  expect(() => checkKey(key)).toThrow(rejected);
  expect(() => checkPrefix(`${key}/`)).toThrow(rejected);
});

test('a prefix may be empty', () => {
  expect(() => checkPrefix('')).not.toThrow();
});

test.each([
  ['x', 1],
  ['ñ', 2],
  ['€', 3],
  ['🏭', 4],
])('the character %s counts for its bytes in UTF-8', (character, size) => {
  expect(isSegment(character.repeat(Math.floor(255 / size)))).toBe(true);
  expect(isSegment(character.repeat(Math.floor(255 / size) + 1))).toBe(false);
  const segment = `${character.repeat(Math.floor(200 / size))}/`;
  const bytes = Buffer.byteLength(segment);
  const fitting = segment.repeat(Math.floor(1_024 / bytes)).slice(0, -1);
  expect(() => checkKey(fitting)).not.toThrow();
  expect(() => checkKey(`${fitting}/${segment.slice(0, -1)}`)).toThrow(rejected);
});

test('bytes are counted as Node counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const expected =
        text.isWellFormed() &&
        !['', '.', '..'].includes(text) &&
        !text.includes('/') &&
        !text.includes('\0') &&
        Buffer.byteLength(text) <= 255;
      expect(isSegment(text)).toBe(expected);
    }),
  );
});
