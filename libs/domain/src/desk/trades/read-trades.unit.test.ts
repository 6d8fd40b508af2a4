import { labelOf, MICRO, MINUTE_MS, type SourceTable } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { readTrades } from './read-trades.ts';
import type { TradeFileOptions } from './trade-reading.ts';

const MADRID = { zone: 'Europe/Madrid' };

/** What the sender says where a test does not: the zone, unless the header has it. */
function optionsFor(text: string): TradeFileOptions {
  return /utc/.test(text) ? {} : MADRID;
}

function tableOf(text: string): SourceTable {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
  return {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    header: { line: 1, cells: header },
    rows: rows.map((cells, i) => ({ line: i + 2, cells })),
  };
}

/** The trades of a file, `[session, start in UTC, minutes, MW, EUR/MWh]`. */
function tradesOf(text: string, options = optionsFor(text)) {
  const { days, problems } = readTrades(tableOf(text), options);
  expect(problems).toEqual([]);
  return days.flatMap(({ session, trades }) =>
    trades.map(({ start, minutes, microMw, price }) => {
      const at = new Date(start).toISOString().slice(0, 16);
      return [session, at, minutes, microMw / MICRO, price / 1000];
    }),
  );
}

function problemsOf(text: string, options = optionsFor(text)) {
  const { days, problems } = readTrades(tableOf(text), options);
  expect(days).toEqual([]);
  return problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);
}

const HEADER = 'session;start_time_utc;end_time_utc;mw;price';

function rowOf(minutes: number, rest: string, session = 'MIC'): string {
  const start = Date.parse('2026-03-10T10:00:00Z');
  const times = [start, start + minutes * MINUTE_MS].map((at) => new Date(at).toISOString());
  return `${session};${times.join(';')};${rest}`;
}

