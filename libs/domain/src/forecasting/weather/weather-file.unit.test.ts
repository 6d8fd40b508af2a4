import { HOUR_MS, isSolanoError } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { readWeather } from './weather-file.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const DAY = Date.parse('2026-05-01T00:00:00Z');

function at(hours: number): string {
  return new Date(DAY + hours * HOUR_MS).toISOString();
}

function read(header: string, ...lines: string[]) {
  const rows = lines.map((line, i) => ({ line: i + 2, fields: line.split(';') }));
  return readWeather({ header: header.split(';'), rows }, NOW).runs;
}

function problemsOf(header: string, ...lines: string[]): readonly string[] {
  try {
    read(header, ...lines);
  } catch (error) {
    if (isSolanoError(error)) return error.problems;
    throw error;
  }
  return [];
}

/** The hours of one run with one column, from the first hour after its issue on. */
function column(name: string, ...values: (number | '')[]) {
  const lines = values.map((value, i) => `${at(0)};${at(i + 1)};${value}`);
  return read(`issued_at;valid_at;${name}`, ...lines)[0]?.fields;
}

test('rows of any order become runs, in order of when they are known, with gaps as missing', () => {
  const runs = read(
    'valid_at;wind_speed_100m;issued_at;known_at',
    `${at(27)};9.5;${at(24)};${at(28)}`,
    `${at(4)};2;${at(0)};`,
    `${at(2)};1;${at(0)};`,
    `${at(25)};;${at(24)};${at(28)}`,
    ` ; ; ; `,
    `${at(2)};3;${at(0)};${at(5)}`,
  );
  const run = (issued: number, known: number, first: number, ...values: number[]) => ({
    source: 'file',
    issuedAt: DAY + issued * HOUR_MS,
    knownAt: DAY + known * HOUR_MS,
    start: DAY + first * HOUR_MS,
    fields: { wind_speed_100m: Float64Array.from(values) },
  });
  expect(runs).toEqual([
    run(0, 0, 1, 1, Number.NaN, 2),
    run(0, 5, 1, 3),
    run(24, 28, 24, Number.NaN, Number.NaN, 9.5),
  ]);
});

test.each([
  { u: 0, v: -5, speed: 5, direction: 0, from: 'north' },
  { u: -5, v: 0, speed: 5, direction: 90, from: 'east' },
  { u: 0, v: 5, speed: 5, direction: 180, from: 'south' },
  { u: 5, v: 0, speed: 5, direction: 270, from: 'west' },
  { u: 3, v: 4, speed: 5, direction: 216.87, from: 'south-west' },
  { u: 0, v: 0, speed: 0, direction: 0, from: 'nowhere' },
])('components $u and $v are a wind from $from', ({ u, v, speed, direction }) => {
  const [run] = read('issued_at;valid_at;v100;u100', `${at(0)};${at(1)};${v};${u}`);
  expect(run?.fields).toEqual({
    wind_speed_100m: Float64Array.of(speed),
    wind_direction_100m: Float64Array.of(direction),
  });
});

test('a speed that the file has is not worked out of its components, the direction is', () => {
  const header = 'issued_at;valid_at;u10;v10;wind_speed_10m';
  expect(read(header, `${at(0)};${at(1)};0;5;5.4`)[0]?.fields).toEqual({
    wind_speed_10m: Float64Array.of(5.4),
    wind_direction_10m: Float64Array.of(180),
  });
});

test.each([
  {
    name: 'temperature_2m',
    values: [294.45, 273.15, -3],
    field: 'temperature_2m',
    read: [21.3, 0, -3],
  },
  {
    name: 'surface_pressure',
    values: [94_844, 1013.25],
    field: 'surface_pressure',
    read: [948.44, 1013.25],
  },
  { name: 'cloud_cover', values: [0, 60, 100], field: 'cloud_cover', read: [0, 0.6, 1] },
  { name: 'cloud_cover', values: [0, 0.6, 1], field: 'cloud_cover', read: [0, 0.6, 1] },
  { name: 'cloud_cover (%)', values: [0, 0.6, 1], field: 'cloud_cover', read: [0, 0.006, 0.01] },
  {
    name: 'relative_humidity',
    values: [60.222, 101],
    field: 'relative_humidity',
    read: [0.60222, 1.01],
  },
  { name: 'Temperature 2m (°C)', values: [21], field: 'temperature_2m', read: [21] },
  { name: 'cloud_water', values: [1e-7, 2], field: 'cloud_water', read: [1e-7, 2] },
  {
    name: 'precipitation_accumulated',
    values: [0, 0.0013, 0.0015],
    field: 'precipitation',
    read: [0, 1.3, 0.2],
  },
  {
    name: 'strd_accumulated',
    values: [1_202_500, 2_446_800],
    field: 'strd',
    read: [1_202_500, 1_244_300],
  },
])('a column $name of $values is the field $field of $read', ({ name, values, field, read }) => {
  expect(column(name, ...values)).toEqual({ [field]: Float64Array.from(read) });
});

test('accumulated radiation is the mean of each hour, missing where an end of it is missing', () => {
  const joules = [0, 3_600_000, '', 7_200_000, 9_000_000, 8_999_000] as const;
  expect(column('ssrd_accumulated', ...joules)).toEqual({
    shortwave_radiation: Float64Array.of(0, 1_000, Number.NaN, Number.NaN, 500, 0),
  });
});

