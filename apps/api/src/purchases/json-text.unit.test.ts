import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementTexts, memberText } from './json-text.ts';

describe('memberText', () => {
  test.each([
    ['{"a":1}', 'a', '1'],
    [' { "a" : 1.10 , "b" : [ 1 , 2 ] } ', 'a', '1.10'],
    [' { "a" : 1.10 , "b" : [ 1 , 2 ] } ', 'b', '[ 1 , 2 ]'],
    ['{"a":"}\\"],{","b":-1e-7}', 'b', '-1e-7'],
    ['{"a":{"b":1},"b":2}', 'b', '2'],
    ['{"a":1,"a":12345678901234567890}', 'a', '12345678901234567890'],
    ['{"\\u0061":true}', 'a', 'true'],
    ['{"a":"\\\\","b":"\\\\\\""}', 'b', '"\\\\\\""'],
    ['{}', 'a', undefined],
    [' { } ', 'a', undefined],
    ['{"b":[{"a":1}]}', 'a', undefined],
    ['{"é☀😀":"ñ\\\\","a":"☀"}', 'a', '"☀"'],
  ])('the text %s has the member %s: %s', (text, name, expected) => {
    expect(memberText(Buffer.from(text), name)?.toString()).toBe(expected);
  });

  test('the member found is that of JSON.parse, whatever the members and the white space', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        (object, space) => {
          const text = JSON.stringify(object, undefined, space);
          for (const [name, value] of Object.entries(JSON.parse(text) as object)) {
            const member = memberText(Buffer.from(text), name);
            expect(JSON.parse(member?.toString() ?? '')).toEqual(value);
          }
        },
      ),
    );
  });
});

describe('elementTexts', () => {
  test.each([
    ['[]', []],
    [' [ ] ', []],
    ['[1]', ['1']],
    ['[ {"a": [1, 2]} , [] , "],[" , null ]', ['{"a": [1, 2]}', '[]', '"],["', 'null']],
  ])('the array %s is split into its elements', (text, expected) => {
    expect(elementTexts(Buffer.from(text)).map(String)).toEqual(expected);
  });

  test('any array is split into the texts of its elements', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (array, space) => {
        const texts = elementTexts(Buffer.from(JSON.stringify(array, undefined, space)));
        expect(texts.map((text) => JSON.parse(text.toString()) as unknown)).toEqual(
          JSON.parse(JSON.stringify(array)),
        );
      }),
    );
  });
});
