import { quartersOfDate } from '@solano/domain/kernel';
import { csvTable } from '@solano/domain/test/table';
import { describe, expect, test } from 'vitest';
import { readImbalance } from './imbalance-file.ts';

const DAY = '2026-02-10';

/** Rows of a whole day, from line 2 on. */
function rowsOf(date: string, minutes: number, pricesOf: (i: number) => string): string[] {
  const quarters = minutes / 15;
  const ends = quartersOfDate(date).filter((_, i) => (i + 1) % quarters === 0);
  return ends.map((end, i) => `${new Date(end).toISOString()};${pricesOf(i)}`);
}

function read(header: string, rows: readonly string[]) {
  return readImbalance(csvTable(header, rows), 'end').days;
}

const problems = (...lines: readonly string[]) => {
  return expect.objectContaining({ code: 'invalid_rows', problems: lines }) as Error;
};

describe('days of prices of deviations', () => {
  test.each([
    ['2026-03-29', 92, 23],
    ['2026-02-10', 96, 24],
    ['2026-10-25', 100, 25],
  ])('%s has %d quarter hours and %d hours', (date, quarters, hours) => {
    for (const [minutes, count] of [
      [15, quarters],
      [60, hours],
    ] as const) {
      const [day] = read(
        'datetime;short;long',
        rowsOf(date, minutes, (i) => `${i};-${i}.0005`),
      );
      expect(day).toMatchObject({ date, stepMinutes: minutes });
      expect(day?.short).toEqual(Array.from({ length: count }, (_, i) => i * 1000));
      expect(day?.long).toEqual(Array.from({ length: count }, (_, i) => -(i * 1000 + 1)));
    }
  });

  test('days go from hours to quarter hours in one file, whatever the order of its rows', () => {
    const rows = [...rowsOf('2026-02-11', 15, () => '2;1'), ...rowsOf(DAY, 60, () => '4;3')];
    expect(read('datetime;short;long', rows.reverse())).toMatchObject([
      { date: DAY, stepMinutes: 60 },
      { date: '2026-02-11', stepMinutes: 15 },
    ]);
  });

  test('labels are those of Madrid’s clock, also where an hour occurs twice', () => {
    const hours = Array.from({ length: 24 }, (_, i) => i);
    const clock = hours.flatMap((hour) => (hour === 2 ? [2, 2] : [hour]));
    const rows = clock.map((hour, i) => `2026-10-25 ${String(hour).padStart(2, '0')}:00;${i};${i}`);
    const { days } = readImbalance(csvTable('datetime;short;long', rows), 'start');
    expect(days).toMatchObject([{ date: '2026-10-25', stepMinutes: 60 }]);
    expect(days[0]?.short).toEqual(clock.map((_, i) => i * 1000));
  });
});

describe('columns of prices of deviations', () => {
  const hours = rowsOf(DAY, 60, (i) => `${i}`);

  test.each(['price', 'precio', 'short', 'corto', 'long', 'Precio desvío a subir (€/MWh)'])(
    'one price in the column %s serves both directions',
    (header) => {
      const [day] = read(`datetime;${header}`, hours);
      expect(day?.short).toEqual(hours.map((_, i) => i * 1000));
      expect(day?.long).toEqual(day?.short);
    },
  );

  test.each([
    ['fecha;precio desvío a bajar;precio desvío a subir'],
    ['Fecha y hora;Precio de pago desvíos a bajar (€/MWh);Precio de cobro desvíos a subir (€/MWh)'],
    ['fecha;a bajar;a subir'],
    ['fecha;corto;largo'],
    ['datetime;short;long'],
    ['data;desvio a descer;desvio a subir'],
  ])('the first price of the columns %s is short and the second long', (header) => {
    const [day] = read(
      header,
      hours.map((row) => `${row};7`),
    );
    expect(day?.short[3]).toBe(3_000);
    expect(day?.long[3]).toBe(7_000);
  });

  test.each([
    ['datetime;a', ['line 1: column short is missing', 'line 1: column long is missing']],
    ['a;price', ['line 1: column datetime is missing']],
    ['datetime;price;short', ['line 1: column short says the same as column price; keep one']],
    [
      'datetime;price;short;long',
      [
        'line 1: column short says the same as column price; keep one',
        'line 1: column long says the same as column price; keep one',
      ],
    ],
  ])('a file with the columns %s is rejected', (header, expected) => {
    expect(() => read(header, hours)).toThrow(
      expect.objectContaining({ problems: expect.arrayContaining(expected) as string[] }) as Error,
    );
  });

  test('an empty cell is no price, also where the other direction has one', () => {
    const rows = rowsOf(DAY, 60, (i) => (i === 1 ? '5;' : '5;5'));
    expect(() => read('datetime;short;long', rows)).toThrow(
      problems('line 3: long is not a number'),
    );
  });
});

describe('days that are not whole', () => {
  test.each([
    [60, 23, '23 of 24 periods of 60 minutes'],
    [15, 95, '95 of 96 periods of 15 minutes'],
  ])('a day in periods of %d minutes with %d of them is rejected', (minutes, count, found) => {
    const rows = rowsOf(DAY, minutes, () => '1;1').slice(0, count);
    expect(() => read('datetime;short;long', rows)).toThrow(
      problems(`line 2: ${DAY} is not whole: ${found}`),
    );
  });

  test('half hours are rejected, as no deviation is priced by them', () => {
    expect(() =>
      read(
        'datetime;price',
        rowsOf(DAY, 30, () => '1'),
      ),
    ).toThrow(problems(`line 2: ${DAY} has periods of 30 minutes`));
  });

  test('every bad row is named', () => {
    const rows = rowsOf(DAY, 60, (i) => (i < 2 ? 'x;1' : '1;y'));
    expect(() => read('datetime;short;long', rows)).toThrow(
      expect.objectContaining({
        problems: rows.map((_, i) => `line ${i + 2}: ${i < 2 ? 'short' : 'long'} is not a number`),
      }) as Error,
    );
  });
});
