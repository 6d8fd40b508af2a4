import type { Zone } from '../time/zone.ts';
import { zoneOf } from '../time/zone-alias.ts';
import { timeField } from './period-times.ts';
import { POWER_UNITS, type PowerUnit } from './power-units.ts';
import { because } from './reasons.ts';
import type { FormOptions, TableReader } from './table-reader.ts';

/** What the sender of a file of periods says of it. */
export interface PeriodOptions extends FormOptions {
  /** Which end of its period a time is; default: `end`. */
  readonly labels?: 'end' | 'start' | undefined;
  /** Where the header says none. */
  readonly unit?: PowerUnit | undefined;
  /** IANA name, of times without an offset. */
  readonly zone?: string | undefined;
}

/**
 * The zone of times without an offset, undefined where nothing says it. A header that contradicts the
 * sender is reported.
 *
 * @param assumed where neither the sender nor the header says one.
 */
export function readZone(
  cells: TableReader<string>,
  { zone: requested }: PeriodOptions,
  assumed?: string,
): Zone | undefined {
  const field = timeField(cells.found);
  const said = cells.found.get(field)?.zone;
  if (said && requested && zoneOf(said).name !== zoneOf(requested).name) {
    cells.rejectColumn(field, because('zone_contradicts', { zone: said, requested }));
  }
  // An empty one is local time of a zone that the header does not name.
  const zone = requested ?? ((said ?? assumed) || undefined);
  return zone === undefined ? undefined : zoneOf(zone);
}

/**
 * The unit of a column of power or energy. One that nothing says, or that contradicts the sender, is
 * reported.
 *
 * @param assumed where neither the sender nor the header says one.
 */
export function readUnit(
  cells: TableReader<string>,
  field: string,
  { unit }: PeriodOptions,
  assumed?: PowerUnit,
): PowerUnit | undefined {
  const { found } = cells;
  const said = found.get(field)?.unit;
  const known = said ?? unit ?? assumed;
  if (known === undefined) {
    const header = found.get(field)?.header ?? field;
    cells.rejectColumn(field, because('no_unit_said'), `${header} (MW)`);
    return undefined;
  }
  if (unit && said && unit !== said && said in POWER_UNITS) {
    cells.rejectColumn(field, because('unit_contradicts', { unit: said }));
    return undefined;
  }
  return known as PowerUnit;
}
