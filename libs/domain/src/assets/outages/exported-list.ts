import {
  because,
  type Cell,
  cellText,
  isBlank,
  isZoneName,
  labelOf,
  type Reason,
  type SourceTable,
  zoneOf,
} from '@solano/domain/kernel';
import type { TableReader } from '@solano/domain/kernel/tables';
import { SOURCE_UNITS, type UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import type { OutageField } from './dialect-columns.ts';
import { type Nominal, readPower } from './outage-power.ts';

/** A file with all of these columns is a list of unavailabilities that the service exported. */
const EXPORT_COLUMNS = [
  'start_time_utc',
  'start_time_local',
  'timezone_local',
  'available_power_mw',
];
/** Its columns that repeat in another form what others say. */
const REPEATED = [
  'start_time_local',
  'end_time_local',
  'timezone_local',
  'source_unit',
  'timezone_source',
];

/** Positions of the columns of an exported list. */
export type ExportedColumns = ReadonlyMap<string, number>;

/** Undefined if the file is not an exported list. */
export function findExported(header: readonly Cell[]): ExportedColumns | undefined {
  const columns = new Map(header.map((cell, i) => [cellText(cell).trim(), i]));
  return EXPORT_COLUMNS.every((name) => columns.has(name)) ? columns : undefined;
}

/** An exported list, as one that people made: without the columns that repeat others. */
export function withoutRepeated(table: SourceTable): SourceTable {
  const cells = table.header.cells.map((cell) =>
    REPEATED.includes(cellText(cell).trim()) ? '' : cell,
  );
  return { ...table, header: { ...table.header, cells } };
}

/** Problems of a row, by field. */
type Reasons = ReadonlyMap<OutageField, Reason>;

/**
 * A row of an exported list with what else it says: the unit, value and zone that were entered, as
 * long as they still mean the row's power. Local times that were changed alone are a problem.
 */
export function restoreExported(
  fields: UnavailabilityFields,
  row: readonly Cell[],
  {
    columns,
    cells,
    nominal,
  }: { columns: ExportedColumns; cells: TableReader<OutageField>; nominal: Nominal },
): { readonly fields: UnavailabilityFields } | { readonly reasons: Reasons } {
  const cell = (name: string) => row[columns.get(name) ?? -1] ?? '';
  const reasons = new Map<OutageField, Reason>();
  const zone = cellText(cell('timezone_local')).trim();
  for (const [field, name, instant] of [
    ['start_time_utc', 'start_time_local', fields.start],
    ['end_time_utc', 'end_time_local', fields.end],
  ] as const) {
    if (isBlank(cell(name))) continue;
    const local = cells.timeOf(cell(name));
    const text = 'text' in local ? local.text.slice(0, MINUTES_END).replace('T', ' ') : '';
    if (isZoneName(zone) && labelOf(Date.parse(instant), zoneOf(zone)) === text) continue;
    reasons.set(field, because('other_local_time', { column: name }));
  }
  const timezoneSource = cellText(cell('timezone_source')).trim() || null;
  if (timezoneSource !== null && !isZoneName(timezoneSource)) {
    reasons.set('timezone_source', because('not_a_zone'));
  }
  if (reasons.size > 0) return { reasons };
  const source = sourceOf(fields, cell, cells, nominal);
  return { fields: { ...fields, ...source, timezoneSource } };
}

/** The length of `YYYY-MM-DDTHH:MM`. */
const MINUTES_END = 16;

/** The entered value if it still gives the row's power; none if both are empty. */
function sourceOf(
  { availablePowerMw, sourceUnit, sourceValue }: UnavailabilityFields,
  cell: (name: string) => Cell,
  cells: TableReader<OutageField>,
  nominal: Nominal,
): Pick<UnavailabilityFields, 'sourceUnit' | 'sourceValue'> {
  const unit = SOURCE_UNITS.find((each) => each === cellText(cell('source_unit')).trim());
  const value = cells.numberOf(cell('source_value'), unit ?? 'MW');
  if (!unit && isBlank(cell('source_value'))) return { sourceUnit: null, sourceValue: null };
  if (!unit || !('text' in value)) return { sourceUnit, sourceValue };
  const isSame = [false, true].some((unavailable) => {
    const read = readPower(value.text, unit, nominal, { unavailable });
    return !('reason' in read) && read.availableMw === availablePowerMw;
  });
  return isSame
    ? { sourceUnit: unit, sourceValue: Number(value.text) }
    : { sourceUnit, sourceValue };
}
