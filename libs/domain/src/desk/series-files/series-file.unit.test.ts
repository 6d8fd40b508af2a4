import { type Cell, labelOf, MADRID, type SourceTable } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { readSeries } from '../purchases/series.ts';
import { readSeriesFile, type SeriesFileOptions } from './series-file.ts';

const QUARTER_MS = 900_000;

function read(rows: readonly Cell[][], options: SeriesFileOptions = {}, header?: string[]) {
  const first = header ?? ['datetime', 'purchase'];
  const table: SourceTable = {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    header: { line: 1, cells: first },
    rows: rows.map((cells, i) => ({ line: i + 2, cells })),
  };
  return readSeriesFile(table, options, 200);
}

function itemsOf(rows: readonly Cell[][], options?: SeriesFileOptions, header?: string[]) {
  const reading = read(rows, options, header);
  if ('problems' in reading) return reading.problems;
  return JSON.parse(reading.series) as { datetime: string; purchase: number }[];
}

const firstOf = (rows: readonly Cell[][], options?: SeriesFileOptions, header?: string[]) =>
  itemsOf(rows, options, header)[0];

/** The quarter hours of a Madrid day by the end of each: instants. */
function quartersOf(day: string): number[] {
  const [midnight = 0] = MADRID.instantsOf(Date.parse(`${day}T00:00Z`));
  const [next = 0] = MADRID.instantsOf(Date.parse(`${day}T00:00Z`) + 86_400_000);
  const count = (next - midnight) / QUARTER_MS;
  return Array.from({ length: count }, (_, i) => midnight + (i + 1) * QUARTER_MS);
}

/** What the domain reads of the series, as the workflow will. */
function meaningOf(rows: readonly Cell[][], options?: SeriesFileOptions) {
  return readSeries(itemsOf(rows, options)).map(({ period, megawatts }) => [period.end, megawatts]);
}

describe('a series in a file', () => {
  test.each<[string, Cell[], object]>([
    ['as the contract writes it', ['2026-11-23 00:15', '12.5'], {}],
    ['of a Spanish spreadsheet', ['23/11/2026 0:15', '12,5'], {}],
    ['of American dates', ['11/23/2026 12:15 AM', '12.5'], {}],
    ['with an offset', ['2026-11-22T23:15Z', '12.5'], {}],
    ['of typed cells', [{ wall: '2026-11-23 00:15:00' }, { number: '12.5', isPercent: false }], {}],
  ])('a row %s is the array of a JSON submission', (_, row, options) => {
    expect(itemsOf([row], options)).toEqual([{ datetime: '2026-11-23 00:15', purchase: 12.5 }]);
  });

  test.each([
    ['Fecha y hora', 'Compra (MW)'],
    ['FECHA', 'Potencia'],
    ['date_time', 'MW'],
    ['Fecha (hora peninsular)', 'Energía en MW'],
  ])('a series in a file is found below the headers %s and %s', (...header) => {
    expect(firstOf([['2026-11-23 00:15', '1']], {}, header)).toEqual({
      datetime: '2026-11-23 00:15',
      purchase: 1,
    });
  });

  test('a series in a file keeps the order of its rows, and numbers below zero', () => {
    const rows = [
      ['2026-11-23 00:30', '-2'],
      ['2026-11-23 00:15', '+.5'],
    ];
    expect(itemsOf(rows)).toEqual([
      { datetime: '2026-11-23 00:30', purchase: -2 },
      { datetime: '2026-11-23 00:15', purchase: 0.5 },
    ]);
  });

  test('a series in a file ends a day at 24:00 as well as at 00:00', () => {
    const labels = itemsOf([
      ['23/11/2026 23:45', '1'],
      ['23/11/2026 24:00', '2'],
    ]);
    expect(labels).toMatchObject([{}, { datetime: '2026-11-24 00:00' }]);
  });

  describe.each([
    ['2026-03-29', 92],
    ['2026-11-23', 96],
    ['2026-10-25', 100],
  ])('a series of the day %s with its %i quarter hours', (day, count) => {
    const ends = quartersOf(day);
    const meant = ends.map((end, i) => [end, i]);
    const rowsOf = (instants: readonly number[], text: (instant: number) => string) =>
      instants.map((instant, i) => [text(instant), String(i)]);
    const starts = ends.map((end) => end - QUARTER_MS);
    const utc = (instant: number) => new Date(instant).toISOString().slice(0, 16);

    test('the series means the same by ends and starts, on the clock of Madrid and in UTC', () => {
      expect(ends).toHaveLength(count);
      expect(meaningOf(rowsOf(ends, labelOf))).toEqual(meant);
      expect(meaningOf(rowsOf(starts, labelOf), { labels: 'start' })).toEqual(meant);
      expect(meaningOf(rowsOf(ends, utc), { zone: 'UTC' })).toEqual(meant);
      expect(meaningOf(rowsOf(starts, utc), { zone: 'UTC', labels: 'start' })).toEqual(meant);
      expect(meaningOf(rowsOf(ends, (end) => `${utc(end)}Z`))).toEqual(meant);
    });

    test('the series may run backwards in UTC', () => {
      const rows = rowsOf(ends, utc).reverse();
      expect(new Map(meaningOf(rows, { zone: 'UTC' }).map(([a, b]) => [a, b]))).toEqual(
        new Map(meant.map(([a, b]) => [a, b])),
      );
    });
  });
});

