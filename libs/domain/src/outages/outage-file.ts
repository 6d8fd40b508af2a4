import type { Plant } from '../plants/plant.ts';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { refuseRows } from '../values/csv-row.ts';
import { findColumns } from './outage-columns.ts';
import { nominalOf } from './outage-power.ts';
import type { KnownPlant, OutageTableRow, PlantRule } from './outage-row.ts';
import { RowReader } from './outage-row.ts';

/** Data rows of a file. */
const MOST_ROWS = 100_000;
/** Bad rows that are named. */
const MOST_PROBLEMS = 100;

/** A CSV file taken apart, headers and fields as they are in it. */
export interface OutageTable {
  readonly header: readonly string[];
  readonly rows: readonly OutageTableRow[];
}

/** What is to be known of a plant to read its outages. */
export type OutagePlant = Pick<Plant, 'name' | 'nominalCapacityMw'>;

/**
 * Reads outage CSV version 1 of one plant: a plant that a row names must be it. Whatever way power
 * is given in, `sourceUnit` and `sourceValue` are as entered: MW and the cell's value for the
 * columns in MW, the unavailable power included.
 *
 * @throws SolanoError `invalid_rows` naming missing, repeated and ambiguous columns, or else the
 *   first 100 bad rows, each as `line N, column C: reason`, with `; column D: reason` for more
 *   bad fields of the row.
 */
export function readPlantOutages(table: OutageTable, plant: OutagePlant): UnavailabilityFields[] {
  const own = knownPlant(plant);
  const reasonOtherwise = `is not the plant of this upload, ${plant.name}`;
  return readRows(table, {
    required: false,
    find: (name) => (name === plant.name || name.trim() === '' ? own : undefined),
    reasonOtherwise,
  });
}

/** Reads outage CSV version 1 in which each row names one of the plants. Otherwise the same. */
export function readOutages(
  table: OutageTable,
  plants: Iterable<OutagePlant>,
): UnavailabilityFields[] {
  const known = new Map(Array.from(plants, (plant) => [plant.name, knownPlant(plant)]));
  return readRows(table, {
    required: true,
    find: (name) => known.get(name),
    reasonOtherwise: 'names no plant of the customer',
  });
}

function knownPlant({ name, nominalCapacityMw }: OutagePlant): KnownPlant {
  return { name, nominal: nominalOf(nominalCapacityMw) };
}

function readRows(table: OutageTable, plants: PlantRule): UnavailabilityFields[] {
  const columns = findColumns(table.header, { plantRequired: plants.required });
  if (Array.isArray(columns)) return refuseRows(columns);
  requireRowCount(table.rows);
  const reader = new RowReader(table.header, columns, plants);
  const records: UnavailabilityFields[] = [];
  const problems: string[] = [];
  for (const row of table.rows) {
    const record = reader.read(row);
    if (Array.isArray(record)) problems.push(`line ${row.line}, ${record.join('; ')}`);
    else records.push(record);
    if (problems.length === MOST_PROBLEMS) break;
  }
  return problems.length > 0 ? refuseRows(problems) : records;
}

function requireRowCount(rows: readonly OutageTableRow[]): void {
  if (rows.length === 0) refuseRows(['line 2: there are no rows']);
  const excess = rows[MOST_ROWS];
  if (excess) refuseRows([`line ${excess.line}: there are more than ${MOST_ROWS} rows`]);
}