test('radiation before the first row of a run is not known, unless that is its first hour', () => {
  const header = 'issued_at;valid_at;ssrd_accumulated';
  const late = read(header, `${at(0)};${at(3)};7200000`, `${at(0)};${at(4)};9000000`);
  expect(late[0]?.fields.shortwave_radiation).toEqual(Float64Array.of(Number.NaN, 500));
  const early = read(header, `${at(0)};${at(0)};0`, `${at(0)};${at(1)};1800000`);
  expect(early[0]?.fields.shortwave_radiation).toEqual(Float64Array.of(Number.NaN, 500));
});

test('times without an offset are UTC where the header says so', () => {
  const times = '2026-05-01 00:00;2026-05-01T03:00+02:00;4';
  const [run] = read('issued_at_utc;valid_at;temperature_2m', times);
  expect(run).toMatchObject({ issuedAt: DAY, start: DAY });
});

test.each([
  ['issued_at;temperature_2m', 'line 1, column valid_at: missing'],
  ['issued_at;valid_at', 'line 1, column wind_speed_100m, shortwave_radiation, …: missing'],
  ['issued_at;valid_at;u10', 'line 1, column v10: missing'],
  ['issued_at;valid_at;rain;Rain', 'line 1, column Rain: says the same as column rain; keep one'],
  [
    'issued_at;valid_at;wind_speed_100m (km/h)',
    'line 1, column wind_speed_100m (km/h): is not in m/s',
  ],
  [
    `issued_at;valid_at;${'x'.repeat(61)}`,
    `line 1, column ${'x'.repeat(61)}: has more than 60 characters`,
  ],
])('a file with the header %s is rejected', (header, problem) => {
  expect(problemsOf(header, '')).toEqual([problem]);
});

test.each([
  [`${at(0)};${at(1)};12,5`, 'column temperature_2m: is not a number (decimals after a point)'],
  [`${at(0)};${at(1)};500`, 'column temperature_2m: is above 400'],
  [`${at(0)};${at(1)};1e999`, 'column temperature_2m: is not a number (decimals after a point)'],
  [`${at(0)};${at(1)}`, 'the row has 2 fields where the header has 3'].map((text, i) =>
    i === 1 ? `: ${text}` : text,
  ),
  [`;${at(1)};1`, 'column issued_at: is missing'],
  [
    `${at(0)};30.02.2026;1`,
    'column valid_at: is not an ISO 8601 date and time, to the microsecond at most',
  ],
  [
    `${at(0)};2026-05-01T01:00;1`,
    'column valid_at: has no offset: write Z or +01:00 after it, or utc after the name of the column',
  ],
  [`${at(0)};${at(0.5)};1`, 'column valid_at: is not the end of a whole hour'],
  [`${at(0)};${at(-1)};1`, 'column valid_at: is before issued_at'],
  [`${at(0)};${at(385)};1`, 'column valid_at: is more than 384 hours after issued_at'],
  [`${at(24 * 40)};${at(24 * 40)};1`, 'column issued_at: is in the future'],
])('a row %s is a problem of its line and column', (row = '', problem = '') => {
  const place = problem.startsWith(': ') ? 'line 3' : 'line 3, ';
  const good = `${at(0)};${at(2)};1`;
  expect(problemsOf('issued_at;valid_at;temperature_2m', good, row, row)[0]).toBe(
    `${place}${problem}`,
  );
});

test('a row that has the hour of another is a problem, and so is a run known before its issue', () => {
  const header = 'issued_at;valid_at;known_at;rain';
  const row = `${at(0)};${at(1)};;1`;
  expect(problemsOf(header, row, row, `${at(0)};${at(1)};${at(-1)};1`)).toEqual([
    'line 3, column valid_at: repeats line 2',
    'line 4, column known_at: is before issued_at',
  ]);
});

test('radiation that had accumulated and is less an hour later is a problem of its line', () => {
  const rows = [9e6, 1e6].map((joules, i) => `${at(0)};${at(i + 1)};${joules}`);
  expect(problemsOf('issued_at;valid_at;ssrd_accumulated', ...rows)).toEqual([
    'line 3, column ssrd_accumulated: is less than an hour before, though it accumulates since the issue',
  ]);
});

test('a file without rows is rejected, and at most a hundred problems are named', () => {
  const header = 'issued_at;valid_at;rain';
  expect(problemsOf(header)).toEqual(['line 2: there are no rows']);
  const rows = Array.from({ length: 150 }, (_, i) => `${at(0)};${at(i + 1)};x`);
  expect(problemsOf(header, ...rows)).toHaveLength(100);
});

test('rows whose runs would need more room than a file may have are rejected', () => {
  const header = `issued_at;valid_at;${Array.from({ length: 64 }, (_, i) => `f${i}`).join(';')}`;
  const values = ';1'.repeat(64);
  const rows = Array.from({ length: 1_300 }, (_, i) => {
    return `${at(-i)};${at(384 - i)}${values}`;
  });
  expect(problemsOf(header, ...rows)).toEqual([
    'line 1219: is beyond the 30000000 values that a file may have',
  ]);
});
