import { describe, expect, it, test } from 'vitest';
import { fold, matching } from './matching.ts';

const namesOf = (...names: string[]) => names.map((label) => ({ label, folded: fold(label) }));
const found = (names: string[], text: string) =>
  matching(namesOf(...names), text).map(({ label }) => label);

test.each([
  ['Peña da Loba', 'pena da loba'],
  ['SÃO Brás', 'sao bras'],
  ['İstanbul', 'istanbul'],
])('The name %s is compared as %s', (name, folded) => {
  expect(fold(name)).toBe(folded);
});

describe('A part of a name', () => {
  const NAMES = ['Teide', 'Muxía', 'Serra da Muxía', 'Peña da Loba'];

  it.each([
    ['muxia', ['Muxía', 'Serra da Muxía']],
    ['da mux', ['Serra da Muxía']],
    ['mux da', ['Serra da Muxía']],
    ['da', ['Serra da Muxía', 'Peña da Loba']],
    ['  ', NAMES],
    ['x y', []],
  ])('The text “%s” finds %j', (text, names) => {
    expect(found(NAMES, text)).toEqual(names);
  });

  it('A name that begins with the text comes before the others', () => {
    expect(found(['Alto Teide', 'Teide II', 'Teide'], 'TEIDE')).toEqual([
      'Teide II',
      'Teide',
      'Alto Teide',
    ]);
  });
});
