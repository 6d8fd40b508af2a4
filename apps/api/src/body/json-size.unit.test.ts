import { isSolanoError } from '@solano/domain/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireJsonSize } from './json-size.ts';

const DEEP = 'Request body is nested too deeply.';
const MANY_NAMES = 'Request body holds more than 50000 different names.';
const tooMany = (max: number) => `Request body holds more than ${max} values.`;

/** The message that a text is rejected with; "fine" if it is accepted. */
function sizeOf(max: number, text: string): string {
  try {
    requireJsonSize(Buffer.from(text), max);
    return 'fine';
  } catch (error) {
    return isSolanoError(error, 'invalid_request') ? error.message : String(error);
  }
}

/** Commas and opening brackets outside of strings, by what JSON.parse finds. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const separators = Math.max(0, members.length - 1);
  return members.reduce((sum: number, member) => sum + valuesIn(member), 1 + separators);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the number of values', () => {
  test.each<[text: string, values: number]>([
    ['[]', 1],
    ['[1,2,3]', 3],
    ['{"a":[],"b":{}}', 4],
    ['[{},{},{}]', 6],
    [String.raw`["\"[[,,",1]`, 2],
    [String.raw`["\\",[],"\\\"[,"]`, 4],
    [String.raw`{"a,\\\\":"}],[{"}`, 1],
    ['["€,[",["🌬️,{"]]', 3],
    ['[\n1 ,\t2\r]', 2],
  ])('values are counted in %s', (text, values) => {
    expect(sizeOf(values, text)).toBe('fine');
    expect(sizeOf(values - 1, text)).toBe(tooMany(values - 1));
  });

  test('the count agrees with JSON.parse for any JSON', () => {
    const space = fc.constantFrom('', ' ', '\n\t');
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), space, (json, indent) => {
        const text = JSON.stringify([JSON.parse(json)], null, indent);
        const values = valuesIn(JSON.parse(text));
        expect(depthOf(JSON.parse(text))).toBeLessThan(100);
        expect(sizeOf(values, text)).toBe('fine');
        expect(sizeOf(values - 1, text)).toBe(tooMany(values - 1));
      }),
    );
  });

  test('values in strings are not counted', () => {
    expect(sizeOf(0, '"[[[,,,{{{"')).toBe('fine');
  });

  test('values of a text that breaks off are counted up to its end', () => {
    for (const text of ['["a', '["a\\', '[1,', '{"a" ', '[']) expect(sizeOf(2, text)).toBe('fine');
  });
});

describe('the depth', () => {
  const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '}]'.repeat(depth / 2);

  test('a depth of a hundred is allowed', () => {
    expect(sizeOf(1000, nested(100))).toBe('fine');
    expect(sizeOf(1000, `[${nested(100)}]`)).toBe(DEEP);
  });

  test('nested arrays count for the depth, arrays beside each other do not', () => {
    expect(sizeOf(1000, `[${'[[]],'.repeat(200)}0]`)).toBe('fine');
  });
});

describe('the names', () => {
  const members = (count: number, name: (i: number) => string, space = '') =>
    Array.from({ length: count }, (_, i) => `"${name(i)}"${space}:0`);

  test.each(['', ' \r\n\t'])('50,000 different names are allowed, with %j behind each', (space) => {
    const fitting = members(50_000, String, space);
    expect(sizeOf(Infinity, `{${fitting.join(',')}}`)).toBe('fine');
    expect(sizeOf(Infinity, `{${fitting.join(',')},"one more"${space}:0}`)).toBe(MANY_NAMES);
  });

  test('names are counted in all objects together, each once', () => {
    const objects = (name: (i: number) => string) =>
      `[${members(60_000, name)
        .map((each) => `{${each}}`)
        .join(',')}]`;
    expect(sizeOf(Infinity, objects(String))).toBe(MANY_NAMES);
    expect(
      sizeOf(
        Infinity,
        objects((i) => String(i % 1000)),
      ),
    ).toBe('fine');
  });

  test('strings that are values do not count as names', () => {
    const texts = Array.from({ length: 60_000 }, (_, i) => `"${i}"`);
    expect(sizeOf(Infinity, `[${texts.join(',')}]`)).toBe('fine');
  });
});