describe('a file of executed trades', () => {
  test.each([
    [
      'Spanish headers with energy and decimal commas',
      `Sesión;Fecha/hora;Energía (MWh);Precio (EUR/MWh)
MD;10/03/2026 01:00;12,5;61,25
MD;10/03/2026 02:00;-2;-0,5
MD;13/03/2026 01:00;1;0`,
      [
        ['MD', '2026-03-09T23:00', 60, 12.5, 61.25],
        ['MD', '2026-03-10T00:00', 60, -2, -0.5],
        ['MD', '2026-03-12T23:00', 60, 1, 0],
      ],
    ],
    [
      'Portuguese headers, quarters of energy, and a price in €/MWh',
      `Sessão;Data e hora;Energia;Preço (€/MWh)
contínuo;2026-03-10 00:15;0.5;40.001
contínuo;2026-03-10 00:30;0.25;-3`,
      [
        ['MIC', '2026-03-09T23:00', 15, 2, 40.001],
        ['MIC', '2026-03-09T23:15', 15, 1, -3],
      ],
    ],
    [
      'a price whose header is its unit alone',
      'market;datetime;MW;€/MWh\nIDA2;2026-03-10 13:00;3;50',
      [['MID2', '2026-03-10T11:00', 60, 3, 50]],
    ],
    [
      'power that has no unit is MW',
      'session;datetime;volume;price\nbilateral;2026-03-10 13:00;3;50',
      [['BIL', '2026-03-10T11:00', 60, 3, 50]],
    ],
    [
      'hours in a column of their own',
      'sesión;fecha;hora;kWh;precio\nMI1;2026-03-10;1;500;50\nMI1;2026-03-10;24;500;50',
      [
        ['MID1', '2026-03-09T23:00', 60, 0.5, 50],
        ['MID1', '2026-03-10T22:00', 60, 0.5, 50],
      ],
    ],
    [
      'periods of quarter hours in a column of their own',
      'sesión;fecha;periodo;MW;precio\nMD;2026-03-10;1;5;50\nMD;2026-03-10;96;6;50',
      [
        ['MD', '2026-03-09T23:00', 15, 5, 50],
        ['MD', '2026-03-10T22:45', 15, 6, 50],
      ],
    ],
    [
      'a column of sides, with signs or without',
      `sesión;fecha y hora;compra/venta;MW;precio
MIC;2026-03-10 01:00;C;5;50
MIC;2026-03-10 02:00;Venta;5;50
MIC;2026-03-10 03:00;V;-4;50
MIC;2026-03-10 04:00;;-3;50`,
      [
        ['MIC', '2026-03-09T23:00', 60, 5, 50],
        ['MIC', '2026-03-10T00:00', 60, -5, 50],
        ['MIC', '2026-03-10T01:00', 60, -4, 50],
        ['MIC', '2026-03-10T02:00', 60, -3, 50],
      ],
    ],
    [
      'empty rows of a template, whose times show the period, and nothing traded at no price',
      `session;datetime;MW;price
MD;2026-03-10 00:15;;
MD;2026-03-10 00:30;1;9
MD;2026-03-10 02:00;0;`,
      [
        ['MD', '2026-03-09T23:15', 15, 1, 9],
        ['MD', '2026-03-10T00:45', 15, 0, 0],
      ],
    ],
  ])('a file is read: %s', (_, text, expected) => {
    expect(tradesOf(text)).toEqual(expected);
  });

  test('hours, half hours and quarters are read side by side where start and end are there', () => {
    const rows = [rowOf(60, '1;5'), rowOf(15, '2;6'), rowOf(30, '0,000001;7,123')];
    expect(tradesOf([HEADER, ...rows].join('\n'))).toEqual([
      ['MIC', '2026-03-10T10:00', 60, 1, 5],
      ['MIC', '2026-03-10T10:00', 15, 2, 6],
      ['MIC', '2026-03-10T10:00', 30, 0.000001, 7.123],
    ]);
  });

  test('trades are put together by session and Madrid day of delivery', () => {
    const text = `session;utc;mw;price
MIC;2026-03-09T23:00:00Z;1;5
MD;2026-03-09T23:00:00Z;1;5
MD;2026-03-10T00:00:00Z;1;5
MIC;2026-03-10T00:00:00Z;1;5
MIC;2026-03-10T00:00:00Z;-1;6`;
    const { days } = readTrades(tableOf(text), {});
    expect(days.map(({ session, day, trades }) => [session, day, trades.length])).toEqual([
      ['MD', '2026-03-09', 1],
      ['MIC', '2026-03-09', 1],
      ['MD', '2026-03-10', 1],
      ['MIC', '2026-03-10', 2],
    ]);
  });

  test.each([
    ['labels of the start', { labels: 'start' }, '2026-03-10T01:00', 10],
    ['the unit that the request says', { unit: 'MWh' }, '2026-03-10T00:00', 10],
    ['a zone', { zone: 'UTC' }, '2026-03-10T01:00', 10],
  ] as const)('the request says %s', (_, options, at, mw) => {
    const text = 'session;datetime;volume;price\nMD;2026-03-10 02:00;10;1';
    const [first] = tradesOf(text, { ...MADRID, ...options });
    expect(first?.slice(1, 4)).toEqual([at, 60, mw]);
  });

  test('the first trades are shown as they would be recorded, twenty of them', () => {
    const rows = Array.from({ length: 96 }, (_, i) => {
      const end = Date.parse('2026-03-10T00:00:00Z') + i * 15 * MINUTE_MS;
      return `MD;${labelOf(end)};1;2`;
    });
    const { preview, total } = readTrades(
      tableOf(['session;datetime;mw;price', ...rows].join('\n')),
      MADRID,
    );
    expect([preview.length, total]).toEqual([20, 96]);
    expect(preview[0]).toEqual({
      session: 'MD',
      start: Date.parse('2026-03-09T23:45:00Z'),
      minutes: 15,
      microMw: MICRO,
      price: 2000,
    });
  });
});

