import { buffer } from 'node:stream/consumers';
import type { DialectOptions, Unavailability } from '@solano/domain/assets';
import { aPlant } from '@solano/domain/contracts';
import { MemoryDatabase, MemoryPlantStore } from '@solano/memory';
import type { TestCell } from '@solano/spreadsheet/test-workbook';
import { serialOf, styled, TEST_STYLE, testWorkbook } from '@solano/spreadsheet/test-workbook';
import { writeSpreadsheet } from '@solano/spreadsheet/workbook';
import { describe, expect, test } from 'vitest';
import { unavailabilitySheet } from '../unavailabilities/unavailability-sheet.ts';
import { readOutageFile } from './outage-file-text.ts';
import { outageRows } from './outage-slices.ts';

const PLANTS = [
  { name: 'Muxía', nominalCapacityMw: '2000.000' },
  { name: 'Sierra 1', nominalCapacityMw: '50.000' },
  { name: '101', nominalCapacityMw: '50.000' },
];

/** The row of nearly every file in the corpus: 08:00 to 18:00 on a winter's day, 12.5 MW. */
const UTC = {
  plantName: 'Muxía',
  start: '2026-11-23T08:00:00Z',
  end: '2026-11-23T18:00:00Z',
  availablePowerMw: 12.5,
};
const MADRID = { ...UTC, start: '2026-11-23T07:00:00Z', end: '2026-11-23T17:00:00Z' };

function read(content: Uint8Array | string, options: DialectOptions = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const text = readOutageFile({ content: bytes, plants: PLANTS, options });
  return { ...text, rows: [...outageRows(text).fields] };
}

const SPANISH = 'Planta;Inicio (UTC);Fin (UTC);Potencia disponible (MW)\r\n';
const SPANISH_ROW = 'Muxía;23/11/2026 08:00;23/11/2026 18:00;12,5\r\n';
const ENGLISH = 'plant_id,start_time_utc,end_time_utc,available_power_mw\n';
const LOCAL = 'Planta;Fecha inicio;Fecha fin;Pot. disponible (MW)\n';
const PERCENT = 'Planta;Inicio (UTC);Fin (UTC);Disponibilidad (%)\n';

