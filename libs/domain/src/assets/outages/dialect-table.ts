import { because } from '@solano/domain/kernel';
import { columnProblem, type TableReader } from '@solano/domain/kernel/tables';
import type { SourceUnit } from '../unavailabilities/unavailability.ts';
import { type OutageField, sourceUnitOf } from './dialect-columns.ts';
import type { OutageColumns } from './outage-columns.ts';

/** Unit and zone that the headers of a file name. */
export interface DialectHeaders {
  readonly powerField: 'available_power' | 'unavailable_power';
  /** Undefined where each row says it. */
  readonly unit: SourceUnit | undefined;
  /** Zone of the times; empty for a local time of some zone. */
  readonly zone: string | undefined;
}

/** Checks the columns; every missing or contradictory one is reported. */
export function readDialectHeaders(
  cells: TableReader<OutageField>,
  line: number,
  { isPlantRequired }: { isPlantRequired: boolean },
): DialectHeaders {
  const { found, problems } = cells;
  const [available, unavailable] = [found.get('available_power'), found.get('unavailable_power')];
  cells.requireColumns(['start_time_utc', 'end_time_utc']);
  const power = available ?? unavailable;
  if (!power) {
    const name = 'available_power_mw';
    problems.push(columnProblem(line, name, because('column_missing'), name));
  }
  if (available && unavailable) {
    const repeated = because('column_repeated', { column: available.header });
    cells.rejectColumn('unavailable_power', repeated);
  }
  if (isPlantRequired && !found.has('plant_id')) {
    cells.rejectColumn('plant_id', because('plant_column_missing'), 'plant_id');
  }
  const powerField = available ? 'available_power' : 'unavailable_power';
  const unit = sourceUnitOf(power?.unit);
  if (power && !power.unit && !found.has('source_unit')) {
    cells.rejectColumn(powerField, because('no_unit'), `${power.header} (MW)`);
  }
  const [start, end] = [found.get('start_time_utc'), found.get('end_time_utc')];
  if (start && end && start.zone !== end.zone) {
    cells.rejectColumn('end_time_utc', because('other_zone_than_start'));
  }
  return { powerField, unit, zone: start?.zone };
}

/** The fields of a row that is made for the reader of version 1, in their order. */
export const ROW_FIELDS = [
  'plant_id',
  'start_time_utc',
  'end_time_utc',
  'power',
  'source_unit',
  'availability_type',
  'observations',
  'timezone_source',
] as const;

/** The field of the file that a field of such a row comes from. */
export function fieldOf(
  field: (typeof ROW_FIELDS)[number],
  { powerField }: DialectHeaders,
): OutageField {
  return field === 'power' ? powerField : field;
}

/** The columns as the reader of version 1 finds them in such a row. */
export function version1Columns(
  { found }: TableReader<OutageField>,
  headers: DialectHeaders,
): OutageColumns {
  const at = (field: (typeof ROW_FIELDS)[number]) => ({
    index: ROW_FIELDS.indexOf(field),
    name: found.get(fieldOf(field, headers))?.header ?? field,
  });
  return {
    plant: at('plant_id'),
    start: at('start_time_utc'),
    end: at('end_time_utc'),
    power: at('power'),
    powerField: headers.powerField === 'unavailable_power' ? 'unavailableMw' : 'available',
    unit: at('source_unit'),
    type: at('availability_type'),
    observations: at('observations'),
    zone: at('timezone_source'),
  };
}
