import { type Attributes, readXml } from './xml.ts';

/** The kind of numbers that a style shows. */
export type NumberKind = 'number' | 'percent' | 'datetime' | 'date' | 'time';

/** The spreadsheet's own formats that are not plain numbers. */
const BUILT_IN: readonly [first: number, last: number, kind: NumberKind][] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
];

/** The parts of a format that are not signs: quoted and escaped text, padding, locales and conditions. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** The kind of numbers of each cell style, in order, from the part `xl/styles.xml`. */
export function readFormats(bytes: Uint8Array): NumberKind[] {
  const custom = new Map<string, NumberKind>();
  const kinds: NumberKind[] = [];
  let isInCells = false;
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt') addFormat(custom, attributes());
      if (name === 'xf' && isInCells) kinds.push(kindOf(attributes().numFmtId ?? '0', custom));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return kinds;
}

function addFormat(custom: Map<string, NumberKind>, { numFmtId, formatCode }: Attributes): void {
  if (numFmtId !== undefined) custom.set(numFmtId, kindOfCode(formatCode ?? ''));
}

function kindOf(id: string, custom: ReadonlyMap<string, NumberKind>): NumberKind {
  const known = custom.get(id);
  if (known) return known;
  const number = Number(id);
  return BUILT_IN.find(([first, last]) => number >= first && number <= last)?.[2] ?? 'number';
}

/** Format of positive numbers. */
function kindOfCode(code: string): NumberKind {
  const signs = (code.replaceAll(LITERALS, '').split(';', 1)[0] ?? '').toLowerCase();
  if (/general|estándar/.test(signs)) return 'number';
  if (signs.includes('%')) return 'percent';
  const hasDay = /[dy]/.test(signs);
  const hasTime = /[hs]/.test(signs);
  if (hasDay) return hasTime ? 'datetime' : 'date';
  if (hasTime) return 'time';
  return signs.includes('m') ? 'date' : 'number';
}