describe('what is wrong with a file of trades', () => {
  test.each([
    [
      'a session that is unknown, or missing',
      'session;utc;mw;price\nMID4;2026-03-10T01:00:00Z;1;5\n;2026-03-10T02:00:00Z;1;5',
      [
        '2 session: is not a session: MD, MID1, MID2, MID3, MIC (continuous) or BIL (bilateral)',
        '3 session: is missing',
      ],
    ],
    [
      'columns that are missing',
      'datetime;mw\n2026-03-10 01:00;1',
      ['1 session: missing', '1 price: missing'],
    ],
    [
      'a period of five minutes',
      `${HEADER}\n${rowOf(5, '1;5')}`,
      ['2 end_time_utc: has a period of 5 minutes: it may be 15, 30 or 60'],
    ],
    [
      'an hour that is not on the hour',
      'session;datetime;mw;price\nMD;2026-03-10 01:15;1;5',
      ['2 datetime: does not begin at a multiple of its 60 minutes'],
    ],
    [
      'a session with too few times beside quarters',
      `session;datetime;mw;price
MD;2026-03-10 01:00;1;5
MD;2026-03-10 01:15;1;5
MIC;2026-03-10 01:00;1;5`,
      [
        '4 datetime: is of MIC, whose times are too few to show a period, in a file with periods of 15 minutes: give start and end',
      ],
    ],
    [
      'a price with four decimals, and one that is too large',
      `${HEADER}\n${rowOf(15, '1;5,0001')}\n${rowOf(15, '1;1000000')}\n${rowOf(15, '1;-1000000')}`,
      [
        '2 price: has more than 3 decimals',
        '3 price: is above 1000000',
        '4 price: is below -1000000',
      ],
    ],
    [
      'power without a price, a price without power, and what is no number',
      `${HEADER}\n${rowOf(15, '1;')}\n${rowOf(15, ';5')}\n${rowOf(15, 'x;5')}\n${rowOf(15, '100000;5')}`,
      ['2 price: is missing', '3 mw: is missing', '4 mw: is not a number'],
    ],
    [
      'power of 100 GW, bought and sold',
      `${HEADER}\n${rowOf(15, '100000;5')}\n${rowOf(15, '-100000;5')}`,
      ['2 mw: is above 100000', '3 mw: is below -100000'],
    ],
    [
      'energy of 100 GW in a quarter of an hour',
      `${HEADER.replace('mw', 'kWh')}\n${rowOf(15, '25000000;5')}`,
      ['2 kWh: is above 25000000'],
    ],
    [
      'trades before the market opened, and after the century',
      'session;utc;mw;price\nMD;1997-12-31T23:00:00Z;1;5\nMD;2100-01-01T02:00:00Z;1;5',
      [
        '2 utc: is of 1997: trades are of the years 1998 to 2099',
        '3 utc: is of 2100: trades are of the years 1998 to 2099',
      ],
    ],
    [
      'a side that is neither, and a purchase that is negative',
      'session;utc;side;mw;price\nMD;2026-03-10T01:00:00Z;x;1;5\nMD;2026-03-10T02:00:00Z;C;-1;5',
      [
        '2 side: is neither a purchase nor a sale',
        '3 mw: is negative, where the row is a purchase',
      ],
    ],
    [
      'a price of another unit',
      'session;utc;mw;precio (EUR/kWh)\nMD;2026-03-10T01:00:00Z;1;5',
      ['1 precio (EUR/kWh): is not in MWh'],
    ],
    [
      'no trade at all',
      'session;utc;mw;price\nMD;2026-03-10T01:00:00Z;;',
      ['2 null: there are no rows'],
    ],
  ])('a file is rejected for %s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  test('local times need a zone', () => {
    const text = 'session;datetime;mw;price\nMD;2026-03-10 01:00;1;5';
    expect(problemsOf(text, {})).toEqual([
      '2 datetime: is a local time: say its zone in the header, or in the field zone',
    ]);
  });

  test('dates and numbers that could be read in two ways are problems until the request says which', () => {
    const text = 'session;datetime;mw;price\nMD;03/04/2026 01:00;1.250;5';
    expect(problemsOf(text)).toEqual(['2 datetime: could be day and month or month and day']);
    const dated = { ...MADRID, dateForm: 'dmy' } as const;
    expect(problemsOf(text, dated)).toEqual(['2 mw: could be 1250 or 1.25']);
    expect(tradesOf(text, { ...dated, decimal: '.' })).toEqual([
      ['MD', '2026-04-02T22:00', 60, 1.25, 5],
    ]);
  });

  test('a unit that contradicts the header is a problem', () => {
    const text = 'session;utc;energía;price\nMD;2026-03-10T01:00:00Z;1;5';
    expect(problemsOf(text, { unit: 'MW' })).toEqual([
      '1 energía: is another unit than MWh, which the header says',
    ]);
  });
});