const HEADER: TestCell[] = ['Planta', 'Inicio (UTC)', 'Fin (UTC)', 'Potencia disponible', 'Unidad'];
const START = styled(serialOf('2026-11-23 08:00'), TEST_STYLE.datetime);
const END = styled(serialOf('2026-11-23 18:00'), TEST_STYLE.datetime);
const book = (...rows: (TestCell[] | null)[]) => testWorkbook({ Paradas: [HEADER, ...rows] });

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('a good file', () => {
  test.each<[string, Buffer | string, DialectOptions, object]>([
    ['version 1', `${ENGLISH}Muxía,2026-11-23T08:00Z,2026-11-23T18:00:00Z,12.5\n`, {}, UTC],
    [
      'version 1 with its synonyms',
      'production_resource_name;start;end;avail_qty\nMuxía;2026-11-23 08:00;2026-11-23 18:00;12.5',
      {},
      UTC,
    ],
    [
      'version 1 with a zone of its own',
      'plant_id;start_time_utc;end_time_utc;available_power_mw;timezone_source\nMuxía;2026-11-23 08:00;2026-11-23 18:00;12.5;Europe/Madrid',
      {},
      { ...MADRID, timezoneSource: 'Europe/Madrid' },
    ],
    ['Spanish Excel, UTF-8', `\uFEFF${SPANISH}${SPANISH_ROW}`, {}, UTC],
    ['Spanish Excel, Latin-1', Buffer.from(SPANISH + SPANISH_ROW, 'latin1'), {}, UTC],
    ['Spanish Excel, Unicode text', utf16((SPANISH + SPANISH_ROW).replaceAll(';', '\t')), {}, UTC],
    ['UTF-16 the other way round', utf16(SPANISH + SPANISH_ROW).swap16(), {}, UTC],
    ['a line that says the delimiter', `sep=;\r\n${SPANISH}${SPANISH_ROW}`, {}, UTC],
    [
      'title rows and blank ones',
      `Paradas programadas;;;\r\nNoviembre, 2026;;;\r\n;;;\r\n${SPANISH}${SPANISH_ROW};;;\r\n`,
      {},
      UTC,
    ],
    ['tabs', (SPANISH + SPANISH_ROW).replaceAll(';', '\t'), {}, UTC],
    [
      'commas, and decimal commas in quotes',
      'Planta,Inicio (UTC),Fin (UTC),Potencia disponible (MW)\nMuxía,23/11/2026 08:00,23/11/2026 18:00,"12,5"\n',
      {},
      UTC,
    ],
    [
      'headers in capitals without accents',
      'PLANTA;FECHA Y HORA DE INICIO (UTC);FECHA Y HORA DE FIN (UTC);POTENCIA DISPONIBLE EN MW\nMuxía;23/11/2026 8:00;23/11/2026 18:00:00;12,5',
      {},
      UTC,
    ],
    [
      'a zone that the form says',
      `${LOCAL}${SPANISH_ROW}`,
      { zone: 'Europe/Madrid' },
      { ...MADRID, timezoneSource: 'Europe/Madrid' },
    ],
    [
      'a zone that the header says',
      `Planta;Inicio (hora peninsular);Fin (hora peninsular);Disponible (MW)\n${SPANISH_ROW}`,
      {},
      MADRID,
    ],
    [
      'a zone in a column',
      'Planta;Desde;Hasta;Disponible (MW);Zona horaria\nMuxía;23/11/2026 08:00;23/11/2026 18:00;12,5;Europe/Madrid',
      {},
      MADRID,
    ],
    [
      'offsets in the times',
      `${LOCAL}Muxía;2026-11-23T09:00+01:00;2026-11-23T19:00+01:00;12,5`,
      {},
      UTC,
    ],
    [
      'a day that the form of dates proves',
      `${SPANISH}Muxía;03/12/2026 08:00;13/12/2026 18:00;12,5`,
      {},
      { ...UTC, start: '2026-12-03T08:00:00Z', end: '2026-12-13T18:00:00Z' },
    ],
    [
      'dates of the United States',
      `${ENGLISH}Muxía,11/23/2026 8:00 AM,11/23/2026 6:00 PM,12.5`,
      {},
      UTC,
    ],
    [
      'dates that the form says',
      `${SPANISH}Muxía;03/04/2026 08:00;04/04/2026 18:00;12,5`,
      { dateForm: 'dmy' },
      { ...UTC, start: '2026-04-03T08:00:00Z', end: '2026-04-04T18:00:00Z' },
    ],
    [
      'dates with points and dashes',
      `${SPANISH}Muxía;23.11.2026 08:00;23-11-2026 18:00;12,5`,
      {},
      UTC,
    ],
    [
      'midnight at the end of a day',
      `${SPANISH}Muxía;23/11/2026 08:00;23/11/2026 24:00;12,5`,
      {},
      { ...UTC, end: '2026-11-24T00:00:00Z' },
    ],
    [
      'thousands with a decimal comma',
      `${SPANISH}Muxía;23/11/2026 08:00;23/11/2026 18:00;1.250,5`,
      {},
      { ...UTC, availablePowerMw: 1250.5 },
    ],
    [
      'thousands with a decimal point',
      `${SPANISH}Muxía;23/11/2026 08:00;23/11/2026 18:00;1,250.5`,
      {},
      { ...UTC, availablePowerMw: 1250.5 },
    ],
    [
      'thousands with spaces',
      `${SPANISH}Muxía;23/11/2026 08:00;23/11/2026 18:00;1\u00A0250,5`,
      {},
      { ...UTC, availablePowerMw: 1250.5 },
    ],
    [
      'three decimals after a comma that is proved',
      `${SPANISH}${SPANISH_ROW}Muxía;24/11/2026 08:00;24/11/2026 18:00;1,250`,
      {},
      UTC,
    ],
    [
      'three decimals as the form says',
      `${SPANISH}Muxía;23/11/2026 08:00;23/11/2026 18:00;12,500`,
      { decimal: ',' },
      UTC,
    ],
    [
      'kW of the header',
      `${SPANISH.replace('MW', 'kW')}Muxía;23/11/2026 08:00;23/11/2026 18:00;12500`,
      {},
      { ...UTC, sourceUnit: 'kW' },
    ],
    [
      'kW of a column',
      'Planta;Inicio UTC;Fin UTC;Potencia disponible;Unidad\nMuxía;23/11/2026 08:00;23/11/2026 18:00;12500;kw',
      {},
      UTC,
    ],
    [
      'what is not available',
      'Planta;Inicio UTC;Fin UTC;Potencia indisponible (MW)\nMuxía;23/11/2026 08:00;23/11/2026 18:00;1987,5',
      {},
      UTC,
    ],
    [
      'a share that is not available',
      'Planta;Inicio UTC;Fin UTC;Potencia indisponible (%)\nMuxía;23/11/2026 08:00;23/11/2026 18:00;75 %',
      {},
      { ...UTC, availablePowerMw: 500, sourceUnit: '%', sourceValue: 75 },
    ],
    [
      'a percentage',
      `${PERCENT}Muxía;23/11/2026 08:00;23/11/2026 18:00;12,5%`,
      {},
      { ...UTC, availablePowerMw: 250 },
    ],
    [
      'types in Spanish',
      `${SPANISH.trim()};Tipo;Observaciones\n${SPANISH_ROW.trim()};Limitación;"avería; ""grúa"""`,
      {},
      { ...UTC, availabilityType: 'CURTAILMENT', observations: 'avería; "grúa"' },
    ],
    [
      'no plant, which the form names',
      'Inicio (UTC);Fin (UTC);Potencia disponible (MW)\n23/11/2026 08:00;23/11/2026 18:00;12,5',
      { plant: 'Muxía' },
      UTC,
    ],
    ['rows without their empty end', `${SPANISH.trim()};Observaciones\n${SPANISH_ROW}`, {}, UTC],
    [
      'a window',
      `${SPANISH}${SPANISH_ROW}`,
      { window: { from: '2026-11-23T17:00:00Z', to: '2026-11-24T00:00:00Z' } },
      UTC,
    ],
    ['a workbook with typed cells', book(['Muxía', START, END, 12.5, 'MW']), {}, UTC],
    [
      'a workbook with a percentage',
      book(['Muxía', START, END, styled(0.25, TEST_STYLE.percent), '%']),
      {},
      { ...UTC, availablePowerMw: 500, sourceValue: 25 },
    ],
    [
      'a workbook with texts',
      book(['Muxía', '23/11/2026 08:00', '23/11/2026 18:00', '12,5', 'MW']),
      {},
      UTC,
    ],
    [
      'a workbook with a plant of digits',
      book([101, START, END, 12.5, 'MW']),
      {},
      { ...UTC, plantName: '101' },
    ],
    [
      'a workbook with titles and a sheet of notes',
      testWorkbook({
        Notas: [['Hola', 1]],
        Datos: [['Paradas 2026'], null, HEADER, ['Muxía', START, END, 12.5, 'MW']],
      }),
      {},
      UTC,
    ],
    [
      'a workbook with formulas',
      book(['Muxía', START, END, { xml: '<c><f>25/2</f><v>12.5</v></c>' }, 'MW']),
      {},
      UTC,
    ],
  ])('a good file is read as expected: %s', (_, content, options, row) => {
    const { problems, rows, understood } = read(content, options);
    expect(problems).toEqual([]);
    expect(rows[0]).toEqual(expect.objectContaining(row));
    expect(understood).not.toBeNull();
  });
});

