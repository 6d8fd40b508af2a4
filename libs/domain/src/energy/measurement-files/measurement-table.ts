import { because, cellText, type SourceTable, type Zone } from '@solano/domain/kernel';
import {
  type PowerUnit,
  readUnit,
  readZone,
  TableReader,
  type Understood,
} from '@solano/domain/kernel/tables';
import { type FileWarning, fileWarning } from './file-warning.ts';
import { MEASUREMENT_COLUMNS, wideColumns, withoutUnit } from './measurement-columns.ts';
import type { MeasurementFileOptions, MeasurementOwners } from './measurement-reading.ts';
import { isCups } from './meter-curves.ts';

/** The columns of a file of measured energy: what they name, their units, the zone of the times. */
export class MeasurementTable {
  readonly table: SourceTable;
  readonly cells: TableReader<string>;
  /** The names of the series by the columns of their values; one without a name has it in each row. */
  readonly columns: readonly { readonly field: string; readonly name: string | undefined }[];
  readonly units = new Map<string, PowerUnit>();
  /** Of times without an offset; undefined where nothing says it. */
  readonly zone: Zone | undefined;
  readonly #owners: MeasurementOwners;
  readonly #options: MeasurementFileOptions;

  /** What is wrong with the columns is reported. */
  constructor(table: SourceTable, owners: MeasurementOwners, options: MeasurementFileOptions) {
    this.table = table;
    this.#owners = owners;
    this.#options = options;
    const long = new TableReader<string>(table, MEASUREMENT_COLUMNS, options);
    const isLong = long.found.has('mw');
    const wide = isLong ? [] : this.#wideNames(long);
    this.cells = isLong ? long : new TableReader<string>(table, wideColumns(wide), options);
    this.columns = isLong
      ? [{ field: 'mw', name: undefined }]
      : wide.flatMap((name, i) =>
          this.cells.found.has(`#${i}`) ? [{ field: `#${i}`, name }] : [],
        );
    this.zone = this.#readHeaders(isLong);
  }

  /** The names that columns of values may have. */
  #wideNames({ found }: TableReader<string>): string[] {
    const names = this.#otherHeaders(found).map(withoutUnit);
    if (this.#owners.kind === 'consumption') return names;
    const plants = [...this.#owners.plants.keys()];
    const isNamed = (plant: string) => names.includes(plant);
    // Of plants whose names differ in case or accents alone the first has the column.
    return [...plants.filter(isNamed), ...plants.filter((plant) => !isNamed(plant))];
  }

  #otherHeaders(found: TableReader<string>['found']): string[] {
    const known = new Set(Array.from(found.values(), ({ index }) => index));
    const headers = this.table.header.cells.map((cell) => cellText(cell).trim());
    return headers.filter((header, i) => header !== '' && !known.has(i));
  }

  /** Reports what is wrong with the columns; returns the zone of the times. */
  #readHeaders(isLong: boolean): Zone | undefined {
    const cells = this.cells;
    const { found } = cells;
    if (!found.has('start_time_utc') && !found.has('end_time_utc'))
      cells.requireColumns(['datetime']);
    if (this.columns.length === 0) cells.rejectColumn('mw', because('column_missing'), 'mw');
    const { name, assumed = {} } = this.#options;
    const naming = this.naming;
    if (isLong && naming === 'plant_id' && name === undefined && !found.has(naming)) {
      cells.rejectColumn(naming, because('plant_column_missing'), naming);
    }
    for (const { field, name: column = name } of this.columns) {
      if (naming === 'plant_id' && name !== undefined && column !== name) {
        cells.rejectColumn(field, because('other_plant', { plant: name }), name);
      }
      const unit = readUnit(cells, field, this.#options, assumed.unit);
      if (unit !== undefined) this.units.set(field, unit);
    }
    // Spanish meters have the time of the peninsula.
    const local = this.hasMeters ? 'Europe/Madrid' : undefined;
    return readZone(cells, this.#options, assumed.zone ?? local);
  }

  /** Whether the rows name Spanish supply points. */
  get hasMeters(): boolean {
    const [row] = this.table.rows;
    return row !== undefined && isCups(this.cells.text(row, 'group'));
  }

  /** The column that names the plant or group of a row. */
  get naming(): 'plant_id' | 'group' {
    return this.#owners.kind === 'production' ? 'plant_id' : 'group';
  }

  /** Names the columns of a file of plants that are of none. */
  leftOut(): FileWarning[] {
    if (this.#owners.kind === 'consumption' || this.cells.found.has('mw')) return [];
    return this.#otherHeaders(this.cells.found).map((column) =>
      fileWarning('unknown_column', { column }),
    );
  }

  /** With the names of wide columns, and the unit. */
  understood(): Understood {
    const { columns, ...rest } = this.cells.understood(this.zone?.name ?? null);
    const named = Object.entries(columns).map(([field, header]) => {
      const name = this.columns.find((each) => each.field === field)?.name;
      return [name ?? field, header] as const;
    });
    return { ...rest, columns: Object.fromEntries(named) };
  }
}
