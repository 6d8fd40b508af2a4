import { times } from '@solano/domain/contracts/thoroughness';
import { isSolanoError, parseInstant } from '@solano/domain/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OUTAGE_TEMPLATE } from './outage-columns.ts';
import { type OutagePlant, type OutageTable, readOutageTable } from './outage-file.ts';

const PLANT = { name: 'Sierra', nominalCapacityMw: '50.000' };
const BASIC = ['start_time_utc', 'end_time_utc', 'available_power_mw'];
const START = '2026-11-22T10:00Z';
const END = '2026-11-22T12:00Z';
const RECORD = {
  plantName: 'Sierra',
  start: '2026-11-22T10:00:00Z',
  end: '2026-11-22T12:00:00Z',
  availablePowerMw: 12.5,
  availabilityType: 'UNAVAILABILITY',
  observations: '',
  sourceUnit: 'MW',
  sourceValue: 12.5,
  timezoneSource: null,
};

/** A file whose first data row is on line 2. */
function fileOf(header: readonly string[], ...rows: readonly (readonly string[])[]): OutageTable {
  return { header, rows: rows.map((fields, i) => ({ line: i + 2, fields })) };
}

/** The basic columns and others, in one good row but for what `values` says. */
function rowOf(values: Record<string, string>): OutageTable {
  const row = { start_time_utc: START, end_time_utc: END, available_power_mw: '12.5', ...values };
  return fileOf(Object.keys(row), Object.values(row));
}

function powerOf(values: Record<string, string>, nominalCapacityMw = '50.000') {
  const row = { start_time_utc: START, end_time_utc: END, ...values };
  const table = fileOf(Object.keys(row), Object.values(row));
  const [read] = readPlantOutages(table, { ...PLANT, nominalCapacityMw });
  return [read?.availablePowerMw, read?.sourceUnit, read?.sourceValue];
}

function readPlantOutages(table: OutageTable, only: OutagePlant) {
  return readOutageTable(table, { only });
}

function readOutages(table: OutageTable, any: readonly OutagePlant[]) {
  return readOutageTable(table, { any });
}

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (isSolanoError(error, 'invalid_rows')) return error.problems;
    throw error;
  }
  return [];
}

const problemsIn = (table: OutageTable) => problemsOf(() => readPlantOutages(table, PLANT));

/** The columns that are named as bad in line 2. */
function badColumns(values: Record<string, string>): string[] {
  const problems = problemsIn(rowOf(values));
  expect(problems.filter((each) => !/^line 2, column [^:]+: ./.test(each))).toEqual([]);
  return problems.flatMap((each) =>
    Array.from(each.matchAll(/column ([^:]+):/g), ([, c]) => `${c}`),
  );
}