describe('a bad file', () => {
  const row = (power: string, start = '23/11/2026 08:00', end = '23/11/2026 18:00') =>
    `${SPANISH}Muxía;${start};${end};${power}\n`;
  const problem = (
    line: number,
    column: string | null,
    value: string | null,
    reason: RegExp,
    example: string | null = null,
  ) => ({
    line,
    column,
    value,
    reason: expect.stringMatching(reason),
    example,
  });
  const POWER = 'Potencia disponible (MW)';
  const INICIO = 'Inicio (UTC)';

  test.each<[string, Buffer | string, DialectOptions, object[]]>([
    [
      'thousands that could be decimals',
      row('1.250'),
      {},
      [problem(2, POWER, '1.250', /could be 1250 or 1.25/, '12.5')],
    ],
    [
      'the same with a comma',
      row('1,250'),
      {},
      [problem(2, POWER, '1,250', /could be 1250 or 1.25/, '12.5')],
    ],
    [
      'thousands in a file with decimal commas',
      `${row('12,5')}Muxía;24/11/2026 08:00;24/11/2026 18:00;1.250`,
      {},
      [problem(3, POWER, '1.250', /could be/, '12,5')],
    ],
    [
      'thousands where the form says commas',
      row('1.250'),
      { decimal: ',' },
      [problem(2, POWER, '1.250', /could be/, '12,5')],
    ],
    [
      'both decimal marks',
      `${row('12,5')}Muxía;24/11/2026 08:00;24/11/2026 18:00;12.5`,
      {},
      [problem(3, POWER, '12.5', /decimal mark "\." where line 2/, '12,5')],
    ],
    [
      'dates of two readings',
      row('12,5', '03/04/2026 08:00', '05/04/2026 18:00'),
      {},
      [
        problem(2, INICIO, '03/04/2026 08:00', /day and month/, '2026-11-23 08:00'),
        problem(2, 'Fin (UTC)', '05/04/2026 18:00', /day and month/, '2026-11-23 08:00'),
      ],
    ],
    [
      'dates of both orders',
      row('12,5', '23/11/2026 08:00', '11/24/2026 18:00'),
      {},
      [
        problem(
          2,
          'Fin (UTC)',
          '11/24/2026 18:00',
          /form dmy, which line 2 has/,
          '23/11/2026 08:00',
        ),
      ],
    ],
    [
      'dates of another order than the form says',
      row('12,5'),
      { dateForm: 'mdy' },
      [
        problem(
          2,
          INICIO,
          '23/11/2026 08:00',
          /form mdy, which the request has/,
          '11/23/2026 08:00',
        ),
        problem(2, 'Fin (UTC)', '23/11/2026 18:00', /mdy/, '11/23/2026 08:00'),
      ],
    ],
    [
      'a year of two digits',
      row('12,5', '23/11/26 08:00'),
      {},
      [problem(2, INICIO, '23/11/26 08:00', /four digits/, '23/11/2026 08:00')],
    ],
    [
      'a day without a time',
      row('12,5', '23/11/2026'),
      {},
      [problem(2, INICIO, '23/11/2026', /no time/, '23/11/2026 08:00')],
    ],
    [
      'a day that no month has',
      row('12,5', '31/11/2026 08:00'),
      {},
      [problem(2, INICIO, '31/11/2026 08:00', /./, '23/11/2026 08:00')],
    ],
    [
      'no zone, reported once',
      `${LOCAL}${SPANISH_ROW}Muxía;24/11/2026 08:00;24/11/2026 18:00;12,5`,
      {},
      [problem(2, 'Fecha inicio', '23/11/2026 08:00', /no known zone/, 'zone=Europe/Madrid')],
    ],
    [
      'a zone that the clock skips',
      'Planta;Desde;Hasta;Disponible (MW)\nMuxía;29/03/2026 02:30;29/03/2026 18:00;12,5',
      { zone: 'Europe/Madrid' },
      [
        problem(
          2,
          'Desde',
          '29/03/2026 02:30',
          /does not exist/,
          '23/11/2026 08:00'.replace('23/11', '23/11'),
        ),
      ],
    ],
    [
      'two zones',
      `Planta;Inicio (UTC);Fin (hora local);Disponible (MW)\n${SPANISH_ROW}`,
      {},
      [problem(1, 'Fin (hora local)', null, /another time zone/)],
    ],
    [
      'no unit',
      `Planta;Inicio (UTC);Fin (UTC);Potencia disponible\n${SPANISH_ROW}`,
      {},
      [problem(1, 'Potencia disponible', null, /no unit/, 'Potencia disponible (MW)')],
    ],
    [
      'two units',
      `${SPANISH.trim()};Unidad\n${SPANISH_ROW.trim()};kW`,
      {},
      [problem(2, 'Unidad', 'kW', /another unit than MW/, 'MW')],
    ],
    ['a percentage of MW', row('12,5%'), {}, [problem(2, POWER, '12,5%', /percentage/, '12,5')]],
    ['words for numbers', row('doce'), {}, [problem(2, POWER, 'doce', /not a number/, '12.5')]],
    ['nothing for a number', row(''), {}, [problem(2, POWER, '', /missing/, '12.5')]],
    [
      'more than the plant has',
      row('2000,5'),
      {},
      [problem(2, POWER, '2000,5', /nominal capacity/, '12,5')],
    ],
    [
      'an unknown plant',
      `${SPANISH}Nadie;23/11/2026 08:00;23/11/2026 18:00;12,5`,
      {},
      [problem(2, 'Planta', 'Nadie', /no plant/, 'Muxía')],
    ],
    [
      'another plant than the form names',
      `${SPANISH}${SPANISH_ROW}`,
      { plant: 'Sierra 1' },
      [problem(2, 'Planta', 'Muxía', /not the plant of this upload/, 'Sierra 1')],
    ],
    [
      'no plant at all',
      'Inicio (UTC);Fin (UTC);Potencia disponible (MW)\n23/11/2026 08:00;23/11/2026 18:00;12,5',
      {},
      [problem(1, 'plant_id', null, /missing/, 'plant_id')],
    ],
    [
      'an end before the start',
      row('12,5', '23/11/2026 19:00'),
      {},
      [problem(2, 'Fin (UTC)', '23/11/2026 18:00', /not after/, '23/11/2026 08:00')],
    ],
    [
      'the same row twice',
      `${SPANISH}${SPANISH_ROW}${SPANISH_ROW}`,
      {},
      [problem(3, INICIO, '23/11/2026 08:00', /repeats .* line 2/, '23/11/2026 08:00')],
    ],
    [
      'decimal commas that the delimiter cuts',
      `${ENGLISH}Muxía,2026-11-23T08:00,2026-11-23T18:00,12,5\n`,
      {},
      [problem(2, null, null, /5 fields where the header has 4/)],
    ],
    [
      'a row outside the window',
      row('12,5'),
      { window: { from: '2026-11-23T18:00:00Z', to: '2026-11-24T00:00:00Z' } },
      [problem(2, INICIO, '23/11/2026 08:00', /outside the window/, '23/11/2026 08:00')],
    ],
    [
      'a total below the rows',
      `${SPANISH}${SPANISH_ROW}Total;;;12,5\n`,
      {},
      [
        problem(3, 'Planta', 'Total', /no plant/, 'Muxía'),
        problem(3, INICIO, '', /missing/, '23/11/2026 08:00'),
        problem(3, 'Fin (UTC)', '', /missing/, '23/11/2026 08:00'),
      ],
    ],
    [
      'a column twice',
      `${SPANISH.trim()};Desde\n${SPANISH_ROW.trim()};x`,
      {},
      [problem(1, 'Desde', null, /says the same as column Inicio/)],
    ],
    [
      'missing columns',
      'Planta;Notas\nMuxía;x\n',
      {},
      [
        problem(1, 'start_time_utc', null, /missing/, 'start_time_utc'),
        problem(1, 'end_time_utc', null, /missing/, 'end_time_utc'),
        problem(1, 'available_power_mw', null, /missing/, 'available_power_mw'),
      ],
    ],
    ['no rows', SPANISH, {}, [problem(2, null, null, /no rows/)]],
    ['no header', '1;2;3\n4;5;6\n', {}, [problem(1, null, null, /names the columns/)]],
    ['nothing', '', {}, [problem(1, null, null, /./)]],
    [
      'the encoding of DOS',
      Buffer.concat([
        Buffer.from(`${SPANISH}Mux`),
        Buffer.from([0xa1, 0x61]),
        Buffer.from(';a;b;c'),
      ]),
      {},
      [problem(1, null, null, /encoding/)],
    ],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      {},
      [problem(1, null, null, /\.xls/)],
    ],
    [
      'two sheets that could be meant',
      testWorkbook({ Enero: [HEADER], Febrero: [HEADER] }),
      {},
      [problem(1, null, null, /"Enero", "Febrero"/)],
    ],
    [
      'a date for a power',
      book(['Muxía', START, END, START, 'MW']),
      {},
      [problem(2, 'Potencia disponible', '2026-11-23 08:00:00', /a date/, '12.5')],
    ],
    [
      'a number for a time',
      book(['Muxía', 46349, END, 12.5, 'MW']),
      {},
      [problem(2, INICIO, '46349', /not a date/, '2026-11-23 08:00')],
    ],
    [
      'a percentage in a cell of MW',
      book(['Muxía', START, END, styled(0.5, TEST_STYLE.percent), 'MW']),
      {},
      [problem(2, 'Potencia disponible', '50%', /percentage/, '12.5')],
    ],
    [
      'a day alone',
      book(['Muxía', styled(46349, TEST_STYLE.date), END, 12.5, 'MW']),
      {},
      [problem(2, INICIO, '2026-11-23', /no time/, '2026-11-23 08:00')],
    ],
    [
      'an error of a formula',
      book(['Muxía', START, END, { xml: '<c t="e"><v>#N/A</v></c>' }, 'MW']),
      {},
      [problem(2, 'Potencia disponible', '#N/A', /not a number/, '12.5')],
    ],
    [
      'a formula that was never calculated',
      book(['Muxía', START, END, { xml: '<c><f>1+1</f></c>' }, 'MW']),
      {},
      [problem(2, 'Potencia disponible', '', /missing/, '12.5')],
    ],
  ])(
    'a bad file is rejected by line, column, value and example: %s',
    (_, content, options, problems) => {
      const { problems: found, rows } = read(content, options);
      expect(found).toHaveLength(problems.length);
      expect(found).toMatchObject(problems);
      expect(rows).toEqual([]);
    },
  );

  test('a bad file is rejected with its first hundred problems and its first twenty good rows', () => {
    const bad = read(SPANISH + 'x;x;x;x\n'.repeat(200));
    expect([bad.problems.length, bad.total]).toEqual([100, 200]);
    const hours = Array.from(
      { length: 30 },
      (_, i) => `Muxía;${i + 1}/10/2026 08:00;${i + 1}/10/2026 18:00;${i},5\n`,
    );
    const good = read(SPANISH + hours.join(''));
    expect([good.preview.length, good.total, good.rows.length]).toEqual([20, 30, 30]);
  });
});

