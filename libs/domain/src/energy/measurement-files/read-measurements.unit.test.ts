import { HOUR_MS, labelOf, MICRO, MINUTE_MS, type SourceTable } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { MeasurementFileOptions } from './measurement-reading.ts';
import { readMeasurements } from './read-measurements.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const PLANTS = {
  kind: 'production',
  plants: new Map([
    ['MUXIA', 30],
    ['Serra, da Loba', 50],
  ]),
} as const;
const GROUPS = { kind: 'consumption' } as const;
const MADRID = { zone: 'Europe/Madrid' };

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

function read(
  text: string,
  options: MeasurementFileOptions = {},
  owners: typeof PLANTS | typeof GROUPS = PLANTS,
) {
  return readMeasurements(tableOf(text), owners, options, NOW);
}

/** The values of a file in UTC, `[name, start, minutes, MW]`. */
function valuesOf(...given: Parameters<typeof read>) {
  const { series, problems } = read(...given);
  expect(problems).toEqual([]);
  return series.flatMap(({ name, runs }) =>
    runs.flatMap(({ start, step, microMw }) =>
      Array.from(microMw, (each, i) => [
        name,
        new Date(start + i * step * MINUTE_MS).toISOString().slice(0, 16),
        step,
        each / MICRO,
      ]),
    ),
  );
}

function problemsOf(...given: Parameters<typeof read>) {
  const { series, problems } = read(...given);
  expect(series).toEqual([]);
  return problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);
}

describe('a file with a row for each value', () => {
  test('headers say plants, ends of periods in UTC and MW', () => {
    const text = `Planta;Fin (UTC);Potencia (MW)
MUXIA;31/03/2026 00:15;1,5
Serra, da Loba;31/03/2026 01:00;2
MUXIA;31/03/2026 00:30;1,25`;
    expect(valuesOf(text)).toEqual([
      ['MUXIA', '2026-03-31T00:00', 15, 1.5],
      ['MUXIA', '2026-03-31T00:15', 15, 1.25],
      ['Serra, da Loba', '2026-03-31T00:00', 60, 2],
    ]);
  });

  test('the request says the plant, and that labels are at the start, where the file does not', () => {
    const text = 'utc;actual_mw\n2026-03-01T00:00:00Z;4\n2026-03-01T01:00:00Z;5';
    expect(valuesOf(text, { name: 'MUXIA', labels: 'start' })).toEqual([
      ['MUXIA', '2026-03-01T00:00', 60, 4],
      ['MUXIA', '2026-03-01T01:00', 60, 5],
    ]);
  });

  test.each([
    ['mw', 2],
    ['kW', 0.002],
    ['MWh', 8],
    ['kWh', 0.008],
    ['Wh', 0.000008],
  ])('the header %s says the unit, and nothing else', (unit, mw) => {
    const text = `utc;${unit}\n2026-03-01 00:15;2\n2026-03-01 00:30;2`;
    expect(valuesOf(text, { name: 'MUXIA' }).map((value) => value[3])).toEqual([mw, mw]);
  });

  test('energy in the unit of the request becomes the mean power', () => {
    const text = 'datetime;energía\n2026-03-01 00:15Z;250\n2026-03-01 00:30Z;1000';
    expect(valuesOf(text, { name: 'MUXIA', unit: 'kWh' })).toEqual([
      ['MUXIA', '2026-03-01T00:00', 15, 1],
      ['MUXIA', '2026-03-01T00:15', 15, 4],
    ]);
  });

  test('periods of several lengths have a start and an end each', () => {
    const text = `start;end;mw
2026-03-01T00:00Z;2026-03-01T01:00Z;1
2026-03-01T01:00Z;2026-03-01T01:05Z;2`;
    expect(valuesOf(text, { name: 'MUXIA' })).toEqual([
      ['MUXIA', '2026-03-01T00:00', 60, 1],
      ['MUXIA', '2026-03-01T01:00', 5, 2],
    ]);
  });

  test('an empty cell is a missing value, and 0 is 0', () => {
    const text = 'utc;mw\n2026-03-01T01:00Z;0\n2026-03-01T02:00Z;\n2026-03-01T03:00Z;3';
    expect(valuesOf(text, { name: 'MUXIA' })).toEqual([
      ['MUXIA', '2026-03-01T00:00', 60, 0],
      ['MUXIA', '2026-03-01T02:00', 60, 3],
    ]);
  });
});

