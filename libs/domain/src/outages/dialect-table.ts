import type { SourceUnit } from '../unavailabilities/unavailability.ts';
import type { FileProblem } from '../values/file-problem.ts';
import { type Cell, cellText } from '../values/table.ts';
import { DIALECT_FIELDS, type DialectField, readHeader } from './dialect-columns.ts';
import { type ExportedColumns, findExported, isRepeated } from './exported-list.ts';
import type { OutageColumns } from './outage-columns.ts';

interface DialectColumn {
  readonly index: number;
  readonly header: string;
}

/** Where the fields of a file are, and what its headers say of them. */
export interface DialectColumns {
  readonly fields: ReadonlyMap<DialectField, DialectColumn>;
  readonly isUnavailable: boolean;
  readonly unit: SourceUnit | undefined;
  /** Of the times; empty for a local time of some zone. */
  readonly zone: string | undefined;
  /** Of a list that the service itself exported. */
  readonly exported: ExportedColumns | undefined;
}

/** Finds the columns; every missing, repeated or contradictory one is a problem. */
export function findDialectColumns(
  header: readonly Cell[],
  line: number,
  { isPlantRequired }: { isPlantRequired: boolean },
): { columns: DialectColumns; problems: FileProblem[] } {
  const fields = new Map<DialectField, DialectColumn>();
  const problems: FileProblem[] = [];
  const units = new Set<SourceUnit>();
  const zones = new Set<string | undefined>();
  let isUnavailable = false;
  const exported = findExported(header);
  const reject = (column: string, reason: string, example: string | null = null) =>
    problems.push({ line, column, value: null, reason, example });
  for (const [index, cell] of header.entries()) {
    const text = cellText(cell).trim();
    const meaning = readHeader(text);
    if (!meaning || (exported && isRepeated(text))) continue;
    const first = fields.get(meaning.field);
    if (first) {
      reject(text, `says the same as column ${first.header}; keep one`);
      continue;
    }
    fields.set(meaning.field, { index, header: text });
    if (meaning.unit) units.add(meaning.unit);
    if (meaning.field.endsWith('_time_utc')) zones.add(meaning.zone);
    isUnavailable ||= meaning.isUnavailable;
  }
  for (const [field, example] of Object.entries(REQUIRED)) {
    if (!fields.has(field as DialectField)) reject(example, 'missing', example);
  }
  if (isPlantRequired && !fields.has('plant_id')) {
    reject(
      'plant_id',
      'missing: add the column, or name the plant in the field plant_id',
      'plant_id',
    );
  }
  const [unit] = units;
  if (fields.has('power') && !unit && !fields.has('source_unit')) {
    const { header: power = '' } = fields.get('power') ?? {};
    reject(power, 'says no unit', `${power} (MW)`);
  }
  if (zones.size > 1) reject('end_time_utc', 'is in another time zone than the start', null);
  const [zone] = zones;
  return { columns: { fields, isUnavailable, unit, zone, exported }, problems };
}

/** The columns that every file has, by what a missing one is best called. */
const REQUIRED: Readonly<Partial<Record<DialectField, string>>> = {
  start_time_utc: 'start_time_utc',
  end_time_utc: 'end_time_utc',
  power: 'available_power_mw',
};

/** The columns as the reader of version 1 finds them in a row that is made for it. */
export function version1Columns({ fields, isUnavailable }: DialectColumns): OutageColumns {
  const at = (field: DialectField) => ({
    index: DIALECT_FIELDS.indexOf(field),
    name: fields.get(field)?.header ?? field,
  });
  return {
    plant: at('plant_id'),
    start: at('start_time_utc'),
    end: at('end_time_utc'),
    power: at('power'),
    powerField: isUnavailable ? 'unavailableMw' : 'available',
    unit: at('source_unit'),
    type: at('availability_type'),
    observations: at('observations'),
    zone: at('timezone_source'),
  };
}