describe('the clock changes', () => {
  const day = (labels: readonly string[]) =>
    ['session;datetime;mw;price', ...labels.map((label, i) => `MD;${label};${i};5`)].join('\n');
  const EITHER = /may be of either pass of the repeated hour/;

  test('a day of autumn has the labels of the repeated hour twice, in the order of the rows', () => {
    const start = Date.parse('2026-10-24T22:00:00Z');
    for (const [minutes, count] of [
      [60, 25],
      [15, 100],
    ] as const) {
      const ends = Array.from({ length: count }, (_, i) => start + (i + 1) * minutes * MINUTE_MS);
      const trades = tradesOf(day(ends.map((end) => labelOf(end))));
      expect(trades.map(([, at]) => Date.parse(`${at}:00Z`))).toEqual(
        ends.map((end) => end - minutes * MINUTE_MS),
      );
      expect(trades.map(([, , , mw]) => mw)).toEqual(ends.map((_, i) => i));
    }
  });

  test.each([
    ['comes once', ['2026-10-25 01:00', '2026-10-25 02:00', '2026-10-25 03:00']],
    ['comes three times', [1, 2, 2, 2, 3].map((hour) => `2026-10-25 0${hour}:00`)],
    ['comes with periods of several trades', [1, 1, 2, 2].map((hour) => `2026-10-25 0${hour}:00`)],
    ['comes in rows out of order', [3, 2, 2, 1].map((hour) => `2026-10-25 0${hour}:00`)],
  ])('a label of the repeated hour that %s is a problem', (_, labels) => {
    const problems = problemsOf(day(labels));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(EITHER);
  });

  test('offsets, UTC, a column of the season and numbers of hours tell the passes apart', () => {
    const both = ['2026-10-25T00:00', '2026-10-25T01:00'];
    const starts = (text: string) => tradesOf(text).map(([, at]) => at);
    const offsets =
      'session;datetime;mw;price\nMIC;2026-10-25T03:00+02:00;1;5\nMIC;2026-10-25T03:00+01:00;1;5';
    expect(starts(offsets)).toEqual(['2026-10-25T00:00', '2026-10-25T01:00']);
    const utc = 'session;utc;mw;price\nMIC;2026-10-25T01:00:00Z;1;5\nMIC;2026-10-25T02:00:00Z;1;5';
    expect(starts(utc)).toEqual(both);
    const season =
      'session;datetime;bandera;mw;price\nMIC;2026-10-25 03:00;1;1;5\nMIC;2026-10-25 03:00;0;1;5';
    expect(starts(season)).toEqual(both);
    const numbered =
      'session;fecha;hora;mw;price\nMIC;2026-10-25;3;1;5\nMIC;2026-10-25;3;1;5\nMIC;2026-10-25;4;1;5';
    expect(starts(numbered)).toEqual([both[0], both[0], both[1]]);
  });

  test('a day of spring leaves labels out, which are problems', () => {
    const start = Date.parse('2026-03-28T23:00:00Z');
    const ends = Array.from({ length: 92 }, (_, i) => start + (i + 1) * 15 * MINUTE_MS);
    expect(tradesOf(day(ends.map((end) => labelOf(end))))).toHaveLength(92);
    expect(problemsOf(day(['2026-03-29 02:15', '2026-03-29 02:30']))).toEqual([
      '2 datetime: is a time that the clock of Europe/Madrid never shows',
      '3 datetime: is a time that the clock of Europe/Madrid never shows',
    ]);
  });
});