describe('a file is a problem', () => {
  const cell = ['2026-11-23 00:15', '1'];
  test.each<[string, Cell[][], object, SeriesFileOptions?]>([
    ['of no rows', [], { line: 2, column: null, reason: 'there are no rows' }],
    [
      'where a number could be thousands',
      [
        ['2026-11-23 00:15', '12,5'],
        ['2026-11-23 00:30', '1.250'],
      ],
      { line: 3, value: '1.250', reason: 'could be 1250 or 1.25', example: '12,5' },
    ],
    [
      'where a date has two readings',
      [['03/04/2026 00:15', '1']],
      { line: 2, value: '03/04/2026 00:15', reason: /day and month/ },
    ],
    [
      'with a text for MW',
      [[cell[0] as string, 'mucho']],
      { value: 'mucho', reason: /not a number/ },
    ],
    [
      'with a long text for MW',
      [[cell[0] as string, 'x'.repeat(300)]],
      { value: `${'x'.repeat(200)}…`, reason: /not a number/ },
    ],
    ['with a percentage', [[cell[0] as string, '50 %']], { reason: /percentage/ }],
    ['with a date for MW', [['2026-11-23 00:15', { wall: '2026-11-23' }]], { reason: /is a date/ }],
    ['without MW', [[cell[0] as string]], { column: 'purchase', reason: 'is missing' }],
    [
      'with MW beyond all numbers',
      [[cell[0] as string, '1.5e999']],
      { reason: /not a number \(MW\)/ },
    ],
    ['without a time', [['', '1']], { column: 'datetime', reason: 'is missing' }],
    ['with a day alone', [['23/11/2026', '1']], { reason: 'has no time of day' }],
    ['with seconds', [['2026-11-23 00:15:30', '1']], { reason: /seconds/ }],
    ['with 30 February', [['2026-02-30 00:15', '1']], { reason: 'is not a date and time' }],
    [
      'with a label that the clock never shows',
      [['2026-03-29 02:15', '1']],
      { reason: 'is a time that the clock of Europe/Madrid never shows' },
    ],
    [
      'with a label twice',
      [cell, cell],
      { line: 3, reason: 'repeats the datetime 2026-11-23 00:15' },
    ],
    [
      'with an instant twice',
      [cell, ['2026-11-22 23:15Z', '1']],
      { line: 3, reason: 'repeats the datetime of line 2' },
    ],
    [
      'whose repeated hour comes backwards',
      [
        ['2026-10-25 03:00', '1'],
        ['2026-10-25 02:00', '1'],
        ['2026-10-25 02:00', '1'],
        ['2026-10-25 01:00', '1'],
      ],
      { line: 4, reason: /runs backwards/ },
    ],
    [
      'with the second of two equal labels alone',
      [['2026-10-25 01:15Z', '1']],
      { line: 2, value: '2026-10-25 02:15', reason: /second of two equal labels/ },
    ],
    ['with more fields than its header', [['2026-11-23 00:15', '1', '5']], { reason: /3 fields/ }],
    [
      'with too many rows',
      Array(201).fill(cell),
      { line: 202, reason: 'there are more than 200 rows' },
    ],
  ])('a file is rejected: %s', (_, rows, problem, options) => {
    const { reason, ...rest } = problem as { reason: string | RegExp };
    expect(firstOf(rows, options)).toMatchObject({
      ...rest,
      reason: expect.stringMatching(reason),
    });
  });

  test.each([
    [['fecha'], { column: 'purchase', reason: 'missing', example: 'purchase' }],
    [['compra'], { column: 'datetime', reason: 'missing', example: 'datetime' }],
    [['fecha', 'datetime', 'mw'], { column: 'datetime', reason: /same as column fecha/ }],
    [['fecha', 'compra (kW)'], { column: 'compra (kW)', reason: 'is not in MW' }],
    [['fecha', 'Energía'], { column: 'Energía', reason: 'is not in MW' }],
    [['fecha', 'compra MWh'], { column: 'compra MWh', reason: 'is not in MW' }],
  ])('a file with the headers %j is rejected', (header, { reason, ...rest }) => {
    const found = firstOf([['2026-11-23 00:15', '1', '']], {}, header);
    expect(found).toMatchObject({ line: 1, ...rest, reason: expect.stringMatching(reason) });
  });

  test.each([
    ['2026-11-24', 24],
    ['2026-10-25', 25],
    ['2027-03-28', 23],
  ])('the hours of %s are counted to %i in a column of their own', (day, count) => {
    const [year, month, date] = day.split('-');
    const cells = (hour: number) => [`${date}/${month}/${year}`, `${hour}`, `${hour},5`];
    const rows = Array.from({ length: count }, (_, i) => cells(i + 1));
    const header = ['Fecha', 'Hora', 'MW'];
    const ends = quartersOf(day).filter((_, i) => i % 4 === 3);
    expect(itemsOf(rows, {}, header)).toEqual(
      ends.map((end, i) => ({ datetime: labelOf(end), purchase: i + 1.5 })),
    );
    expect(firstOf([cells(count + 1)], {}, header)).toMatchObject({
      column: 'Hora',
      reason: expect.stringMatching(/clock of .* never shows/),
    });
  });

  test('hours counted from 0 are rejected until the request says what they are', () => {
    const rows = [
      ['24/11/2026', '0', '1'],
      ['24/11/2026', '1', '2'],
    ];
    const header = ['Fecha', 'Hora', 'MW'];
    expect(firstOf(rows, {}, header)).toMatchObject({
      column: 'Hora',
      reason: expect.stringMatching(/counts hours from 0/),
    });
    expect(itemsOf(rows, { labels: 'start' }, header)).toEqual([
      { datetime: '2026-11-24 01:00', purchase: 1 },
      { datetime: '2026-11-24 02:00', purchase: 2 },
    ]);
  });

  test('a column of hours beside whole times says nothing new', () => {
    const rows = [
      ['2026-11-24 01:00', '1', '1'],
      ['2026-11-24 02:00', '2', '2'],
    ];
    expect(itemsOf(rows, {}, ['datetime', 'hour', 'purchase'])).toEqual([
      { datetime: '2026-11-24 01:00', purchase: 1 },
      { datetime: '2026-11-24 02:00', purchase: 2 },
    ]);
    const midnight = [['2026-11-25 00:00', '24', '1']];
    expect(itemsOf(midnight, {}, ['datetime', 'hour', 'purchase'])).toEqual([
      { datetime: '2026-11-25 00:00', purchase: 1 },
    ]);
  });

  test('other columns beside whole times are left out, also several that could count periods', () => {
    const header = ['datetime', 'hour', 'period', 'season', 'purchase'];
    expect(itemsOf([['2026-11-24 01:00', '1', '4', 'autumn', '1']], {}, header)).toEqual([
      { datetime: '2026-11-24 01:00', purchase: 1 },
    ]);
  });

  test('dates of a workbook are completed by hours', () => {
    const number = (text: string) => ({ number: text, isPercent: false });
    const row = [{ wall: '2026-11-24 00:00:00' }, number('1'), number('2.5')];
    expect(itemsOf([row], {}, ['Fecha', 'Hora', 'MW'])).toEqual([
      { datetime: '2026-11-24 01:00', purchase: 2.5 },
    ]);
  });

  test('a file whose header names another zone than the request is rejected', () => {
    const header = ['fecha (UTC)', 'mw'];
    expect(firstOf([['2026-11-23 00:15', '1']], { zone: 'Europe/Madrid' }, header)).toMatchObject({
      reason: 'says UTC, where the request says Europe/Madrid',
    });
    expect(firstOf([['2026-11-23 00:15', '1']], {}, header)).toEqual({
      datetime: '2026-11-23 01:15',
      purchase: 1,
    });
  });

  test('a file has numbers in scientific notation, as programs write them', () => {
    for (const [text, purchase] of [
      ['1e-05', 0.00001],
      ['2E+01', 20],
      ['1.5e1', 15],
    ] as const) {
      expect(firstOf([['2026-11-23 00:15', text]])).toMatchObject({ purchase });
    }
    expect(firstOf([['2026-11-23 00:15', '1e5']])).toMatchObject({ reason: /not a number/ });
  });

  test('an ambiguous file is rejected until the request says how to read it', () => {
    const rows = [['03/04/2026 00:15', '1.250']];
    expect(firstOf(rows, { dateForm: 'dmy', decimal: ',' })).toMatchObject({ value: '1.250' });
    expect(firstOf(rows, { dateForm: 'dmy', decimal: '.' })).toEqual({
      datetime: '2026-04-03 00:15',
      purchase: 1.25,
    });
  });
});