describe('the columns of a file', () => {
  test('the columns of a file may be the fewest that a row can have, with the defaults', () => {
    expect(readPlantOutages(fileOf(BASIC, [START, END, '12.5']), PLANT)).toEqual([RECORD]);
  });

  test('the columns of a file may be all that a row can have', () => {
    const table = rowOf({
      plant_id: 'Sierra',
      availability_type: 'CURTAILMENT',
      observations: ' =1+1, "so" ',
      timezone_source: 'Europe/Madrid',
    });
    expect(readPlantOutages(table, PLANT)).toEqual([
      {
        ...RECORD,
        availabilityType: 'CURTAILMENT',
        observations: ' =1+1, "so" ',
        timezoneSource: 'Europe/Madrid',
      },
    ]);
  });

  test('the columns of a file are found without regard to case, order and spaces, among others', () => {
    const header = ['Note', ' Available_Power_MW', 'END_TIME_UTC', 'note', 'Start_Time_Utc '];
    const table = fileOf(header, ['x', '12.5', END, 'y', START]);
    expect(readPlantOutages(table, PLANT)).toEqual([RECORD]);
  });

  test('the columns of a file may be those of an ENTSO-E export', () => {
    const header = ['', 'avail_qty', 'docstatus', 'end', 'production_resource_name', 'start'];
    const row = ['0', '12.5', '', '2026-11-22 13:00:00+01:00', 'Sierra', '2026-11-22 10:00:00'];
    expect(readPlantOutages(fileOf(header, row), PLANT)).toEqual([RECORD]);
    expect(readOutages(fileOf(header, row), [PLANT])).toEqual([RECORD]);
    expect(problemsIn(fileOf(header, row.with(4, 'Other')))).toEqual([
      expect.stringMatching(/^line 2, column production_resource_name: ./),
    ]);
  });

  test('the columns of a file may include source_unit where the power is in MW', () => {
    const table = rowOf({ source_unit: 'horse powers', source_value: '7' });
    expect(readPlantOutages(table, PLANT)).toEqual([RECORD]);
  });

  test('the columns of a file are all understood in the template', () => {
    const [names = ''] = OUTAGE_TEMPLATE.slice(1).split('\r\n');
    const header = names.split(';');
    const table = fileOf(header, ['Sierra', START, END, '12.5', '', '', '']);
    expect(readPlantOutages(table, PLANT)).toEqual([RECORD]);
    expect(readOutages(table, [PLANT])).toEqual([RECORD]);
  });

  test.each<[string[], string[]]>([
    [['x'], ['start_time_utc', 'end_time_utc', 'available_power_mw']],
    [[], ['start_time_utc', 'end_time_utc', 'available_power_mw']],
    [['start', 'available_power_mw'], ['end_time_utc']],
    [['start', 'end'], ['available_power_mw']],
    [['start', 'end', 'source_unit'], ['available_power_mw']],
    [['start', 'end', 'available_power'], ['source_unit']],
    [['start', 'end', 'avail_qty', 'unavailable_power_mw'], ['unavailable_power_mw']],
    [['start', 'end', 'Available_Power', 'source_unit', 'AVAIL_QTY'], ['Available_Power']],
    [
      ['start', 'end', 'unavailable_power_mw', 'available_power'],
      ['available_power', 'source_unit'],
    ],
    [['start', 'end', 'avail_qty', 'available_power_mw'], ['available_power_mw']],
    [['start', 'Start', 'end', 'avail_qty'], ['Start']],
    [['start', 'START_TIME_UTC', 'end', 'avail_qty'], ['START_TIME_UTC']],
    [['start', 'end_time_utc', 'end', 'avail_qty'], ['end']],
    [[...BASIC, 'plant_id', 'production_resource_name'], ['production_resource_name']],
    [
      [...BASIC, 'observations', 'Observations', 'OBSERVATIONS'],
      ['Observations', 'OBSERVATIONS'],
    ],
    [[...BASIC, 'availability_type', 'availability_type'], ['availability_type']],
    [[...BASIC, 'timezone_source', 'timezone_source'], ['timezone_source']],
  ])('the header %j is rejected for the columns %j', (header, expected) => {
    const problems = problemsIn(
      fileOf(
        header,
        header.map(() => 'x'),
      ),
    );
    for (const each of problems) expect(each).toMatch(/^line 1, column [^:]+: ./);
    const named = problems.map((each) => /column ([^:]+):/.exec(each)?.[1]);
    expect(named).toEqual(expected);
  });

  test('a file without a data row is rejected', () => {
    expect(problemsIn(fileOf(BASIC))).toEqual([expect.stringMatching(/^line 2: ./)]);
  });

  test.each<[string[], string]>([
    [[START, END], 'available_power_mw'],
    [[START], 'end_time_utc'],
    [[''], 'end_time_utc'],
    [[START, END, '1', ''], 'available_power_mw'],
  ])('a row that does not have as many fields as the header is bad: %j', (row, column) => {
    const [problem, ...others] = problemsIn(fileOf(BASIC, row));
    expect(problem).toMatch(new RegExp(`^line 2, column ${column}: .*${row.length}.*3`));
    expect(others).toEqual([]);
  });
});