describe('a row without a value', () => {
  test('an empty cell in the first pass of the repeated hour leaves the second pass where it is', () => {
    const text = `Fecha;MUXIA (MW);Serra da Loba (MW)
25/10/2026 01:30;1;1
25/10/2026 02:00;2;2
25/10/2026 02:30;;3
25/10/2026 02:00;4;4
25/10/2026 02:30;5;5`;
    const ofMuxia = valuesOf(text, MADRID).filter(([name]) => name === 'MUXIA');
    expect(ofMuxia.map(([, start]) => start)).toEqual([
      '2026-10-24T23:00',
      '2026-10-24T23:30',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
    ]);
    const long = text.replaceAll(/;[^;]*$/gm, '');
    expect(valuesOf(long, MADRID)).toEqual(valuesOf(text, MADRID).slice(0, 4));
  });

  test('the rows without a value show the length of the periods', () => {
    const text = 'utc;mw\n2026-03-01 00:15;4\n2026-03-01 00:30;\n2026-03-01 00:45;';
    expect(valuesOf(text, { name: 'MUXIA' })).toEqual([['MUXIA', '2026-03-01T00:00', 15, 4]]);
    const wide = 'utc;MUXIA;Serra da Loba\n2026-03-01 00:15;4;1\n2026-03-01 00:30;;2';
    expect(valuesOf(wide, { unit: 'MW' })[0]).toEqual(['MUXIA', '2026-03-01T00:00', 15, 4]);
  });
});

test('a repeated instant is a problem of its line alone', () => {
  const text = 'end;mw\n2026-03-01T00:15Z;1\n2026-03-01T00:15Z;1\n2026-03-01T00:30Z;1';
  expect(problemsOf(text, { name: 'MUXIA' })).toEqual(['3 end: overlaps the period of line 2']);
});

describe('a file with a column for each series', () => {
  test('plants are found by their names, commas, case and units aside', () => {
    const text =
      'fecha y hora;muxia (kW);SERRA DA LOBA MW\n01/03/2026 01:00;500;1\n01/03/2026 02:00;;2';
    expect(valuesOf(text, { ...MADRID, dateForm: 'dmy' })).toEqual([
      ['MUXIA', '2026-02-28T23:00', 60, 0.5],
      ['Serra, da Loba', '2026-02-28T23:00', 60, 1],
      ['Serra, da Loba', '2026-03-01T00:00', 60, 2],
    ]);
  });

  test('a column of no plant is left out, and a warning says so', () => {
    const text = 'utc;MUXIA (MW);LUGO (MW)\n2026-03-01 01:00;1;2';
    expect(read(text).series.map(({ name }) => name)).toEqual(['MUXIA']);
    expect(read(text).warnings).toEqual([
      {
        code: 'unknown_column',
        params: { column: 'LUGO (MW)' },
        text: 'LUGO (MW): no plant has this name; the column was left out.',
      },
    ]);
  });

  test('a day of one value other than 0 is a warning, which names a series that has a name', () => {
    const day = (values: string) =>
      Array.from({ length: 13 }, (_, hour) => {
        const label = `2026-03-01 ${String(hour + 8).padStart(2, '0')}:00`;
        return `${label};${values}`;
      }).join('\n');
    const params = { day: '2026-03-01', mw: 3 };
    expect(read(`utc;MUXIA (MW);Serra, da Loba (MW)\n${day('3;0')}`).warnings).toEqual([
      {
        code: 'constant_day',
        params: { series: 'MUXIA', ...params },
        text: 'MUXIA: all values of 2026-03-01 are 3 MW.',
      },
    ]);
    expect(read(`utc;mw\n${day('3')}`, {}, GROUPS).warnings).toEqual([
      {
        code: 'constant_day',
        params: { series: '', ...params },
        text: 'all values of 2026-03-01 are 3 MW.',
      },
    ]);
  });

  test('groups have any name', () => {
    const text = 'datetime;2.0TD (MWh);Norte [MWh]\n2026-03-01 01:00;1;2';
    expect(valuesOf(text, MADRID, GROUPS)).toEqual([
      ['2.0TD', '2026-02-28T23:00', 60, 1],
      ['Norte', '2026-02-28T23:00', 60, 2],
    ]);
  });
});