describe('what a series of a file delivers', () => {
  const deliveryOf = (rows: readonly Cell[][], options?: SeriesFileOptions) => {
    const reading = read(rows, options);
    return 'problems' in reading ? reading.problems : reading.delivery;
  };

  test.each([
    ['2026-03-29', 92],
    ['2026-03-30', 96],
    ['2026-10-25', 100],
  ])('the delivery on %s has %d periods of a quarter hour', (date, periods) => {
    const rows = quartersOf(date).map((end) => [new Date(end).toISOString(), '0.1']);
    expect(deliveryOf(rows)).toEqual({
      stepMinutes: 15,
      missingMinutes: 0,
      mwh: (periods / 40).toFixed(3),
      days: [{ date, periods }],
    });
  });

  test('periods are as long as the shortest distance of times, and the rest of the time is missing', () => {
    const times = ['18:00', '19:00', '20:00', '21:00', '21:15'];
    expect(deliveryOf(times.map((time) => [`2026-11-30 ${time}`, '10']))).toEqual({
      stepMinutes: 15,
      missingMinutes: 135,
      mwh: '12.500',
      days: [{ date: '2026-11-30', periods: 5 }],
    });
  });

  test('hours that are starts lie on one day, the same times as ends on two', () => {
    const hours = Array.from({ length: 24 }, (_, i) => `${i}`.padStart(2, '0'));
    const rows = hours.map((hour) => [`2026-11-30 ${hour}:00`, '-1.5']);
    expect(deliveryOf(rows, { labels: 'start' })).toMatchObject({
      mwh: '-36.000',
      days: [{ date: '2026-11-30', periods: 24 }],
    });
    expect(deliveryOf(rows)).toMatchObject({
      days: [
        { date: '2026-11-29', periods: 1 },
        { date: '2026-11-30', periods: 23 },
      ],
    });
  });

  test('the first row of hours from 0 asks whether they are starts', () => {
    const rows = [['2026-11-30', '0', '1']];
    expect(read(rows, {}, ['Fecha', 'Hora', 'MW'])).toMatchObject({
      problems: [{ code: 'hour_zero' }],
    });
  });
});