test('the period of a file is from its first start to its last end, in whatever order', () => {
  const row = (days: string) => `Muxía;${days};12,5\n`;
  const [late, early] = ['24/11/2026 08:00;24/11/2026 09:00', '22/11/2026 08:00;26/11/2026 18:30'];
  expect(read(SPANISH + row(late) + row(early)).period).toEqual({
    from: '2026-11-22T08:00:00Z',
    to: '2026-11-26T18:30:00Z',
  });
  expect(read(`${SPANISH}x;x;x;x\n`).period).toBeNull();
});

test('the response describes how the file was understood', () => {
  expect(read(Buffer.from(SPANISH + SPANISH_ROW, 'latin1')).understood).toEqual({
    format: 'csv',
    delimiter: ';',
    encoding: 'windows-1252',
    decimal: ',',
    columns: {
      plant_id: 'Planta',
      start_time_utc: 'Inicio (UTC)',
      end_time_utc: 'Fin (UTC)',
      available_power_mw: 'Potencia disponible (MW)',
    },
    zone: 'UTC',
    dateForm: 'dmy',
  });
  expect(read(book(['Muxía', START, END, 12.5, 'MW'])).understood).toMatchObject({
    format: 'xlsx',
    delimiter: null,
    encoding: null,
    decimal: null,
    columns: { available_power: 'Potencia disponible', source_unit: 'Unidad' },
  });
});

