import { SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { readDialect } from './dialect.ts';

const KNOWN = ['planta', 'inicio', 'potencia'];
const count = (row: readonly string[]) =>
  row.filter((name) => KNOWN.includes(name.trim().toLowerCase())).length;

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

function problemsOf(bytes: Uint8Array): readonly string[] {
  try {
    readDialect(bytes, count);
  } catch (error) {
    if (error instanceof SolanoError && error.code === 'invalid_rows') return error.problems;
    throw error;
  }
  return expect.unreachable();
}

const TEXT = 'Planta;Inicio;Potencia\r\nMuxía;23/11/2026 08:00;12,5\r\n';
const TABLE = {
  format: 'csv',
  delimiter: ';',
  header: { line: 1, cells: ['Planta', 'Inicio', 'Potencia'] },
  rows: [{ line: 2, cells: ['Muxía', '23/11/2026 08:00', '12,5'] }],
};

describe('a file', () => {
  test.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, the other way round', utf16be(`\uFEFF${TEXT}`), 'utf-16be'],
    ['UTF-16 without a byte order mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    ['UTF-16 without one, the other way round', utf16be(TEXT), 'utf-16be'],
    ['Latin-1', Buffer.from(TEXT, 'latin1'), 'windows-1252'],
  ])('a file in %s is recognised', (_, bytes, encoding) => {
    expect(readDialect(bytes, count)).toEqual({ ...TABLE, encoding });
  });

  test.each([';', ',', '\t', '|'])('a file delimited by %j is recognised', (delimiter) => {
    const text = `Planta|Inicio|Potencia\nA|B|"1${delimiter}5"\n`.replaceAll('|', delimiter);
    expect(readDialect(Buffer.from(text), count)).toMatchObject({
      delimiter,
      rows: [{ line: 2, cells: ['A', 'B', `1${delimiter}5`] }],
    });
  });

  test.each(['sep=;', '"sep=;"', 'SEP=;'])('a file has its delimiter from %s', (first) => {
    const text = `${first}\r\nPlanta;a,b,c,Inicio;Potencia\r\n1;2;3\r\n`;
    expect(readDialect(Buffer.from(text), count)).toMatchObject({
      delimiter: ';',
      header: { line: 2 },
      rows: [{ line: 3, cells: ['1', '2', '3'] }],
    });
  });

  test('a file has its header below titles, and counts its lines whatever is blank', () => {
    const text =
      'Paradas, 2026;;\n\n;;\nPlanta;"Inicio";Potencia\n;;\n"a\nb";1;2\n\n;;\nc;3;4\n;;\n';
    expect(readDialect(Buffer.from(text), count)).toMatchObject({
      header: { line: 4 },
      rows: [
        { line: 6, cells: ['a\nb', '1', '2'] },
        { line: 10, cells: ['c', '3', '4'] },
      ],
    });
  });
});

describe('a file is rejected', () => {
  test.each([
    ['of no known columns', 'a;b\n1;2\n', /^line 1: no line .* names the columns$/],
    ['that is empty', '', /names the columns/],
    ['whose header comes too late', `${'x\n'.repeat(60)}Planta;Inicio\n`, /names the columns/],
    ['with a delimiter of its own', 'sep=#\nPlanta#Inicio\n', /names the columns/],
    ['with an open quote', 'Planta;Inicio\n"a;b\n', /^line 2: /],
    ['of NUL', 'Planta;Inicio\na\0;b\n', /NUL/],
  ])('a file is rejected: %s', (_, text, problem) => {
    expect(problemsOf(Buffer.from(text))).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ['DOS', [0xa2, 0xa4, 0xa1]],
    ['DOS, letters with accents', [0x82]],
    ['an old Mac', [0x8e]],
    ['nothing at all', [0x81]],
  ])('a file in the encoding of %s is rejected', (_, letters) => {
    const bytes = Buffer.concat([
      Buffer.from('Planta;Inicio\nPar'),
      Buffer.from(letters),
      Buffer.from('n;1\n'),
    ]);
    expect(problemsOf(bytes)).toEqual([expect.stringMatching(/encoding/)]);
  });

  test('a file with broken UTF-16 is rejected', () => {
    const bytes = Buffer.from('\uFEFFPlanta;Inicio\na', 'utf16le').subarray(0, -1);
    expect(problemsOf(bytes)).toEqual([expect.stringMatching(/encoding/)]);
  });
});
