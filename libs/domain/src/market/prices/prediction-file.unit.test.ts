import { because, isSolanoError } from '@solano/domain/kernel';
import { csvTable } from '@solano/domain/test/table';
import { describe, expect, test } from 'vitest';
import { readPrediction } from './prediction-file.ts';

type Labels = 'end' | 'start';

/** Reads rows `datetime;price`; the first is line 2 of its file. */
function read(rows: readonly string[], labels: Labels = 'end') {
  const { stepMinutes, ends, prices } = readPrediction(csvTable('datetime;price', rows), labels);
  return { stepMinutes, ends: ends.map((end) => new Date(end).toISOString()), prices };
}

function problemsOf(rows: readonly string[]): readonly string[] {
  try {
    read(rows);
  } catch (error) {
    if (isSolanoError(error, 'invalid_rows')) return error.problems;
    throw error;
  }
  return [];
}

/** The labels of a Madrid day's hours or quarters, as a clock shows them. */
function labelsOf(
  date: string,
  minutes: number,
  skip: readonly string[],
  repeat: readonly string[],
) {
  const labels: string[] = [];
  for (let m = 0; m < 1440; m += minutes) {
    const time = new Date(m * 60_000).toISOString().slice(11, 16);
    if (!skip.some((hour) => time.startsWith(hour))) labels.push(`${date} ${time}`);
    if (repeat.some((hour) => time.startsWith(hour))) {
      // The whole hour is shown once, then once more.
      if (time.endsWith(String(60 - minutes).padStart(2, '0')) || minutes === 60) {
        labels.push(...labels.slice(-60 / minutes));
      }
    }
  }
  return labels;
}

test('rows are sorted by time and keep their prices', () => {
  const rows = ['2026-11-22 00:45;3', '2026-11-22 00:15;1.2345', '2026-11-22 00:30;-2.5'];
  expect(read(rows)).toEqual({
    stepMinutes: 15,
    ends: ['2026-11-21T23:15:00.000Z', '2026-11-21T23:30:00.000Z', '2026-11-21T23:45:00.000Z'],
    prices: [1_235, -2_500, 3_000],
  });
});

