import type { DialectOptions, UnavailabilityFields } from '@solano/domain/assets';
import { times } from '@solano/domain/contracts/thoroughness';
import { labelOf, zoneOf } from '@solano/domain/kernel';
import { testWorkbook } from '@solano/spreadsheet/test-workbook';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOutageFile } from './outage-file-text.ts';
import { outageRows } from './outage-slices.ts';

const PLANTS = ['Muxía', 'Sierra 1', '101'].map((name) => ({
  name,
  nominalCapacityMw: '9000000.000',
}));
const MINUTE_MS = 60_000;
const MADRID = zoneOf('Europe/Madrid');

/** The expected outage. */
interface Meant {
  readonly plant: string;
  /** Minutes since the epoch. */
  readonly start: number;
  readonly minutes: number;
  /** The power in thousandths of the unit. */
  readonly power: number;
  readonly type: 'UNAVAILABILITY' | 'CURTAILMENT' | 'OTHER';
  readonly observations: string;
}

const FIRST = Date.UTC(2020, 0, 1) / MINUTE_MS;
const LAST = Date.UTC(2035, 0, 1) / MINUTE_MS;
const meant: fc.Arbitrary<Meant> = fc.record({
  plant: fc.constantFrom(...PLANTS.map(({ name }) => name)),
  start: fc.integer({ min: FIRST, max: LAST }),
  minutes: fc.integer({ min: 1, max: 50_000 }),
  power: fc.oneof(
    fc.integer({ min: 0, max: 9_000_000 }),
    fc.integer({ min: 0, max: 9_000 }).map((whole) => whole * 1_000),
    fc.integer({ min: 0, max: 90_000 }).map((tenths) => tenths * 100),
  ),
  type: fc.constantFrom('UNAVAILABILITY', 'CURTAILMENT', 'OTHER'),
  observations: fc.constantFrom(
    '',
    'revisión',
    'a;b',
    'a,b',
    'dos\nlíneas',
    '"ojo"',
    '=1+1',
    '1.250',
  ),
});

const dialect = fc.record({
  form: fc.constantFrom('utf-8', 'bom', 'utf-16', 'latin1', 'xlsx'),
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  saysDelimiter: fc.boolean(),
  decimal: fc.constantFrom(',', '.'),
  thousands: fc.constantFrom('', 'mark', ' '),
  zeros: fc.boolean(),
  order: fc.constantFrom('dmy', 'mdy', 'ymd'),
  dateSign: fc.constantFrom('/', '-', '.'),
  clock: fc.constantFrom('24', 'short', 'half', 'seconds'),
  unit: fc.constantFrom('MW', 'kW'),
  headers: fc.constantFrom('version 1', 'english', 'spanish'),
  zone: fc.constantFrom('header', 'column', 'option', 'nobody'),
  isLocal: fc.boolean(),
  titles: fc.array(fc.constantFrom('', 'Paradas', 'Paradas; noviembre', '2026'), { maxLength: 3 }),
  quotes: fc.boolean(),
  blanks: fc.boolean(),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  saysDate: fc.boolean(),
  saysDecimal: fc.boolean(),
});
type Dialect = typeof dialect extends fc.Arbitrary<infer D> ? D : never;

const TYPES = {
  spanish: { UNAVAILABILITY: 'Indisponibilidad', CURTAILMENT: 'Limitación', OTHER: 'Otros' },
  english: { UNAVAILABILITY: 'unavailability', CURTAILMENT: 'Curtailment', OTHER: 'OTHER' },
};
const NAMES = {
  'version 1': ['plant_id', 'start_time', 'end_time', 'available_power', 'availability_type'],
  english: ['Plant name', 'Start', 'End time', 'Available power', 'Type'],
  spanish: ['Nombre de la planta', 'Fecha inicio', 'Hora de fin', 'Pot. disponible', 'TIPO'],
};

function headerOf({ headers, unit, zone, isLocal }: Dialect): string[] {
  const [plant = '', start, end, power, type = ''] = NAMES[headers];
  const said = zone === 'header' ? ` (${isLocal ? 'hora peninsular' : 'UTC'})` : '';
  const notes = headers === 'spanish' ? 'Observaciones' : 'observations';
  const more = zone === 'column' ? ['timezone_source'] : [];
  return [plant, `${start}${said}`, `${end}${said}`, `${power} (${unit})`, type, notes, ...more];
}

function cellsOf(row: Meant, form: Dialect): string[] {
  const { plant, start, minutes, power, type, observations } = row;
  const names = form.headers === 'spanish' ? TYPES.spanish : TYPES.english;
  return [
    plant,
    timeText(start, form),
    timeText(start + minutes, form),
    numberText(power, form),
    names[type],
    observations,
    ...(form.zone === 'column' ? [form.isLocal ? 'Europe/Madrid' : 'UTC'] : []),
  ];
}

