import { isSolanoError } from '@solano/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonGauge } from './json-gauge.ts';

const HARMLESS_BYTES = 256 * 1024;
const DEEP = 'Request body is nested too deeply.';
const tooMany = (most: number) => `Request body holds more than ${most} values.`;

/** White space as large as what the gauge lets pass: all that follows is looked at. */
const PAD = Buffer.alloc(HARMLESS_BYTES, ' ');

/** What the gauge says of a text that comes in pieces; "fine" where it lets it pass. */
function gauged(most: number, pieces: readonly (string | Uint8Array)[]): string {
  const gauge = new JsonGauge(most);
  try {
    for (const piece of [PAD, ...pieces]) gauge.take(Buffer.from(piece));
    return 'fine';
  } catch (error) {
    return isSolanoError(error, 'invalid_request') ? error.message : String(error);
  }
}

/** The same, of the text cut in two at every place. */
function gaugedCut(most: number, text: string): string[] {
  const bytes = Buffer.from(text);
  const cuts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  return [...new Set(cuts.map((at) => gauged(most, [bytes.subarray(0, at), bytes.subarray(at)])))];
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

describe('values, wherever the pieces begin', () => {
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
  ])('%s', (text, values) => {
    expect(gaugedCut(values, text)).toEqual(['fine']);
    expect(gaugedCut(values - 1, text)).toEqual([tooMany(values - 1)]);
  });
});

test('byte by byte', () => {
  const text = String.raw`[{"a\"[,\\":[1,2,"\\\\"]},"{,"]`;
  const bytes = text.split('');
  expect(gauged(6, bytes)).toBe('fine');
  expect(gauged(5, bytes)).toBe(tooMany(5));
});

test('strings alone are no values', () => {
  expect(gaugedCut(0, String.raw`"[[[,,,{\"{{"`)).toEqual(['fine']);
});

describe('depth', () => {
  const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '}]'.repeat(depth / 2);

  test('of a hundred, in one piece and in many', () => {
    expect(gaugedCut(1000, nested(100))).toEqual(['fine']);
    expect(gaugedCut(1000, `[${nested(100)}]`)).toEqual([DEEP]);
  });

  test('is not how often something is opened', () => {
    expect(gauged(1000, [`[${'[[]],'.repeat(200)}0]`])).toBe('fine');
  });
});

test('any JSON is counted as JSON.parse understands it', () => {
  const cut = fc.array(fc.nat({ max: 300 }), { maxLength: 5 });
  const space = fc.constantFrom('', ' ', '\n\t');
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), cut, space, (json, cuts, indent) => {
      const text = JSON.stringify([JSON.parse(json)], null, indent);
      const bytes = Buffer.from(text);
      const borders = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const pieces = borders.slice(1).map((to, i) => bytes.subarray(borders[i], to));
      const values = valuesIn(JSON.parse(text));
      expect(depthOf(JSON.parse(text))).toBeLessThan(100);
      expect(gauged(values, pieces)).toBe('fine');
      expect(gauged(values - 1, pieces)).toBe(tooMany(values - 1));
    }),
  );
});

test('a text is looked at once it is large, from its beginning', () => {
  const gauge = new JsonGauge(2);
  const harmless = Buffer.from('[[['.padEnd(HARMLESS_BYTES));
  expect(() => gauge.take(harmless)).not.toThrow();
  expect(() => gauge.take(Buffer.from(' '))).toThrow(tooMany(2));
});