describe('the hard days', () => {
  const hours = (day: string, labels: readonly string[]) =>
    `fecha;mw\n${labels.map((label, i) => `${day} ${label};${i}`).join('\n')}`;
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

  test.each([
    ['2026-03-29', 92],
    ['2026-06-01', 96],
    ['2026-10-25', 100],
  ])('the day %s has %i quarters by the labels of the clock, at either end', (day, count) => {
    const midnight =
      Date.parse(`${day}T00:00:00Z`) - 2 * HOUR_MS + (day === '2026-03-29' ? HOUR_MS : 0);
    for (const [labels, shift] of [
      ['start', 0],
      ['end', 15],
    ] as const) {
      const rows = Array.from({ length: count }, (_, i) => {
        return `${labelOf(midnight + (i * 15 + shift) * MINUTE_MS)};${i / 10}`;
      });
      const found = valuesOf(`fecha;mw\n${rows.join('\n')}`, { ...MADRID, labels, name: 'MUXIA' });
      expect(found).toEqual(
        Array.from({ length: count }, (_, i) => [
          'MUXIA',
          new Date(midnight + i * 15 * MINUTE_MS).toISOString().slice(0, 16),
          15,
          i / 10,
        ]),
      );
    }
  });

  test('the two passes of the repeated hour are kept apart in each column, and in each plant', () => {
    const wide = 'fecha;MUXIA MW\n2026-10-25 02:00;1\n2026-10-25 02:00;2\n2026-10-25 03:00;3';
    expect(valuesOf(wide, MADRID).map(([, start]) => start)).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
    ]);
    const long = `planta;fecha;mw\n${['MUXIA', 'Serra, da Loba']
      .flatMap((name) => ['02:00', '02:00', '03:00'].map((at) => `${name};2026-10-25 ${at};1`))
      .join('\n')}`;
    expect(valuesOf(long, MADRID)).toHaveLength(6);
  });

  test('a flag of the season says the pass of the repeated hour', () => {
    const text = `fecha;bandera;mw
2026-10-25 03:00;0;3
2026-10-25 03:00;1;2
2026-10-25 02:00;1;1`;
    const winter = text.replace('03:00;1', '02:00;0');
    expect(valuesOf(winter, { ...MADRID, name: 'MUXIA' })).toEqual(
      valuesOf(text, { ...MADRID, name: 'MUXIA' }),
    );
    expect(
      valuesOf(text, { ...MADRID, name: 'MUXIA' }).map(([, start, , mw]) => [start, mw]),
    ).toEqual([
      ['2026-10-24T23:00', 1],
      ['2026-10-25T00:00', 2],
      ['2026-10-25T01:00', 3],
    ]);
  });

  test.each([
    ['2026-10-25', 25],
    ['2026-03-29', 23],
  ])('the day %s has hours 1 to %i in a column of their own', (day, count) => {
    const rows = Array.from({ length: count }, (_, i) => `${day};${i + 1};1`).join('\n');
    const found = valuesOf(`Fecha;Hora;Consumo kWh\n${rows}`, MADRID, GROUPS);
    expect(found).toHaveLength(count);
    expect(
      problemsOf(`Fecha;Hora;Consumo kWh\n${rows}\n${day};${count + 1};1`, MADRID, GROUPS)[0],
    ).toContain('never shows');
  });

  test('a column of periods that counts beyond 25 has quarters, up to 100', () => {
    const rows = Array.from({ length: 100 }, (_, i) => `25/10/2026;${i + 1};1`).join('\n');
    const found = valuesOf(`Fecha;Periodo;MW\n${rows}`, { ...MADRID, name: 'MUXIA' });
    expect(found.map(([, start]) => start).at(-1)).toBe('2026-10-25T22:45');
  });

  test('a column of hours ends with 24:00', () => {
    const text = 'Fecha;Hora;MW\n31/12/2025;23:00;1\n31/12/2025;24:00;2';
    expect(valuesOf(text, { ...MADRID, name: 'MUXIA' }).at(-1)).toEqual([
      'MUXIA',
      '2025-12-31T22:00',
      60,
      2,
    ]);
  });

  test('a label that the clock never shows is rejected, and one too many of a repeated one', () => {
    const spring = hours('2026-03-29', ['01:00', '02:30', '03:00']);
    expect(problemsOf(spring, { ...MADRID, name: 'MUXIA' })).toEqual([
      '3 fecha: is a time that the clock of Europe/Madrid never shows',
    ]);
    const twice = hours('2026-06-01', [clock(60), clock(120), clock(120)]);
    expect(problemsOf(twice, { ...MADRID, name: 'MUXIA' })).toEqual([
      '4 fecha: repeats the datetime 2026-06-01 02:00',
    ]);
  });
});

