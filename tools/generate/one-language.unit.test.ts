import { describe, expect, test } from 'vitest';
import { withOneLanguage } from './one-language.ts';

const CODE = `import { texts } from './language.ts';
export const t = texts({ a: ['one, two', 'añ… o', "um"], 'b-c': [\`x\`, \`y\`, 'z'] });
export const u = texts({});
const others = ['MD', 'MID1', 'MID2'];
console.log(t.a, others);`;

describe('one language', () => {
  test.each([
    [0, `({ a: 'one, two', 'b-c': \`x\` })`],
    [1, `({ a: 'añ… o', 'b-c': \`y\` })`],
    [2, `({ a: "um", 'b-c': 'z' })`],
  ])('one language is left of each text: %i', (index, table) => {
    const [, first, second, ...rest] = withOneLanguage(CODE, index).split('\n');
    expect(first).toBe(`export const t = ${table};`);
    expect(second).toBe('export const u = ({});');
    expect(rest).toEqual(CODE.split('\n').slice(3));
  });

  test.each([`texts({ a: 'one' })`, `texts({ a: ['one', 'añ… o'] })`, `texts({ ...more })`])(
    'one language cannot be left of what is no text in all of them: %s',
    (code) => {
      expect(() => withOneLanguage(code, 2)).toThrow('not a text: ');
    },
  );
});
