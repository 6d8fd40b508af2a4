import { isSolanoError } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { importOmie, type OmieFile, omieProblems, readOmieFile } from './omie-file.ts';
import type { RealisedPrices } from './prices.ts';

interface Layout {
  readonly from?: number;
  readonly header?: string;
  readonly eol?: string;
  readonly last?: string;
}

/** A file whose period n costs n in Portugal and −n.25 in Spain. */
function fileText(date: string, to: number, layout: Layout = {}): string {
  const { from = 1, header = 'MARGINALPDBC;', eol = '\n', last = '*' } = layout;
  const [year, month, day] = date.split('-');
  const rows = [];
  for (let n = from; n <= to; n += 1) rows.push(`${year};${month};${day};${n};${n};-${n}.25;`);
  return [header, ...rows, last].join(eol);
}

const PIBC = 'MARGINALPIBC;';
const iso = (end: number | undefined) => new Date(end ?? Number.NaN).toISOString();

function dayAhead(date: string, periods: number, layout?: Layout, version = 1): RealisedPrices {
  const name = `marginalpdbc_${date.replaceAll('-', '')}.${version}`;
  return readOmieFile({ name, text: fileText(date, periods, layout) });
}

function intraday(date: string, session: string, from: number, to: number): RealisedPrices {
  const name = `marginalpibc_${date.replaceAll('-', '')}${session}.1`;
  return readOmieFile({ name, text: fileText(date, to, { from, header: PIBC }) });
}

function problemsOf(name: string, text: string): readonly string[] {
  try {
    readOmieFile({ name, text });
  } catch (error) {
    if (isSolanoError(error, 'invalid_rows')) return error.problems;
    throw error;
  }
  return [];
}

