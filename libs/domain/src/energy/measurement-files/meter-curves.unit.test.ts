import { MICRO, MINUTE_MS, type SourceTable } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { MeasurementFileOptions } from './measurement-reading.ts';
import { curveHeader } from './meter-curves.ts';
import { readMeasurements } from './read-measurements.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const A = 'ES0031000000000001JN0F';
const B = 'ES0031000000000002JS';
const CONSUMPTION = { kind: 'consumption' } as const;
const PRODUCTION = { kind: 'production', plants: new Map([['MUXIA', 30]]) } as const;

function read(
  text: string,
  options: MeasurementFileOptions = {},
  owners: typeof CONSUMPTION | typeof PRODUCTION = CONSUMPTION,
) {
  const rows = text
    .trim()
    .split('\n')
    .map((line, i) => ({ line: i + 1, cells: line.split(';') }));
  const [first = { line: 1, cells: [] }, ...rest] = rows;
  const lacking = curveHeader(owners.kind, first.cells);
  const table: SourceTable = {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    header: lacking ? { line: 1, cells: lacking } : first,
    rows: lacking ? rows : rest,
  };
  return readMeasurements(table, owners, options, NOW);
}

/** `[name, start in UTC, minutes, kW]` */
function valuesOf(...given: Parameters<typeof read>) {
  const { series, problems } = read(...given);
  expect(problems).toEqual([]);
  return series.flatMap(({ name, runs }) =>
    runs.flatMap(({ start, step, microMw }) =>
      Array.from(microMw, (each, i) => {
        const at = new Date(start + i * step * MINUTE_MS).toISOString().slice(0, 16);
        return [name, at, step, (each / MICRO) * 1000];
      }),
    ),
  );
}

describe('curves of distributors without a header', () => {
  test.each<[string, string]>([
    [
      'F1',
      `${A};11;2026/10/25 02:00:00;1;10;3;0;0;0;0;0;0;1;1\n${A};11;2026/10/25 02:00:00;0;20;4;0;0;0;0;0;0;1;1\n${A};11;2026/10/25 03:00:00;0;30;5;0;0;0;0;0;0;1;1`,
    ],
    [
      'P1',
      ['02:00:00;1;10', '02:00:00;0;20', '03:00:00;0;30']
        .map((row) => `${A};11;2026/10/25 ${row};0;3;0;0;0;0;0;0;0;0;0;0;0;0;0;1;1`)
        .join('\n'),
    ],
    [
      'P5D',
      `${A};2026/10/25 02:00;1;10000;0;\n${A};2026/10/25 02:00;0;20000;0;\n${A};2026/10/25 03:00;0;30000;0;`,
    ],
  ])('the curve %s has local time with a flag of the season, by supply point', (_kind, text) => {
    expect(valuesOf(text)).toEqual([
      [A, '2026-10-24T23:00', 60, 10],
      [A, '2026-10-25T00:00', 60, 20],
      [A, '2026-10-25T01:00', 60, 30],
    ]);
  });

  test('the hour that the clock leaves out in March has no label of its own', () => {
    const rows = ['01:00;0;1000', '03:00;1;2000', '04:00;1;3000'];
    const text = rows.map((row) => `${A};2026/03/29 ${row};0;`).join('\n');
    expect(valuesOf(text).map(([, at]) => at)).toEqual(
      ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'].map((at) =>
        new Date(Date.parse(`${at}Z`) - 3_600_000).toISOString().slice(0, 16),
      ),
    );
  });

  test('the production of a plant is what leaves its supply point', () => {
    const text = `${A};11;2026/10/20 02:00:00;1;10;3;0\n${A};11;2026/10/20 03:00:00;1;20;4;0`;
    expect(valuesOf(text, { name: 'MUXIA' }, PRODUCTION).map(([, , , kw]) => kw)).toEqual([3, 4]);
  });

  test('a row of anything else has no header', () => {
    expect(curveHeader('consumption', ['CUPS', 'Fecha', 'Hora'])).toBeUndefined();
    expect(curveHeader('consumption', [A, 'x', 'y'])).toBeUndefined();
  });
});

describe('curves with a header', () => {
  test('a Datadis file counts the hours of the day in October to 25:00', () => {
    const rows = Array.from({ length: 25 }, (_, i) => {
      return `${A};2026/10/25;${String(i + 1).padStart(2, '0')}:00;${i},5;Real`;
    });
    const found = valuesOf(`CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion\n${rows.join('\n')}`);
    expect(found).toHaveLength(25);
    expect([found[0], found.at(-1)]).toEqual([
      [A, '2026-10-24T22:00', 60, 0.5],
      [A, '2026-10-25T22:00', 60, 24.5],
    ]);
  });

  test('a Datadis file ends the other days with 24:00', () => {
    const text = `CUPS;Fecha;Hora;Consumo_kWh\n${A};2026/01/31;23:00;1\n${A};2026/01/31;24:00;2`;
    expect(valuesOf(text).map(([, at]) => at)).toEqual(['2026-01-31T21:00', '2026-01-31T22:00']);
  });

  test('a file of e-distribución has numbered hours, and what enters before what leaves', () => {
    const text = `CUPS;Fecha;Hora;AE_kWh;AS_kWh\n${A};31/01/2026;23;1,5;0\n${A};31/01/2026;24;2;0`;
    expect(valuesOf(text)).toEqual([
      [A, '2026-01-31T21:00', 60, 1.5],
      [A, '2026-01-31T22:00', 60, 2],
    ]);
  });
});

describe('supply points', () => {
  const rows = (cups: string, values: readonly string[]) =>
    values.map((row) => `${cups};2026/01/20 ${row};0;`).join('\n');

  test('supply points are summed into the group that the sender names', () => {
    const text = `${rows(A, ['01:00;0;1000', '02:00;0;2000'])}\n${rows(B, ['00:30;0;500', '01:00;0;500', '01:30;0;500'])}`;
    expect(valuesOf(text, { name: 'sur' })).toEqual([
      ['sur', '2026-01-19T23:00', 30, 2],
      ['sur', '2026-01-19T23:30', 30, 2],
      ['sur', '2026-01-20T00:00', 30, 3],
      ['sur', '2026-01-20T00:30', 30, 2],
    ]);
    expect(new Set(valuesOf(text).map(([name]) => name))).toEqual(new Set([A, B]));
  });

  test('a sum is missing where a supply point has a gap, which a warning counts', () => {
    const text = `${rows(A, ['01:00;0;1', '02:00;0;1', '03:00;0;1'])}\n${rows(B, ['01:00;0;1', '02:00;0;', '03:00;0;1'])}`;
    expect(valuesOf(text, { name: 'sur' })).toHaveLength(2);
    expect(read(text, { name: 'sur' }).warnings).toEqual([
      {
        code: 'missing_periods',
        params: { series: 'sur', count: 1 },
        text: 'sur: 1 periods are left out, in which a CUPS has no value.',
      },
    ]);
  });
});
