import { because, rejectRows } from '@solano/domain/kernel';
import type { Plant } from '../plants/plant.ts';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { findColumns } from './outage-columns.ts';
import { nominalOf } from './outage-power.ts';
import type { KnownPlant, OutageTableRow, PlantRule, RowProblem } from './outage-row.ts';
import { RowReader } from './outage-row.ts';

/** Data rows of a file. */
const MAX_ROWS = 100_000;
/** Bad rows that are named. */
const MAX_PROBLEMS = 100;

/** A parsed CSV file, headers and fields as they are in it; the rows may be parsed as they are read. */
export interface OutageTable {
  readonly header: readonly string[];
  readonly rows: Iterable<OutageTableRow>;
}

/** The properties of a plant that reading its outages needs. */
export type OutagePlant = Pick<Plant, 'name' | 'nominalCapacityMw'>;

/** The plants that a file may be of: the one of its upload, or of all those that its rows name. */
export type OutagePlants =
  | { readonly only: OutagePlant }
  | { readonly any: readonly OutagePlant[] };

/**
 * Reads outage CSV version 1 of one plant, which a row need not name, or of plants that each row
 * names. Whatever way power is given in, `sourceUnit` and `sourceValue` are as entered: MW and the
 * cell's value for the columns in MW, the unavailable power included.
 *
 * @throws SolanoError `invalid_rows` naming missing, repeated and ambiguous columns, or else the
 *   first 100 bad rows, each as `line N, column C: reason`, with `; column D: reason` for more
 *   bad fields of the row.
 */
export function readOutageTable(table: OutageTable, plants: OutagePlants): UnavailabilityFields[] {
  const isOne = 'only' in plants;
  return readRows(
    table,
    isOne ? plantRule([plants.only], plants.only.name) : plantRule(plants.any, undefined),
  );
}

/** @param only name of the plant of the upload, if it is of one. */
export function plantRule(plants: readonly OutagePlant[], only: string | undefined): PlantRule {
  const known = new Map(
    plants.map(({ name, nominalCapacityMw }): [string, KnownPlant] => {
      return [name, { name, nominal: nominalOf(nominalCapacityMw) }];
    }),
  );
  if (only === undefined) {
    const reasonOtherwise = because('unknown_plant');
    return { required: true, find: (name) => known.get(name), reasonOtherwise };
  }
  const find = (name: string) =>
    name === only || name.trim() === '' ? known.get(only) : undefined;
  return { required: false, find, reasonOtherwise: because('other_plant', { plant: only }) };
}

function problemText(problems: readonly RowProblem[]): string {
  return problems.map(({ column, why }) => `column ${column.name}: ${why.reason}`).join('; ');
}

function readRows(table: OutageTable, plants: PlantRule): UnavailabilityFields[] {
  const columns = findColumns(table.header, { plantRequired: plants.required });
  if (Array.isArray(columns)) return rejectRows(columns);
  const reader = new RowReader(table.header, columns, plants);
  const records: UnavailabilityFields[] = [];
  const problems: string[] = [];
  let count = 0;
  for (const row of table.rows) {
    count += 1;
    if (count > MAX_ROWS) rejectRows([`line ${row.line}: there are more than ${MAX_ROWS} rows`]);
    const record = reader.read(row);
    if (Array.isArray(record)) problems.push(`line ${row.line}, ${problemText(record)}`);
    else records.push(record);
    // What follows is not even parsed.
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (count === 0) rejectRows(['line 2: there are no rows']);
  return problems.length > 0 ? rejectRows(problems) : records;
}