describe('a list that the service exported', () => {
  const database = new MemoryDatabase();
  const plant = aPlant('c', { name: 'Muxía', timezone: 'Europe/Madrid' });
  database.plants.set(plant.id, plant);
  const plants = new MemoryPlantStore(database);
  const at = new Date('2026-11-22T10:00:00Z');
  const record = (fields: Partial<Unavailability>): Unavailability => ({
    id: 'a',
    customerId: 'c',
    plantName: 'Muxía',
    createdAt: at,
    updatedAt: at,
    start: '2026-10-25T00:15:00Z',
    end: '2026-10-25T01:15:30Z',
    availablePowerMw: 12.345,
    availabilityType: 'OTHER',
    observations: '=1+1',
    sourceUnit: null,
    sourceValue: null,
    timezoneSource: null,
    ...fields,
  });
  const RECORDS = [
    record({}),
    record({
      sourceUnit: '%',
      sourceValue: 25,
      availablePowerMw: 500,
      end: '2026-10-26T00:00:00Z',
    }),
    record({ sourceUnit: 'kW', sourceValue: 7, start: '2026-07-01T10:00:00Z' }),
    record({ timezoneSource: 'Atlantic/Canary', start: '2026-07-02T10:00:00Z' }),
  ];
  const exported = async () => {
    const { columns, cells, name } = unavailabilitySheet(plants);
    const rows = RECORDS.map(await cells('c')(RECORDS));
    return { name, columns, rows };
  };
  /** Returns the fields of the file; the others are the store's. */
  const fieldsOf = (each: Unavailability) => ({
    plantName: each.plantName,
    start: each.start,
    end: each.end,
    availablePowerMw: each.availablePowerMw,
    availabilityType: each.availabilityType,
    observations: each.observations,
    sourceUnit: each.sourceUnit,
    sourceValue: each.sourceValue,
    timezoneSource: each.timezoneSource,
  });

  test('an exported list can be uploaded again, whatever its units and zones', async () => {
    const { problems, rows, understood } = read(await buffer(writeSpreadsheet([await exported()])));
    expect(problems).toEqual([]);
    expect(understood).toMatchObject({ zone: 'UTC' });
    const [first, percent, , canary] = RECORDS.map(fieldsOf);
    // 7 kW are not 12.345 MW: the power in the row counts.
    expect(rows).toEqual([
      first,
      percent,
      expect.objectContaining({
        start: '2026-07-01T10:00:00Z',
        sourceUnit: 'MW',
        sourceValue: 12.345,
      }),
      canary,
    ]);
  });

  test('an exported list is a problem if only its local times were changed', async () => {
    const { rows, ...sheet } = await exported();
    const [[...row] = []] = rows;
    row[4] = '2026-10-25 03:15';
    const { problems } = read(await buffer(writeSpreadsheet([{ ...sheet, rows: [row] }])));
    expect(problems).toMatchObject([
      { line: 2, column: 'start_time_utc', reason: expect.stringMatching(/start_time_local/) },
    ]);
  });
});

test('a zone of the request that contradicts the header is a problem', () => {
  const { problems } = read(SPANISH + SPANISH_ROW, { zone: 'Europe/Madrid' });
  expect(problems).toMatchObject([
    {
      line: 2,
      column: 'Inicio (UTC)',
      reason: 'is a time of UTC by its header, where the request says Europe/Madrid',
    },
  ]);
});

test.each([
  ['Mantenimiento', 'UNAVAILABILITY'],
  ['Indisponibilidad', 'UNAVAILABILITY'],
  ['Manutenção', 'UNAVAILABILITY'],
  ['Planned maintenance', 'UNAVAILABILITY'],
  ['Avería', 'UNAVAILABILITY'],
  ['Limitación', 'CURTAILMENT'],
  ['Restrição', 'CURTAILMENT'],
  ['Outros', 'OTHER'],
])('The type %s of a Portuguese file is %s', (type, availabilityType) => {
  const header = 'Central;Início (UTC);Fim (UTC);Potência disponível (MW);Tipo;Observações\n';
  const row = `Muxía;23/11/2026 08:00;23/11/2026 18:00;12,5;${type};revisão\n`;
  const { rows, problems } = read(`${header}${row}`);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ availabilityType, availablePowerMw: 12.5 }]);
});