describe('a time', () => {
  const timesOf = (start: string, end: string, zone = '') => {
    const table = rowOf({ start_time_utc: start, end_time_utc: end, timezone_source: zone });
    const [read] = readPlantOutages(table, PLANT);
    return [read?.start, read?.end, read?.timezoneSource];
  };

  test.each([
    ['2026-11-22T10:00', '2026-11-22T10:00:00Z'],
    ['2026-11-22 10:00', '2026-11-22T10:00:00Z'],
    [' 2026-11-22t10:00:07z ', '2026-11-22T10:00:07Z'],
    ['2026-11-22T10:00:00.000000', '2026-11-22T10:00:00Z'],
    ['2026-11-22T10:00:00.000001', '2026-11-22T10:00:00.000001Z'],
    ['2026-11-22T10:00:00.5Z', '2026-11-22T10:00:00.500000Z'],
    ['2026-11-22T10:00+01:00', '2026-11-22T09:00:00Z'],
    ['2026-11-22T10:00:00.25-0530', '2026-11-22T15:30:00.250000Z'],
    ['2026-11-22 10:00:00+01', '2026-11-22T09:00:00Z'],
    ['2024-02-29T23:59Z', '2024-02-29T23:59:00Z'],
    ['0001-01-01T00:00Z', '0001-01-01T00:00:00Z'],
  ])('a time is read from %j as %s', (text, expected) => {
    expect(timesOf(text, '9999-12-31T23:59:59Z')).toEqual([expected, '9999-12-31T23:59:59Z', null]);
  });

  test.each([
    '',
    ' ',
    'tomorrow',
    '2026-11-22',
    '22/11/2026 10:00',
    '20261122T100000Z',
    '2026-11-22T24:00',
    '2026-11-22T23:60',
    '2026-11-22T23:59:60Z',
    '2026-11-31T10:00',
    '2025-02-29T10:00Z',
    '0000-12-31T10:00',
    '2026-11-22T10:00+24:00',
    '2026-11-22T10:00:00.0000001',
    '0001-01-01T00:00+01:00',
    '1763769600',
  ])('a time of %j is a bad cell', (text) => {
    expect(badColumns({ start_time_utc: text })).toEqual(['start_time_utc']);
    expect(badColumns({ start_time_utc: '0001-01-01T00:00Z', end_time_utc: text })).toEqual([
      'end_time_utc',
    ]);
    expect(badColumns({ start_time_utc: text, timezone_source: 'Europe/Madrid' })).toEqual([
      'start_time_utc',
    ]);
  });

  test.each([
    // Winter, summer, and both ends of the hour that is skipped or repeated.
    ['Europe/Madrid', '2026-11-22T10:00', '2026-11-22T09:00:00Z'],
    ['Europe/Madrid', '2026-07-22 10:00:00.000001', '2026-07-22T08:00:00.000001Z'],
    ['Europe/Madrid', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    ['Europe/Madrid', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['Europe/Madrid', '2026-10-25T01:59', '2026-10-24T23:59:00Z'],
    ['Europe/Madrid', '2026-10-25T02:00', '2026-10-25T00:00:00Z'],
    ['Europe/Madrid', '2026-10-25T02:59:59.5', '2026-10-25T00:59:59.500000Z'],
    ['Europe/Madrid', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
    ['Atlantic/Canary', '2026-11-22T10:00', '2026-11-22T10:00:00Z'],
    ['Atlantic/Canary', '2026-07-22T10:00', '2026-07-22T09:00:00Z'],
    ['Atlantic/Canary', '2026-03-29T00:59', '2026-03-29T00:59:00Z'],
    ['Atlantic/Canary', '2026-03-29T02:00', '2026-03-29T01:00:00Z'],
    ['Atlantic/Canary', '2026-10-25T01:30', '2026-10-25T00:30:00Z'],
    ['Atlantic/Canary', '2026-10-25T02:30', '2026-10-25T02:30:00Z'],
    ['Asia/Kathmandu', '2026-10-25T02:30', '2026-10-24T20:45:00Z'],
    ['UTC', '2026-10-25T02:30', '2026-10-25T02:30:00Z'],
    // An offset wins, also where the local time does not exist or is repeated.
    ['Europe/Madrid', '2026-11-22T10:00Z', '2026-11-22T10:00:00Z'],
    ['Europe/Madrid', '2026-03-29T02:30+01:00', '2026-03-29T01:30:00Z'],
    ['Europe/Madrid', '2026-03-29T02:30:00z', '2026-03-29T02:30:00Z'],
    ['Europe/Madrid', '2026-10-25T02:30+01', '2026-10-25T01:30:00Z'],
    ['Europe/Madrid', '2026-10-25T02:30:00.25-0300', '2026-10-25T05:30:00.250000Z'],
  ])('a time in %s at %s is the instant %s', (zone, text, expected) => {
    const end = '2027-01-01T00:00Z';
    expect(timesOf(text, end, zone)).toEqual([expected, '2027-01-01T00:00:00Z', zone]);
    expect(timesOf('2026-01-01T00:00Z', text, ` ${zone} `)).toEqual([
      '2026-01-01T00:00:00Z',
      expected,
      zone,
    ]);
  });

  test.each([
    ['Europe/Madrid', '2026-03-29T02:00'],
    ['Europe/Madrid', '2026-03-29 02:59:59.999999'],
    ['Atlantic/Canary', '2026-03-29T01:00'],
    ['Atlantic/Canary', '2026-03-29T01:59:59'],
    ['America/New_York', '2026-03-08T02:30'],
  ])('the local time in %s at %s that the clock skips is a bad cell', (timezone_source, text) => {
    expect(badColumns({ start_time_utc: text, timezone_source })).toEqual(['start_time_utc']);
    const start_time_utc = '2026-01-01T00:00';
    expect(badColumns({ start_time_utc, end_time_utc: text, timezone_source })).toEqual([
      'end_time_utc',
    ]);
  });

  test('a local time may exist in one zone and be skipped in another, row by row', () => {
    const header = [...BASIC, 'timezone_source'];
    const start = '2026-03-29T02:30';
    const zones = ['', 'Atlantic/Canary', 'europe/lisbon', 'EUROPE/MADRID', 'Europe/Madrid'];
    const rows = zones.map((zone, i) => [`${start}:0${i}`, '2026-03-30T00:00Z', '1', zone]);
    expect(readPlantOutages(fileOf(header, ...rows.slice(0, 3)), PLANT)).toMatchObject([
      { start: '2026-03-29T02:30:00Z', timezoneSource: null },
      { start: '2026-03-29T01:30:01Z', timezoneSource: 'Atlantic/Canary' },
      { start: '2026-03-29T01:30:02Z', timezoneSource: 'europe/lisbon' },
    ]);
    expect(problemsIn(fileOf(header, ...rows))).toEqual([
      expect.stringMatching(/^line 5, column start_time_utc: /),
      expect.stringMatching(/^line 6, column start_time_utc: /),
    ]);
  });

  test('a time is a bad cell where its offset moves it out of the range of years', () => {
    const first = { start_time_utc: '0001-01-01T00:00', timezone_source: 'Asia/Tokyo' };
    expect(badColumns(first)).toEqual(['start_time_utc']);
    const last = { end_time_utc: '9999-12-31T23:59', timezone_source: 'America/New_York' };
    expect(badColumns(last)).toEqual(['end_time_utc']);
    const late = { start_time_utc: '9999-12-31T23:58', timezone_source: 'America/New_York' };
    const end_time_utc = '9999-12-31T23:59Z';
    expect(badColumns({ ...late, end_time_utc })).toEqual(['start_time_utc']);
  });

  test.each(['Mars/Olympus', '+01:00', 'Madrid', 'EUR-MAD'])(
    'a time cannot be in the zone %j',
    (zone) => {
      const times = { start_time_utc: '2026-11-22T10:00', end_time_utc: '2026-11-22T09:00' };
      expect(badColumns({ ...times, timezone_source: zone })).toEqual(['timezone_source']);
    },
  );

  test.each([
    ['2026-11-22T10:00Z', '2026-11-22T10:00Z'],
    ['2026-11-22T10:00Z', '2026-11-22T11:00+01:00'],
    ['2026-11-22T10:00Z', '2026-11-22T09:59:59.999999Z'],
    ['2026-11-22T10:00:00.000001Z', '2026-11-22T10:00Z'],
  ])('an interval from %s to %s is rejected', (start_time_utc, end_time_utc) => {
    expect(badColumns({ start_time_utc, end_time_utc })).toEqual(['end_time_utc']);
  });

  test.each([
    ['2026-11-22T10:00Z', '2026-11-22T10:00:00.000001Z'],
    ['2026-11-22T10:00:00.5Z', '2026-11-22T10:00:00.500001Z'],
  ])('an interval from %s to %s is accepted', (start_time_utc, end_time_utc) => {
    expect(badColumns({ start_time_utc, end_time_utc })).toEqual([]);
  });

  test('a repeated local time is the first of its two instants, which may put the end before the start', () => {
    const table = {
      start_time_utc: '2026-10-25T02:45+01:00',
      end_time_utc: '2026-10-25T02:50',
      timezone_source: 'Europe/Madrid',
    };
    expect(badColumns(table)).toEqual(['end_time_utc']);
  });

  test('a time is read as instants are read elsewhere', () => {
    const digits = (max: number, width = 2) =>
      fc.integer({ min: 0, max: max }).map((n) => String(n).padStart(width, '0'));
    const parts = fc.tuple(
      digits(9999, 4),
      digits(13),
      digits(32),
      fc.constantFrom('T', ' ', 't'),
      digits(24),
      digits(60),
      fc.constantFrom('', ':00', ':59', ':60', ':59.25', ':5'),
      fc.constantFrom('', 'Z', 'z', '+02:00'),
    );
    const property = fc.property(parts, ([year, month, day, t, hour, minute, second, offset]) => {
      const text = `${year}-${month}-${day}${t}${hour}:${minute}${second}${offset}`;
      const instant = parseInstant(text);
      const start = '0001-01-01T00:00:00Z';
      fc.pre(instant !== start);
      const table = rowOf({ start_time_utc: start, end_time_utc: text });
      const ends: unknown[] = [];
      const problems = problemsOf(() => {
        ends.push(...readPlantOutages(table, PLANT).map(({ end }) => end));
      });
      expect(ends).toEqual(instant === undefined ? [] : [instant]);
      expect(problems).toHaveLength(instant === undefined ? 1 : 0);
    });
    fc.assert(property, { numRuns: times(2_000) });
  });

  test('local times of many rows of a zone and year are read like those of one row', () => {
    const header = [...BASIC, 'timezone_source'];
    const hour = 3_600_000;
    const label = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    const from = Date.UTC(2026, 9, 24);
    const rows = Array.from({ length: 400 }, (_, i) => [
      label(from + (i * hour) / 4),
      '2027-01-01T00:00Z',
      '1',
      'Europe/Madrid',
    ]);
    const starts = readPlantOutages(fileOf(header, ...rows), PLANT).map(({ start }) => start);
    // Summer time until 02:59:59 of the 25th, its repetition left out, winter time from there.
    const expected = rows.map((_, i) => {
      const wall = from + (i * hour) / 4;
      return `${label(wall - (wall < Date.UTC(2026, 9, 25, 3) ? 2 : 1) * hour)}Z`;
    });
    expect(starts).toEqual(expected);
  });
});

describe('the power', () => {
  test.each([
    [{ available_power_mw: '12.345' }, 12.345, 'MW', 12.345],
    [{ available_power_mw: ' +7. ' }, 7, 'MW', 7],
    [{ available_power_mw: '0' }, 0, 'MW', 0],
    [{ available_power_mw: '-0.0' }, 0, 'MW', 0],
    [{ available_power_mw: '50.000' }, 50, 'MW', 50],
    [{ available_power_mw: '1e1' }, 10, 'MW', 10],
    [{ available_power_mw: '33.333333333333336' }, 33.333333333333336, 'MW', 33.333333333333336],
    [{ avail_qty: '400e-1' }, 40, 'MW', 40],
    [{ unavailable_power_mw: '0' }, 50, 'MW', 0],
    [{ unavailable_power_mw: '50' }, 0, 'MW', 50],
    [{ unavailable_power_mw: '49.9' }, 0.1, 'MW', 49.9],
    [{ unavailable_power_mw: '16.7' }, 33.3, 'MW', 16.7],
    [{ available_power: '12.5', source_unit: 'MW' }, 12.5, 'MW', 12.5],
    [{ available_power: '12500', source_unit: 'kW' }, 12.5, 'kW', 12_500],
    [{ available_power: '50000', source_unit: 'kW' }, 50, 'kW', 50_000],
    [{ available_power: '1.1', source_unit: 'kW' }, 0.0011, 'kW', 1.1],
    [{ available_power: '0.001', source_unit: ' kW ' }, 0.000_001, 'kW', 0.001],
    [{ available_power: '100', source_unit: '%' }, 50, '%', 100],
    [{ available_power: '33.3', source_unit: '%' }, 16.65, '%', 33.3],
    [{ available_power: '0.2', source_unit: '%' }, 0.1, '%', 0.2],
    [{ available_power: '0', source_unit: '%' }, 0, '%', 0],
  ])('the power of %j at 50 MW is %d MW', (values, expected, unit, value) => {
    const [read, sourceUnit, sourceValue] = powerOf(values);
    expect(read).toBe(expected);
    expect(sourceUnit).toBe(unit);
    expect(sourceValue).toBe(value);
  });

  const MIN = '0.0000000000000000000000000000000001';
  test.each([
    { available_power_mw: '' },
    { available_power_mw: ' ' },
    { available_power_mw: 'x' },
    { available_power_mw: '12,5' },
    { available_power_mw: '1.2.3' },
    { available_power_mw: 'NaN' },
    { available_power_mw: 'Infinity' },
    { available_power_mw: '0x10' },
    { available_power_mw: '1 000' },
    { available_power_mw: '=10' },
    { available_power_mw: '1e999' },
    { available_power_mw: '-1' },
    { available_power_mw: `-${MIN}` },
    { available_power_mw: '-1e-40' },
    { available_power_mw: '50.001' },
    { available_power_mw: `50${MIN.slice(1)}` },
    { available_power_mw: '9'.repeat(1_000) },
    { available_power_mw: '0'.repeat(1_000) },
    { unavailable_power_mw: '50.001' },
    { unavailable_power_mw: '-0.001' },
    { unavailable_power_mw: '' },
    { available_power: '50000.001', source_unit: 'kW' },
    { available_power: '-1', source_unit: 'kW' },
    { available_power: '100.0001', source_unit: '%' },
    { available_power: '-0.1', source_unit: '%' },
    { available_power: '', source_unit: '%' },
  ])('the power of %j at 50 MW is a bad cell', (values) => {
    const column = Object.keys(values)[0];
    expect(problemsOf(() => powerOf(values as Record<string, string>))).toEqual([
      expect.stringMatching(new RegExp(`^line 2, column ${column}: .`)),
    ]);
  });

  test.each(['', 'W', 'GW', 'kw', 'mw', 'percent', 'MWh'])(
    'the power cannot have the unit %j',
    (source_unit) => {
      expect(problemsOf(() => powerOf({ available_power: '1', source_unit }))).toEqual([
        expect.stringMatching(/^line 2, column source_unit: ./),
      ]);
    },
  );

  test('the power can only be 0 for a plant without capacity', () => {
    expect(powerOf({ available_power: '0', source_unit: '%' }, '0.000')).toEqual([0, '%', 0]);
    for (const available_power of ['-1', '101', '1e999']) {
      const values = { available_power, source_unit: '%' };
      expect(problemsOf(() => powerOf(values, '0.000'))).toHaveLength(1);
    }
    expect(problemsOf(() => powerOf({ available_power_mw: '0.001' }, '0.000'))).toHaveLength(1);
  });

  const decimal = (units: bigint | number, places: number) => {
    const text = String(units).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  };
  /** Thousandths of a MW, a share of them and the digits after the point that the share has. */
  const shares = fc.tuple(
    fc.integer({ min: 1, max: 999_999_999_999 }),
    fc.bigInt({ min: 0n, max: 10n ** 12n }),
  );

  test('the power is a thousandth of a number in kW, to the nearest double', () => {
    const property = fc.property(shares, ([nominal, share]) => {
      // Millionths of a kW.
      const units = (BigInt(nominal) * 10n ** 6n * share) / 10n ** 12n;
      const values = { available_power: decimal(units, 6), source_unit: 'kW' };
      expect(powerOf(values, decimal(nominal, 3))[0]).toBe(Number(`${units}e-9`));
    });
    fc.assert(property, { numRuns: times(500) });
  });

  test('the power is a hundredth of nominal capacity for each %, to the nearest double', () => {
    const property = fc.property(shares, ([nominal, share]) => {
      const values = { available_power: decimal(share, 10), source_unit: '%' };
      const exact = Number(`${BigInt(nominal) * share}e-15`);
      expect(powerOf(values, decimal(nominal, 3))[0]).toBe(exact);
    });
    fc.assert(property, { numRuns: times(500) });
  });

  test('the power adds up to nominal capacity, unavailable and available together', () => {
    const property = fc.property(shares, ([nominal, share]) => {
      const units = (BigInt(nominal) * share) / 10n ** 12n;
      const values = { unavailable_power_mw: decimal(units, 3) };
      const [available] = powerOf(values, decimal(nominal, 3));
      expect(available).toBe(Number(`${BigInt(nominal) - units}e-3`));
    });
    fc.assert(property, { numRuns: times(500) });
  });
});

describe('another field', () => {
  test.each([
    ['', 'UNAVAILABILITY'],
    ['  ', 'UNAVAILABILITY'],
    ['UNAVAILABILITY', 'UNAVAILABILITY'],
    [' CURTAILMENT ', 'CURTAILMENT'],
    ['OTHER', 'OTHER'],
  ])('the availability_type %j is read as %s', (availability_type, expected) => {
    const [read] = readPlantOutages(rowOf({ availability_type }), PLANT);
    expect(read?.availabilityType).toBe(expected);
  });

  test.each(['PLANNED', 'curtailment', 'A53'])('the availability_type %j is rejected', (type) => {
    expect(badColumns({ availability_type: type })).toEqual(['availability_type']);
  });

  test.each(['=SUM(A1)', '+1', '-x', '@y', ' spaces ', 'a\nb', 'ñ 😀', ''])(
    'the observations %j are kept unchanged',
    (observations) => {
      expect(readPlantOutages(rowOf({ observations }), PLANT)).toMatchObject([{ observations }]);
    },
  );

  test.each(['a\0b', 'a\uD800'])('the observations %j are rejected', (observations) => {
    expect(badColumns({ observations })).toEqual(['observations']);
  });

  test.each(['Sierra', ' Sierra ', '', ' '])(
    'the plant_id %j is accepted as the plant of the form',
    (plant_id) => {
      expect(readPlantOutages(rowOf({ plant_id }), PLANT)).toEqual([RECORD]);
    },
  );

  test.each(['Other', 'sierra', 'Sierra 2', '\0'])('the plant_id %j is rejected', (plant_id) => {
    expect(badColumns({ plant_id })).toEqual(['plant_id']);
  });
});

describe('a file of several plants', () => {
  const PLANTS = [PLANT, { name: ' Río, 2', nominalCapacityMw: '5.100' }];
  const header = ['plant_id', 'start', 'end', 'available_power', 'source_unit'];

  test('a file of several plants uses each plant by its name and its capacity', () => {
    const table = fileOf(
      header,
      ['Sierra', START, END, '50', '%'],
      [' Río, 2', START, END, '50', '%'],
      ['Sierra ', END, '2026-11-23T00:00', '50', 'MW'],
    );
    expect(readOutages(table, PLANTS)).toMatchObject([
      { plantName: 'Sierra', availablePowerMw: 25, start: '2026-11-22T10:00:00Z' },
      { plantName: ' Río, 2', availablePowerMw: 2.55, start: '2026-11-22T10:00:00Z' },
      { plantName: 'Sierra', availablePowerMw: 50, start: '2026-11-22T12:00:00Z' },
    ]);
  });

  test('a file of several plants needs the column plant_id', () => {
    expect(problemsOf(() => readOutages(rowOf({}), PLANTS))).toEqual([
      expect.stringMatching(/^line 1, column plant_id: ./),
    ]);
  });

  test('a file of several plants is rejected with its unknown plants and what exceeds their capacity', () => {
    const table = fileOf(
      header,
      ['Sierra', START, END, '5101', 'kW'],
      [' Río, 2', START, END, '5101', 'kW'],
      ['', START, END, '1', '%'],
      ['Nowhere', START, END, '1', '%'],
      ['constructor', START, END, '1', '%'],
    );
    expect(problemsOf(() => readOutages(table, PLANTS))).toEqual([
      expect.stringMatching(/^line 3, column available_power: /),
      expect.stringMatching(/^line 4, column plant_id: /),
      expect.stringMatching(/^line 5, column plant_id: /),
      expect.stringMatching(/^line 6, column plant_id: /),
    ]);
    expect(problemsOf(() => readOutages(table, []))).toHaveLength(5);
  });

  test('a file may have the same interval for several plants, but not twice for one', () => {
    const row = ['Sierra', START, END, '1', '%'];
    const table = fileOf(header, row, row.with(0, ' Río, 2'), row.with(3, '2'), row.with(2, START));
    expect(problemsOf(() => readOutages(table, PLANTS))).toEqual([
      expect.stringMatching(/^line 4, column start: .*line 2$/),
      expect.stringMatching(/^line 5, column end: /),
    ]);
  });
});

describe('bad rows', () => {
  test('a row that repeats an earlier plant, start, end and type is bad, however it is written', () => {
    const header = [...BASIC, 'availability_type', 'timezone_source'];
    const table = fileOf(
      header,
      [START, END, '1', '', ''],
      [START, END, '1', 'OTHER', ''],
      [START, '2026-11-22T12:01Z', '1', '', ''],
      ['2026-11-22T10:01Z', END, '1', '', ''],
      ['2026-11-22 11:00', '2026-11-22T14:00:00.000+02', '7', 'UNAVAILABILITY', 'Europe/Madrid'],
      [START, END, '51', 'OTHER', ''],
      [START, END, '2', 'OTHER', ''],
    );
    expect(problemsIn(table)).toEqual([
      expect.stringMatching(/^line 6, column start_time_utc: .*line 2$/),
      expect.stringMatching(
        /^line 7, column available_power_mw: .*; column start_time_utc: .*line 3$/,
      ),
      expect.stringMatching(/^line 8, column start_time_utc: .*line 3$/),
    ]);
  });

  test('bad rows are named with the line of the file and the header as it is there', () => {
    const table = {
      header: ['START', 'End ', 'Avail_Qty'],
      rows: [
        { line: 2, fields: [START, END, '1'] },
        { line: 9, fields: ['x', END, '1'] },
        { line: 17, fields: ['x', 'y', 'z'] },
      ],
    };
    expect(problemsIn(table)).toEqual([
      expect.stringMatching(/^line 9, column START: [^;]+$/),
      expect.stringMatching(/^line 17, column START: .+; column End: .+; column Avail_Qty: .+$/),
    ]);
  });

  test('bad rows are listed up to the first hundred', () => {
    const minute = (i: number) => new Date(Date.UTC(2026, 10, 22) + i * 60_000).toISOString();
    const rows = Array.from({ length: 250 }, (_, i) => [minute(i), minute(300), '1']);
    const bad = rows.map((row, i) => (i % 2 === 1 ? row.with(1, 'x').with(2, 'y') : row));
    const problems = problemsIn(fileOf(BASIC, ...bad));
    expect(problems.map((each) => /^line (\d+),/.exec(each)?.[1])).toEqual(
      Array.from({ length: 100 }, (_, i) => String(2 * i + 3)),
    );
    expect(problemsIn(fileOf(BASIC, ...rows, ['x', END, '1']))).toEqual([
      expect.stringMatching(/^line 252, /),
    ]);
  });
});

test('a file is not read further than its hundredth bad row', () => {
  let read = 0;
  function* rows() {
    for (; read < 250; read += 1) yield { line: read + 2, fields: ['x', END, '1'] };
  }
  expect(problemsIn({ header: BASIC, rows: rows() })).toHaveLength(100);
  expect(read).toBe(99);
});

describe('a file of 100,000 rows', () => {
  const rows = Array.from({ length: 100_001 }, (_, i) => {
    const start = new Date(Date.UTC(2026, 0, 1) + i * 900_000).toISOString();
    return [start, '2040-01-01T00:00', '33.3', '%', 'Europe/Madrid'];
  });
  const header = ['start', 'end', 'available_power', 'source_unit', 'timezone_source'];

  test('a file of 100,000 rows is read, and one with more rows is not', () => {
    const table = fileOf(header, ...rows);
    const max = fileOf(header, ...rows.slice(0, -1));
    const read = readPlantOutages(max, PLANT);
    expect(read).toHaveLength(100_000);
    expect(read.at(-1)).toMatchObject({ availablePowerMw: 16.65 });
    expect(problemsIn(table)).toEqual([expect.stringMatching(/^line 100002: .*100000/)]);
  });
});