function timeText(minute: number, { isLocal, order, dateSign: sign, clock }: Dialect): string {
  const label = labelOf(minute * MINUTE_MS, isLocal ? MADRID : zoneOf('UTC'));
  const [year = '', month = '', day = ''] = label.slice(0, 10).split('-');
  const days = { dmy: [day, month, year], mdy: [month, day, year], ymd: [year, month, day] };
  const [hour, minutes] = [Number(label.slice(11, 13)), label.slice(14)];
  const half = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'p. m.'}`;
  const text = {
    '24': label.slice(11),
    short: `${hour}:${minutes}`,
    half,
    seconds: `${label.slice(11)}:00`,
  };
  return `${days[order].join(sign)} ${text[clock]}`;
}

function numberText(thousandths: number, { decimal, thousands, zeros }: Dialect): string {
  const mark = decimal === ',' ? '.' : ',';
  const separator = thousands === 'mark' ? mark : thousands;
  const whole = String(Math.floor(thousandths / 1_000));
  const grouped = separator ? whole.replaceAll(/\B(?=(\d{3})+$)/g, separator) : whole;
  const all = String(thousandths % 1_000).padStart(3, '0');
  const digits = zeros ? all : all.replace(/0+$/, '');
  return digits === '' ? grouped : `${grouped}${decimal}${digits}`;
}

function fileOf(rows: readonly Meant[], form: Dialect): Buffer {
  const table = [headerOf(form), ...rows.map((row) => cellsOf(row, form))];
  if (form.form === 'xlsx')
    return testWorkbook({ Hoja: [...form.titles.map((t) => [t]), ...table] });
  const quoted = (text: string) =>
    form.quotes || text.includes(form.delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = table.map((cells) => cells.map(quoted).join(form.delimiter));
  const blank = form.delimiter.repeat(table[0]?.length ?? 0);
  const text = [
    ...(form.saysDelimiter ? [`sep=${form.delimiter}`] : []),
    ...form.titles.map((title) => quoted(title)),
    ...lines.flatMap((line) => (form.blanks ? [line, blank] : [line])),
  ].join(form.lineEnd);
  if (form.form === 'latin1') return Buffer.from(text, 'latin1');
  if (form.form === 'utf-16') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  return Buffer.from(form.form === 'bom' ? `\uFEFF${text}` : text);
}

function optionsOf(form: Dialect): DialectOptions {
  return {
    ...(form.saysDate && { dateForm: form.order }),
    ...(form.saysDecimal && { decimal: form.decimal }),
    ...(form.zone === 'option' && { zone: form.isLocal ? 'Europe/Madrid' : 'UTC' }),
  };
}

const plainOf = (fields: UnavailabilityFields) => ({
  plant: fields.plantName,
  start: fields.start,
  end: fields.end,
  value: fields.sourceValue,
  unit: fields.sourceUnit,
  type: fields.availabilityType,
  observations: fields.observations,
});

function meaningOf({ plant, start, minutes, power, type, observations }: Meant, form: Dialect) {
  const instant = (minute: number) => `${new Date(minute * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  const [value, unit] = [power / 1_000, form.unit];
  const end = instant(start + minutes);
  return { plant, start: instant(start), end, value, unit, type, observations };
}

/** A local time that the clock shows twice means the first instant: the second cannot be written. */
function isSayable({ start, minutes }: Meant): boolean {
  return [start, start + minutes].every((minute) => {
    const wall = minute * MINUTE_MS + MADRID.offsetAt(minute * MINUTE_MS);
    return MADRID.instantsOf(wall)[0] === minute * MINUTE_MS;
  });
}

test('a file in any dialect means what it says or is a problem, and is never another number', () => {
  const seen = { read: 0, rejected: 0, sure: 0 };
  const property = fc.property(
    fc.uniqueArray(meant, { minLength: 1, maxLength: 5, selector: ({ start }) => start }),
    dialect,
    (rows, form) => {
      fc.pre(!form.isLocal || rows.every(isSayable));
      const file = fileOf(rows, form);
      const text = readOutageFile({ content: file, plants: PLANTS, options: optionsOf(form) });
      seen[text.problems.length > 0 ? 'rejected' : 'read'] += 1;
      // English headers such as "Start" say UTC, which a local file then must not mean.
      const isSure = form.headers !== 'english' && form.zone !== 'nobody';
      if (text.problems.length > 0) return;
      if (form.isLocal && form.headers === 'english' && form.zone === 'nobody') return;
      seen.sure += isSure ? 1 : 0;
      expect([...outageRows(text).fields].map(plainOf)).toEqual(
        rows.map((row) => meaningOf(row, form)),
      );
    },
  );
  fc.assert(property, { numRuns: times(400) });
  // Neither outcome is left out.
  expect(Math.min(seen.read, seen.rejected, seen.sure)).toBeGreaterThan(30);
});
