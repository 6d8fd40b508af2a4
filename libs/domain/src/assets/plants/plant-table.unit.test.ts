import type { Cell, SourceTable } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { MAX_PLANT_ROWS, readPlantTable } from './plant-table.ts';

function tableOf(...rows: readonly (readonly Cell[])[]): SourceTable {
  const [header, ...others] = rows.map((cells, i) => ({ line: i + 1, cells }));
  if (!header) throw new Error('The table has no header.');
  return { format: 'csv', delimiter: ';', encoding: 'utf-8', header, rows: others };
}

const read = (rows: readonly (readonly Cell[])[], known: readonly string[] = [], options = {}) =>
  readPlantTable(tableOf(...rows), new Set(known), options);

const HEADER = ['name', 'lat', 'lon', 'installed_capacity_mw', 'technology_type'];
const ROW = ['Muxía', '43.1042', '-9.2188', '30.6', 'wind'];

describe('a list of plants', () => {
  test('a list of plants as spreadsheets have it is read, with defaults for what it omits', () => {
    const header = ['Código', 'Nombre', 'Latitud', 'Longitud', 'Potencia (kW)', 'Comunidad'];
    const { plants, problems, understood } = read([
      [...header, 'Tecnología', 'País'],
      ['PL1', 'Peña da Loba', '43,5', '-7,9', '24.500,0', 'Galicia', 'Eólica', 'España'],
      ['PL2', 'Teide', '28,2', '-16,6', '9.000,0', 'Canarias', 'Solar fotovoltaica', 'España'],
      ['PL3', 'Évora', '38,5', '-7,9', '500', '', 'Fotovoltaico', 'Portugal'],
    ]);
    expect(problems).toEqual([]);
    expect(understood?.columns).toMatchObject({ name: 'Código', capacity_mw: 'Potencia (kW)' });
    expect(plants.map(({ fields }) => fields)).toMatchObject([
      {
        name: 'PL1',
        customerDisplayName: 'Peña da Loba',
        lat: '43.5000000',
        installedCapacityMw: '24.500',
        nominalCapacityMw: '24.500',
        area: 'Galicia',
        technologyType: 'wind',
        timezone: 'Europe/Madrid',
      },
      { name: 'PL2', area: 'Canarias', technologyType: 'solar', timezone: 'Atlantic/Canary' },
      { name: 'PL3', area: 'PT', nominalCapacityMw: '0.500', timezone: 'Europe/Lisbon' },
    ]);
  });

  test.each([
    ['plants.csv of the region', ['code', 'name', 'technology_type', 'technology', 'country']],
    ['of ENTSO-E', ['GenerationUnitCode', 'GenerationUnitName', 'ProductionType', 'MapCode']],
    ['in Portuguese', ['Código da central', 'Nome', 'Tecnologia', 'Região']],
  ])('a list of plants has a code, a label and a technology: %s', (_, names) => {
    const row = ['A1', 'Alba', 'wind', ...names.slice(3).map(() => 'Spain')];
    const { plants, problems } = read([
      [...names, 'Latitude', 'Longitude', 'Installed capacity (MW)'],
      [...row, '40', '-3', '10'],
    ]);
    expect(problems).toEqual([]);
    expect(plants).toMatchObject([
      { name: 'A1', fields: { customerDisplayName: 'Alba', technologyType: 'wind' } },
    ]);
  });

  test('a list of plants without an area, a country or a zone is one of Spain', () => {
    const [plant] = read([HEADER, ROW]).plants;
    expect(plant?.fields).toMatchObject({ area: 'ES', timezone: 'Europe/Madrid' });
    const [other] = read([
      [...HEADER, 'timezone'],
      [...ROW, 'Europe/Lisbon'],
    ]).plants;
    expect(other?.fields).toMatchObject({ area: 'PT', timezone: 'Europe/Lisbon' });
  });

  test('a plant of an unknown country needs a time zone', () => {
    const { problems } = read([
      [...HEADER, 'country'],
      [...ROW, 'France'],
    ]);
    expect(problems).toMatchObject([{ line: 2, column: 'timezone', code: 'missing' }]);
  });

  test('a list changes of an existing plant only the columns that it has', () => {
    const { plants, problems } = read(
      [
        ['name', 'Potencia instalada (MW)'],
        ['Muxía', '31'],
      ],
      ['Muxía'],
    );
    expect(problems).toEqual([]);
    expect(plants).toEqual([{ name: 'Muxía', changes: { installedCapacityMw: '31.000' } }]);
  });

  test('a plant whose name has spaces around it is found by that name, others without them', () => {
    const header = ['name', 'agrupation'];
    const names = ['  pad  ', 'Alba  '];
    const { plants, problems } = read(
      [header, ...names.map((name) => [name, 'g'])],
      ['  pad  ', 'Alba'],
    );
    expect(problems).toEqual([]);
    expect(plants.map(({ name, fields }) => [name, fields])).toEqual([
      ['  pad  ', undefined],
      ['Alba', undefined],
    ]);
    const [added] = read([HEADER, ROW.with(0, ' Muxía ')]).plants;
    expect(added?.name).toBe('Muxía');
  });

  test('plants whose names differ in their spaces alone are two', () => {
    const rows = [
      ['name', 'agrupation'],
      ['pad', 'a'],
      [' pad', 'b'],
    ];
    const { plants, problems } = read(rows, ['pad', ' pad']);
    expect(problems).toEqual([]);
    expect(plants.map(({ name }) => name)).toEqual(['pad', ' pad']);
  });

  test.each(['', '#', '€'])('a header without words is not a column: %j', (header) => {
    const known = read(
      [
        ['name', 'lat', header],
        ['Muxía', '43.1', ''],
      ],
      ['Muxía'],
    );
    expect(known.plants).toEqual([{ name: 'Muxía', changes: { lat: '43.1000000' } }]);
    const numbered = read([
      [header, ...HEADER],
      ['1', ...ROW],
    ]);
    expect(numbered.problems).toEqual([]);
  });

  test('a number has as many decimals as its unit allows', () => {
    const header = HEADER.with(3, 'Potencia (kW)');
    expect(read([header, ROW.with(3, '4999.5')]).problems).toMatchObject([
      { column: 'Potencia (kW)', code: 'too_many_decimals', params: { max: 0 } },
    ]);
  });

  test.each([
    ['Parque eólico', 'wind'],
    ['EÓLICA', 'wind'],
    ['Solar FV', 'solar'],
    ['Planta fotovoltaica', 'solar'],
  ])(
    'a list of plants names a technology in the words of the trade: %s',
    (words, technologyType) => {
      expect(read([HEADER, ROW.with(4, words)]).plants).toMatchObject([
        { fields: { technologyType } },
      ]);
    },
  );

  test('a new plant needs all required columns', () => {
    const { problems } = read([['name'], ['Muxía'], ['Alba']], ['Alba']);
    expect(problems.map(({ column, code }) => [column, code])).toEqual([
      ['lat', 'column_missing'],
      ['lon', 'column_missing'],
      ['technology_type', 'column_missing'],
      ['installed_capacity_mw', 'column_missing'],
    ]);
  });

  test('a list that has the same column twice is rejected', () => {
    const { problems } = read([
      [...HEADER, 'Latitud'],
      [...ROW, '1'],
    ]);
    expect(problems).toMatchObject([
      { line: 1, column: 'Latitud', reason: 'says the same as column lat; keep one' },
    ]);
  });

  test.each<[string, Record<number, Cell>, object]>([
    [
      'an ambiguous capacity',
      { 1: '43', 2: '-9', 3: '1.250' },
      { code: 'ambiguous_number', value: '1.250' },
    ],
    ['a capacity of words', { 3: 'much' }, { code: 'not_a_number' }],
    ['no capacity', { 3: '' }, { code: 'missing' }],
    ['too many decimals', { 3: '1.23456' }, { code: 'too_many_decimals', params: { max: 3 } }],
    ['a capacity below zero', { 3: '-1' }, { code: 'below', reason: 'is below 0' }],
    ['a capacity beyond all', { 3: '1000000000' }, { code: 'above' }],
    ['a latitude beyond the pole', { 1: '91' }, { code: 'above', reason: 'is above 90' }],
    ['no name', { 0: ' ' }, { column: 'name', code: 'missing' }],
    ['a long name', { 0: 'x'.repeat(256) }, { code: 'too_long', params: { max: 255 } }],
    ['a NUL in its name', { 0: 'a\0' }, { code: 'not_storable' }],
    ['another technology', { 4: 'hydro' }, { code: 'not_a_choice', example: 'wind' }],
  ])('a list of plants with %s is rejected by line, column and code', (_, change, problem) => {
    const row = ROW.map((cell, i) => change[i] ?? cell);
    const { plants, problems } = read([HEADER, row]);
    expect(problems).toMatchObject([{ line: 2, ...problem }, ...problems.slice(1)]);
    expect(plants).toEqual([]);
  });

  test('a list of plants has a decimal point where the request says so', () => {
    const row = ROW.map((cell, i) => (i === 3 ? '1.250' : cell));
    const [plant] = read([HEADER, row], [], { decimal: '.' }).plants;
    expect(plant?.fields).toMatchObject({ installedCapacityMw: '1.250', lat: '43.1042000' });
  });

  test('a list of plants names a plant once, and has a limited number of rows', () => {
    expect(read([HEADER, ROW, ROW]).problems).toMatchObject([
      { line: 3, column: 'name', code: 'repeated', params: { line: 2 } },
    ]);
    const rows = Array.from({ length: MAX_PLANT_ROWS + 1 }, () => ROW);
    expect(read([HEADER, ...rows]).problems).toMatchObject([{ code: 'too_many_rows' }]);
    expect(read([HEADER]).problems).toMatchObject([{ line: 2, code: 'no_rows' }]);
  });
});