describe('a day-ahead file', () => {
  test.each([
    ['2025-09-01', 24, 60, '2025-08-31T23:00:00.000Z', '2025-09-01T22:00:00.000Z'],
    ['2025-09-30', 24, 60, '2025-09-29T23:00:00.000Z', '2025-09-30T22:00:00.000Z'],
    ['2025-03-30', 23, 60, '2025-03-30T00:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['2024-10-27', 25, 60, '2024-10-26T23:00:00.000Z', '2024-10-27T23:00:00.000Z'],
    ['2025-10-01', 96, 15, '2025-09-30T22:15:00.000Z', '2025-10-01T22:00:00.000Z'],
    ['2025-10-26', 100, 15, '2025-10-25T22:15:00.000Z', '2025-10-26T23:00:00.000Z'],
    ['2026-03-29', 92, 15, '2026-03-28T23:15:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-11-22', 96, 15, '2026-11-21T23:15:00.000Z', '2026-11-22T23:00:00.000Z'],
  ])(
    'a day-ahead file of %s has %d periods of %d minutes',
    (date, periods, minutes, first, last) => {
      const read = dayAhead(date, periods);
      expect(read).toMatchObject({
        market: 'md_pdbc_spain',
        date,
        version: 1,
        stepMinutes: minutes,
      });
      expect(read.ends).toHaveLength(periods);
      expect([iso(read.ends[0]), iso(read.ends.at(-1))]).toEqual([first, last]);
      expect(new Set(read.ends.slice(1).map((end, i) => end - (read.ends[i] as number)))).toEqual(
        new Set([minutes * 60_000]),
      );
    },
  );

  test.each([
    ['2025-09-01', 23],
    ['2025-09-01', 25],
    ['2025-09-01', 96],
    ['2025-10-01', 24],
    ['2025-10-26', 96],
    ['2026-03-29', 96],
    ['2026-11-22', 1],
  ])('a day-ahead file of %s with %d periods is rejected', (date, periods) => {
    expect(() => dayAhead(date, periods)).toThrow(
      expect.objectContaining({ code: 'invalid_rows' }),
    );
  });

  test('a day-ahead file has Spain in its last price column', () => {
    const { prices } = dayAhead('2025-09-01', 24);
    expect(prices.slice(0, 3)).toEqual([-1_250, -2_250, -3_250]);
  });

  test('a day-ahead file may have its periods in any order', () => {
    const [header, ...rows] = fileText('2025-09-01', 24, { last: '' }).trim().split('\n');
    const text = [header, ...rows.reverse(), '*'].join('\n');
    expect(readOmieFile({ name: 'marginalpdbc_20250901.1', text })).toEqual(
      dayAhead('2025-09-01', 24),
    );
  });

  test.each([
    ['CR LF', { eol: '\r\n' }],
    ['CR LF and LF behind the last line', { eol: '\r\n', last: '*\n' }],
    ['an empty line at the end', { last: '\n*\n\n' }],
  ])('a day-ahead file with %s is read', (_, layout) => {
    expect(dayAhead('2025-09-01', 24, layout)).toEqual(dayAhead('2025-09-01', 24));
  });

  test.each([
    ['no last line', { last: '' }],
    ['something behind the last line', { last: '*\nend of file' }],
  ])('a day-ahead file with %s is not whole, whatever its rows are', (_, layout) => {
    expect(() => dayAhead('2025-09-01', 24, layout)).toThrow(
      expect.objectContaining({ problems: ['the file does not end with a line *'] }),
    );
  });

  test('a day-ahead file may have dates without leading zeros', () => {
    const text = fileText('2025-09-01', 24).replaceAll('2025;09;01;', '2025;9;1;');
    expect(readOmieFile({ name: 'marginalpdbc_20250901.1', text })).toEqual(
      dayAhead('2025-09-01', 24),
    );
  });
});

describe('an intraday file', () => {
  test.each([
    ['2025-03-18', '01', 1, 24, 60, '2025-03-18T00:00:00.000Z', 'mid_pibc01_spain'],
    ['2025-03-19', '01', 1, 96, 15, '2025-03-18T23:15:00.000Z', 'mid_pibc01_spain'],
    ['2025-09-01', '02', 1, 96, 15, '2025-08-31T22:15:00.000Z', 'mid_pibc02_spain'],
    ['2026-11-22', '03', 49, 96, 15, '2026-11-22T11:15:00.000Z', 'mid_pibc03_spain'],
    ['2026-03-29', '03', 45, 92, 15, '2026-03-29T10:15:00.000Z', 'mid_pibc03_spain'],
    ['2025-10-26', '03', 53, 100, 15, '2025-10-26T11:15:00.000Z', 'mid_pibc03_spain'],
    ['2025-03-18', '03', 13, 24, 60, '2025-03-18T12:00:00.000Z', 'mid_pibc03_spain'],
  ])(
    'an intraday file of %s session %s begins with period %d',
    (date, session, from, to, minutes, first, market) => {
      const read = intraday(date, session, from, to);
      expect(read).toMatchObject({ market, date, stepMinutes: minutes });
      expect(read.ends).toHaveLength(to - from + 1);
      expect(iso(read.ends[0])).toBe(first);
      expect(read.prices[0]).toBe(-from * 1000 - 250);
    },
  );

  test('an intraday file may be partial', () => {
    expect(intraday('2026-11-22', '01', 3, 5).prices).toEqual([-3_250, -4_250, -5_250]);
  });

  test.each([`${PIBC}\n*`, `${PIBC}\r\n*\r\n`])(
    'an intraday file is empty where it is %j',
    (text) => {
      const read = readOmieFile({ name: 'marginalpibc_2026112201.1', text });
      expect(read).toMatchObject({ market: 'mid_pibc01_spain', date: '2026-11-22' });
      expect(read.ends).toEqual([]);
      expect(read.prices).toEqual([]);
    },
  );
});

describe('the day-ahead file', () => {
  const name = 'marginalpdbc_20261122.1';

  test('the day-ahead file of a cancelled auction has only its header and its end', () => {
    expect(readOmieFile({ name, text: 'MARGINALPDBC;\r\n*\r\n' })).toMatchObject({ ends: [] });
  });
});

describe('a file that ends after its header', () => {
  test.each([
    ['marginalpdbc_20250901.1', 'MARGINALPDBC;\r\n'],
    ['marginalpibc_2026112201.1', PIBC],
    ['marginalpibc_2026112201.1', `${PIBC}\n`],
  ])('a file that ends after its header is not a cancelled auction: %s, %j', (name, text) => {
    expect(omieProblems([{ name, text }])).toEqual([
      `${name}: the file does not end with a line *`,
    ]);
  });
});

describe('the name of a file', () => {
  test.each([
    ['marginalpdbc_20250901.1', 1],
    ['marginalpdbc_20250901.2', 2],
    ['marginalpdbc_20250901.10', 10],
  ])('the file name %s has the version %d', (name, version) => {
    expect(readOmieFile({ name, text: fileText('2025-09-01', 24) }).version).toBe(version);
  });

  test.each([
    'marginalpdbc_20250901',
    'marginalpdbc_20250901.',
    'marginalpdbc_20250901.0',
    'marginalpibc_2025090101.0',
    'marginalpdbc_20250901.v1',
    'marginalpdbc_20250901.-1',
    'marginalpdbc_20250901.1.txt',
    'marginalpdbc_20250901.1 (1)',
    'marginalpdbc_2025090101.1',
    'marginalpibc_20250901.1',
    'marginalpibc_2025090100.1',
    'marginalpibc_2025090104.1',
    'marginalpdbc_20251301.1',
    'marginalpdbc_20250931.1',
    'marginalpibc_2025022901.1',
    'marginalpibc_2025023001.1',
    'marginalpdbcpt_20250901.1',
    'MARGINALPDBC_20250901.1',
    'omie/marginalpdbc_20250901.1',
    'prices.csv',
    '',
  ])('the name of a file cannot be %j', (name) => {
    const header = name.includes('pibc') ? PIBC : 'MARGINALPDBC;';
    expect(() => readOmieFile({ name, text: `${header}\n*` })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('the header of a file', () => {
  test.each(['', 'MARGINALPIBC;', 'marginalpdbc;', 'utc;price', '2025;09;01;1;1;1;', '*'])(
    'the header of a file cannot be %j in a day-ahead file',
    (header) => {
      const text = fileText('2025-09-01', 24, { header });
      expect(problemsOf('marginalpdbc_20250901.1', text)).toEqual([
        expect.stringMatching(/^line 1: /),
      ]);
    },
  );

  test('the header of a day-ahead file is rejected in an intraday file', () => {
    expect(problemsOf('marginalpibc_2025090101.1', fileText('2025-09-01', 96))).toEqual([
      expect.stringMatching(/^line 1: /),
    ]);
  });
});

describe('a bad row', () => {
  const name = 'marginalpibc_2026112201.1';

  test.each([
    ['another date', '2026;11;23;2;1;1;'],
    ['another year', '2025;11;22;2;1;1;'],
    ['a period 0', '2026;11;22;0;1;1;'],
    ['a period too many', '2026;11;22;97;1;1;'],
    ['half a period', '2026;11;22;1.5;1;1;'],
    ['no period', '2026;11;22;;1;1;'],
    ['a repeated period', '2026;11;22;1;1;1;'],
    ['no price', '2026;11;22;2;1;;'],
    ['a price that is text', '2026;11;22;2;1;n/a;'],
    ['a decimal comma', '2026;11;22;2;1,5;1,5;'],
    ['one price', '2026;11;22;2;1;'],
    ['three prices', '2026;11;22;2;1;1;1;'],
    ['something else', 'error'],
  ])('a bad row with %s is named', (_, row) => {
    const text = `${PIBC}\n2026;11;22;1;1;1;\n${row}\n2026;11;22;3;1;1;\n*`;
    expect(problemsOf(name, text)).toEqual([expect.stringMatching(/^line 3: ./)]);
  });

  test.each(['2026;11;22;96;0;9', '2026;11;22;96;0;', '2026;11;22;9', '202'])(
    'a row at which a truncated copy ends is named: %s',
    (row) => {
      const text = `${PIBC}\n2026;11;22;95;1;98.75;\n${row}`;
      expect(problemsOf(name, text)).toEqual([expect.stringMatching(/^line 3: ./)]);
    },
  );

  test('a truncated copy that ends with a whole row is not whole', () => {
    const rows = `${PIBC}\n2026;11;22;95;1;98.75;\n`;
    expect(problemsOf(name, rows)).toEqual(['the file does not end with a line *']);
    expect(readOmieFile({ name, text: `${rows}*` }).prices).toEqual([98_750]);
  });

  test('the bad rows are all named, and blank lines count', () => {
    const text = `${PIBC}\nx\n\n2026;11;22;1;1;1;\n2026;11;22;1;1;1;\ny\n*`;
    expect(problemsOf(name, text).map((each) => each.split(':')[0])).toEqual([
      'line 2',
      'line 5',
      'line 6',
    ]);
  });

  test('a row without the price of Portugal is not bad', () => {
    const text = `${PIBC}\n2026;11;22;1;;7.5;\n*`;
    expect(readOmieFile({ name, text }).prices).toEqual([7_500]);
  });
});

describe('an import', () => {
  const knownAt = new Date('2026-11-22T12:00:00Z');
  const clock = () => knownAt;
  /** Writes down what is put at once. */
  class WatchedPrices extends TestPrices {
    readonly days: (readonly RealisedPrices[])[] = [];

    override putRealised(days: readonly RealisedPrices[]) {
      this.days.push(days);
      return super.putRealised(days);
    }
  }

  const good = { name: 'marginalpdbc_20250901.2', text: fileText('2025-09-01', 24) };
  const empty = { name: 'marginalpibc_2026112203.1', text: `${PIBC}\n*` };

  test('an import stores all files at once and returns a summary of each', async () => {
    const prices = new WatchedPrices();
    const synthetic = prices.seenBy('demo').realise('MD', '2025-09-02', 1);
    const [first, second] = [good, empty].map(({ name }) => ({ file: name, superseded: false }));
    expect(await importOmie({ prices, clock }, [good, empty])).toEqual([
      { ...first, market: 'md_pdbc_spain', date: '2025-09-01', version: 2, rows: 24 },
      { ...second, market: 'mid_pibc03_spain', date: '2026-11-22', version: 1, rows: 0 },
    ]);
    const read = [good, empty].map((file) => ({ ...readOmieFile(file), knownAt }));
    expect(prices.days).toEqual([read]);
    const { done } = await synthetic.realised('md_pdbc_spain', '2025-09-02', '2025-09-02').next();
    expect(done).toBe(true);
  });

  test('an import stores nothing where a file is bad, and names every bad line with its file', async () => {
    const prices = new WatchedPrices();
    const bad = { name: 'marginalpibc_2026112201.1', text: `${PIBC}\nx\ny\n*` };
    const odd = { name: 'notes.txt', text: '' };
    await expect(importOmie({ prices, clock }, [good, bad, odd])).rejects.toMatchObject({
      code: 'invalid_rows',
      problems: [
        expect.stringMatching(/^marginalpibc_2026112201\.1: line 2: /),
        expect.stringMatching(/^marginalpibc_2026112201\.1: line 3: /),
        expect.stringMatching(/^notes\.txt: ./),
      ],
    });
    expect(prices.days).toEqual([]);
  });

  test('an import names the files that are superseded, by stored files or by others of the import', async () => {
    const prices = new TestPrices();
    const file = (date: string, version: number) => {
      return {
        name: `marginalpdbc_${date.replaceAll('-', '')}.${version}`,
        text: fileText(date, 24),
      };
    };
    const superseded = async (...files: readonly OmieFile[]) => {
      return (await importOmie({ prices, clock }, files)).map(({ superseded }) => superseded);
    };
    expect(await superseded(file('2025-09-01', 2), file('2025-09-03', 10))).toEqual([false, false]);
    expect(
      await superseded(
        file('2025-09-01', 1),
        file('2025-09-01', 2),
        file('2025-09-02', 1),
        file('2025-09-03', 9),
        file('2025-09-04', 1),
        file('2025-09-04', 2),
      ),
    ).toEqual([true, false, false, true, true, false]);
  });

  test('an import names the first five problems of each file, and how many more there are', () => {
    const files = ['2025-09-02', '2025-09-03'].map((date) => {
      return { name: `marginalpdbc_${date.replaceAll('-', '')}.1`, text: good.text };
    });
    const wrong = files[0]?.name ?? '';
    expect(omieProblems(files).slice(0, 6)).toEqual([
      ...[2, 3, 4, 5, 6].map((line) => {
        return `${wrong}: line ${line}: the date 2025-09-01 is not the file's 2025-09-02`;
      }),
      `${wrong}: and 19 more`,
    ]);
    expect(omieProblems(files)).toHaveLength(12);
    const six = { name: 'marginalpibc_2026112201.1', text: `${PIBC}\n${'x\n'.repeat(6)}*` };
    expect(omieProblems([six])).toHaveLength(6);
    expect(omieProblems([{ ...six, text: `${PIBC}\n${'x\n'.repeat(5)}*` }])).toHaveLength(5);
  });
});