describe('a datetime', () => {
  test.each([
    ['2026-11-22 00:15', '2026-11-21T23:15:00.000Z'],
    ['2026-07-22 00:15', '2026-07-21T22:15:00.000Z'],
    ['2026-11-22T00:15Z', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22T00:15:00Z', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22T00:15:00.000Z', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22t00:15:00z', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22 00:15:00Z', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22T00:15+01:00', '2026-11-21T23:15:00.000Z'],
    ['2026-11-22T00:15:00+0100', '2026-11-21T23:15:00.000Z'],
    ['2026-11-22T00:15-05:30', '2026-11-22T05:45:00.000Z'],
    ['2024-02-29T00:15Z', '2024-02-29T00:15:00.000Z'],
    ['2026-10-25T02:15+02:00', '2026-10-25T00:15:00.000Z'],
    ['2026-10-25T02:15+01:00', '2026-10-25T01:15:00.000Z'],
    [' 2026-11-22 00:15 ', '2026-11-21T23:15:00.000Z'],
    ['2026-11-22 00:15:00', '2026-11-21T23:15:00.000Z'],
  ])('the datetime %j is the instant %s', (datetime, expected) => {
    expect(read([`${datetime};1`]).ends).toEqual([expected]);
  });

  test.each([
    '',
    'tomorrow',
    '2026-11-22',
    '2026-11-22T00:15',
    '22/11/2026 00:15',
    '2026-11-22 24:15',
    '2026-13-22T00:15Z',
    '2026-11-22T25:15Z',
    '2026-11-22T00:60Z',
    '2026-11-22T00:15+99:00',
    '2026-02-30 00:15',
    '2026-02-30T00:15Z',
    '2025-02-29T00:15+01:00',
    '2026-11-31T00:15+0100',
    '2026-11-22T00:07Z',
    '2026-11-22 00:07',
    '1763769600',
  ])('the datetime %j is a bad row', (datetime) => {
    expect(problemsOf([`${datetime};1`])).toEqual([expect.stringMatching(/^line 2: datetime is /)]);
  });

  test.each(['2026-03-29 02:00', '2026-03-29 02:45', '2026-03-29 02:07', ' 2025-03-30 02:30 '])(
    'the datetime %j is one that the clock skips',
    (datetime) => {
      const reason = 'line 2: datetime: the clock in Madrid never shows this time';
      expect(problemsOf([`${datetime};1`])).toEqual([reason]);
    },
  );

  test.each(['', 'x', '1,5', '1e3', 'NaN', '12.3.4'])('a row with a price %j is bad', (price) => {
    expect(problemsOf([`2026-11-22 00:15;${price}`])).toEqual([
      expect.stringMatching(/^line 2: price/),
    ]);
  });
});

describe('bad rows', () => {
  test('the bad rows are all named with their line, and nothing is read', () => {
    const problems = problemsOf([
      '2026-11-22 00:15;1',
      'never;2',
      '2026-11-22 00:45;x',
      '2026-11-22 01:00;4',
      '2026-03-29 02:30;5',
      '2026-11-22 01:00;6',
    ]);
    expect(problems.map((each) => /^line (\d+): ./.exec(each)?.[1])).toEqual(['3', '4', '6', '7']);
  });

  test('the bad rows are named with the line of the file, not their position among the rows', () => {
    const table = csvTable('datetime;price', []);
    const rows = [{ line: 17, cells: ['x', '1'] }];
    expect(() => readPrediction({ ...table, rows }, 'end')).toThrow(
      expect.objectContaining({ problems: [expect.stringMatching(/^line 17: /)] }),
    );
  });

  test.each([
    ['2026-11-22 00:15;1', '2026-11-22 00:15;1'],
    ['2026-11-22 00:15;1', '2026-11-21T23:15Z;2'],
    ['2026-11-22T00:15+01:00;1', '2026-11-21T23:15Z;2'],
  ])('the datetimes %s and %s are the same', (first, second) => {
    expect(problemsOf([first, second])).toEqual([expect.stringMatching(/^line 3: ./)]);
  });

  test('a third row of one datetime is named beside the first too', () => {
    expect(
      problemsOf(['2026-11-22T00:15Z;1', '2026-11-22T00:15Z;1', '2026-11-22T01:15+01:00;1']),
    ).toEqual([
      expect.stringMatching(/^line 3: .*line 2$/),
      expect.stringMatching(/^line 4: .*line 2$/),
    ]);
  });

  test.each([
    ['', ['column datetime is missing', 'column price is missing']],
    ['utc;price', ['column datetime is missing', 'column utc is unknown']],
    [
      'Fecha;price;Precio;p15;P15;',
      [
        'column Precio says the same as column price; keep one',
        'column p15 is unknown',
        'column P15 is unknown',
      ],
    ],
    ['datetime;price (EUR/kWh)', ['column price (EUR/kWh) is not in MWh']],
  ])('the bad columns of the header %j are named', (header, problems) => {
    expect(() => readPrediction(csvTable(header, ['x;y']), 'end')).toThrow(
      expect.objectContaining({ problems: problems.map((each) => `line 1: ${each}`) }),
    );
  });

  test('all bad rows are named, each column as the file has it', () => {
    const rows = Array.from({ length: 150 }, (_, i) => `day ${i};1,5`);
    const problems = rows.flatMap((_, i) => [
      `line ${i + 2}: Fecha y hora is neither ISO 8601 with an offset nor YYYY-MM-DD HH:MM in Madrid`,
      `line ${i + 2}: Preço is not a number`,
    ]);
    expect(() => readPrediction(csvTable('Fecha y hora;Preço', rows), 'end')).toThrow(
      expect.objectContaining({ problems }),
    );
  });

  test('a file that is no table is rejected with its problem', () => {
    const problem = { line: 1, column: null, value: null, example: null };
    const unreadable = { ...problem, ...because('not_text') };
    expect(() => readPrediction({ problems: [unreadable] }, 'end')).toThrow(
      expect.objectContaining({
        problems: ['line 1: the file is not text: it holds NUL characters'],
      }),
    );
  });

  test('a file without rows is rejected', () => {
    expect(() => readPrediction(csvTable('datetime;price', []), 'end')).toThrow(
      expect.objectContaining({ code: 'invalid_rows' }),
    );
  });
});

describe('the step of a prediction', () => {
  test.each([
    ['a lone row', ['01:00'], 60],
    ['hours', ['01:00', '02:00', '03:00'], 60],
    ['quarters', ['00:15', '00:30', '00:45'], 15],
    ['quarters, one missing', ['00:15', '00:30', '01:00', '01:15'], 15],
    ['half hours', ['00:30', '01:00'], 30],
    ['hours, one missing', ['01:00', '03:00', '04:00'], 60],
  ])('the step of a prediction is read from %s', (_, times, expected) => {
    expect(read(times.map((time) => `2026-11-22 ${time};1`)).stepMinutes).toBe(expected);
  });
});

describe('labels at the start of their period are read', () => {
  test.each([
    ['a lone row', ['2026-11-22 00:00'], ['2026-11-22T00:00:00.000Z']],
    [
      'quarters',
      ['2026-11-22 00:00', '2026-11-22 00:15'],
      ['2026-11-21T23:15:00.000Z', '2026-11-21T23:30:00.000Z'],
    ],
    [
      'hours across the gap',
      ['2026-03-29 01:00', '2026-03-29 03:00'],
      ['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ],
    [
      'the repeated hour',
      ['2026-10-25 02:00', '2026-10-25 02:00'],
      ['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ],
  ])('labels at the start of their period are read for %s', (_, labels, expected) => {
    expect(
      read(
        labels.map((label) => `${label};1`),
        'start',
      ).ends,
    ).toEqual(expected);
  });
});

describe('days of Madrid are read by the labels of its clock', () => {
  test.each([
    ['2026-11-22', 60, 24, [], [], '2026-11-21T23:00:00.000Z'],
    ['2026-11-22', 15, 96, [], [], '2026-11-21T23:00:00.000Z'],
    ['2026-03-29', 60, 23, ['02'], [], '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 15, 92, ['02'], [], '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 60, 25, [], ['02'], '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', 15, 100, [], ['02'], '2026-10-24T22:00:00.000Z'],
  ])(
    'a day of Madrid is read by the labels of its clock: %s by %d minutes has %d rows',
    (date, minutes, count, skip, repeat, first) => {
      const rows = labelsOf(date, minutes, skip, repeat).map((label, i) => `${label};${i}`);
      const { stepMinutes, ends, prices } = read(rows);
      expect(stepMinutes).toBe(minutes);
      expect(prices).toEqual(rows.map((_, i) => i * 1000));
      const expected = Array.from({ length: count }, (_, i) =>
        new Date(Date.parse(first) + i * minutes * 60_000).toISOString(),
      );
      expect(ends).toEqual(expected);
    },
  );

  test('the first occurrence is summer time in a reversed file too', () => {
    expect(read(['2026-10-25 03:00;3', '2026-10-25 02:00;1', '2026-10-25 02:00;2'])).toMatchObject({
      ends: ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
      prices: [1_000, 2_000, 3_000],
    });
  });

  test('a third occurrence of a label is a bad row', () => {
    const label = '2026-10-25 02:15;1';
    expect(problemsOf([label, label, label])).toEqual([expect.stringMatching(/^line 4: ./)]);
  });
});

describe('quantiles', () => {
  const COLUMNS = ['datetime', 'price', 'p5', 'p10', 'p25', 'p50', 'p90', 'p95'];
  const file = (rows: readonly Readonly<Record<string, string>>[]) => {
    const lines = rows.map((row) => COLUMNS.map((column) => row[column] ?? '').join(';'));
    return csvTable(COLUMNS.join(';'), lines);
  };
  const reasonsOf = (rows: readonly Readonly<Record<string, string>>[]): readonly string[] => {
    try {
      readPrediction(file(rows), 'end');
    } catch (error) {
      if (isSolanoError(error, 'invalid_rows')) return error.problems;
      throw error;
    }
    return [];
  };

  test('quantiles are none without their columns, and with empty ones', () => {
    const plain = { datetime: '2026-11-22 00:15', price: '1' };
    const table = csvTable('datetime;price', ['2026-11-22 00:15;1']);
    expect(readPrediction(table, 'end').bands).toBeNull();
    expect(readPrediction(file([plain]), 'end').bands).toBeNull();
    expect(readPrediction(file([{ ...plain, p5: '', p95: ' ' }]), 'end').bands).toBeNull();
  });

  test('quantiles follow their rows into the order of time, null where a value is empty', () => {
    const rows = [
      { datetime: '2026-11-22 00:45', price: '3', p10: '2.0005', p90: '4' },
      { datetime: '2026-11-22 00:15', price: '1', p10: '-1', p90: '' },
    ];
    const { prices, bands } = readPrediction(file(rows), 'end');
    expect(prices).toEqual([1_000, 3_000]);
    const none = [null, null];
    expect(bands).toEqual([none, [-1_000, 2_001], none, none, none, [null, 4_000], none]);
  });

  test('quantiles may be equal, and lie on one side of the price', () => {
    const row = { datetime: '2026-11-22 00:15', price: '99', p5: '1', p25: '1', p95: '1' };
    expect(reasonsOf([row])).toEqual([]);
  });

  test('quantiles that cross or are not numbers are bad rows, in the order of lines', () => {
    const rows = [
      { datetime: '2026-11-22 00:15', price: '1', p10: '5', p50: '4.999' },
      { datetime: '2026-11-22 00:30', price: 'x', p10: '1', p25: '', p90: '0' },
      { datetime: '2026-11-22 00:45', price: '1', p5: '1,5', p90: 'NaN' },
      { datetime: '2026-11-22 01:00', price: '2147484', p5: '-1000000' },
    ];
    expect(reasonsOf(rows)).toEqual([
      'line 2: p50 is below p10: quantiles must not cross',
      'line 3: price is not a number',
      'line 3: p90 is below p10: quantiles must not cross',
      'line 4: p5 is not a number',
      'line 4: p90 is not a number',
      'line 5: price is outside -999999.999 to 999999.999',
      'line 5: p5 is outside -999999.999 to 999999.999',
    ]);
  });
});