describe('a problem', () => {
  const at = (rows: string) => `planta;utc;mw\n${rows}`;

  test.each<[string, string, string, MeasurementFileOptions?]>([
    [
      'local time without a zone',
      'fecha;mw\n2026-03-01 01:00;1',
      'say its zone',
      { name: 'MUXIA' },
    ],
    ['a value without a unit', 'planta;utc;producción\nMUXIA;2026-03-01 01:00;1', 'says no unit'],
    [
      'a header against the unit of the request',
      'planta;utc;potencia (kW)\nMUXIA;2026-03-01 01:00;1',
      'kW',
      { unit: 'MWh' },
    ],
    [
      'a header against the zone of the request',
      at('MUXIA;2026-03-01 01:00;1'),
      'says UTC',
      MADRID,
    ],
    [
      'a number that could be thousands',
      at('MUXIA;2026-03-01 01:00;1.250'),
      'could be 1250 or 1.25',
    ],
    ['a date that could be two', at('MUXIA;03/04/2026 01:00;1'), 'could be day and month'],
    ['an unknown plant', at('LUGO;2026-03-01 01:00;1'), 'names no plant'],
    [
      'another plant than the request says',
      at('MUXIA;2026-03-01 01:00;1'),
      'is not the plant',
      { name: 'Serra, da Loba' },
    ],
    ['a value in the future', at('MUXIA;2027-01-01 00:30;1'), 'not over'],
    [
      'too much for the plant',
      at('MUXIA;2026-03-01 01:00;36.1'),
      'is 36.1 MW, where the plant has 30 MW',
    ],
    ['too far below zero', at('MUXIA;2026-03-01 01:00;-1.6'), 'is -1.6 MW'],
    ['an odd period', at('MUXIA;2026-03-01 01:00;1\nMUXIA;2026-03-01 01:20;1'), '20 minutes'],
    ['a time off the grid', at('MUXIA;2026-03-01 01:07;1'), 'multiple of five'],
    [
      'a second value of an instant',
      at('MUXIA;2026-03-01 01:00Z;1\nMUXIA;2026-03-01 01:00Z;1'),
      'repeats|overlaps|0 minutes',
    ],
    [
      'hours from 0',
      'fecha;hora;mw\n2026-03-01;0;1\n2026-03-01;1;1',
      'counts hours from 0',
      { ...MADRID, name: 'MUXIA' },
    ],
    ['no value at all', at('MUXIA;2026-03-01 01:00;'), 'there are no rows'],
  ])('the file is rejected for %s', (_, text, expected, options) => {
    expect(problemsOf(text, options).join('\n')).toMatch(new RegExp(expected));
  });

  test('overlapping periods are named by their lines', () => {
    const text = `start;end;mw
2026-03-01T00:00Z;2026-03-01T01:00Z;1
2026-03-01T00:45Z;2026-03-01T01:00Z;2`;
    expect(problemsOf(text, { name: 'MUXIA' })).toEqual(['3 end: overlaps the period of line 2']);
  });

  test('hours in a file of quarters are not read as quarters', () => {
    const hours = Array.from({ length: 5 }, (_, i) => `2026-03-01 0${i + 1}:00;1`);
    const quarters = ['15', '30', '45'].map((minute) => `2026-03-01 05:${minute};1`);
    const text = `utc;mw\n${[...hours, ...quarters].join('\n')}`;
    expect(problemsOf(text, { name: 'MUXIA' })).toEqual([
      '5 utc: is 60 minutes after the time before, as others are, where the file has 15: give start and end, or send the parts apart',
    ]);
    const gaps = `utc;mw\n${[...hours.slice(0, 3), ...quarters].join('\n')}`;
    expect(valuesOf(gaps, { name: 'MUXIA' })).toHaveLength(6);
  });

  test('an implausible value is recorded where the sender forces it', () => {
    expect(valuesOf(at('MUXIA;2026-03-01 01:00;36.1'), { force: true })).toHaveLength(1);
    expect(valuesOf(at('MUXIA;2026-03-01 01:00;36'))).toHaveLength(1);
    expect(valuesOf(at('MUXIA;2026-03-01 01:00;-1.5'))).toHaveLength(1);
  });
});

test('a preview has the first twenty values, and the understanding the zone and the columns', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${labelOf(NOW - (90 - i) * HOUR_MS)};1`);
  const reading = read(`fecha;mw\n${rows.join('\n')}`, { ...MADRID, name: 'MUXIA' });
  expect(reading.preview).toHaveLength(20);
  expect(reading.total).toBe(30);
  expect(reading.understood).toMatchObject({
    zone: 'Europe/Madrid',
    columns: { datetime: 'fecha', mw: 'mw' },
  });
});

describe('a column of a plant', () => {
  const ALIKE = {
    kind: 'production',
    plants: new Map([
      ['NORTE', 9],
      ['Norte', 9],
    ]),
  } as const;

  test('it is of the plant of exactly its name, where another differs in case alone', () => {
    const text = 'utc;Norte (MW)\n2026-03-01 01:00;4';
    const { series } = readMeasurements(tableOf(text), ALIKE, {}, NOW);
    expect(series.map(({ name }) => name)).toEqual(['Norte']);
  });

  test('one of another plant than that of the upload is a problem', () => {
    const text = 'utc;MUXIA (MW);Serra da Loba (MW)\n2026-03-01 01:00;4;5';
    expect(problemsOf(text, { name: 'MUXIA' })).toEqual([
      '1 Serra da Loba (MW): is not the plant of this upload, MUXIA',
    ]);
  });

  test('a unit that is none of power or energy is one problem', () => {
    const text = 'utc;MUXIA (%)\n2026-03-01 01:00;4';
    expect(problemsOf(text, { unit: 'MW' })).toHaveLength(1);
  });
});
