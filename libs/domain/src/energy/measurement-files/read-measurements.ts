import {
  because,
  cellText,
  fileProblem,
  MAX_FILE_PROBLEMS,
  type Reason,
  type SourceTable,
  TableReader,
  type TableRow,
  type Understood,
  type UnreadableFile,
  type Zone,
  zoneOf,
} from '@solano/domain/kernel';
import { runsOf } from '../measurements/power-run.ts';
import { constantDays, MAX_WARNINGS, type NamedRuns } from './constant-days.ts';
import {
  MEASURED_UNITS,
  MEASUREMENT_COLUMNS,
  type MeasuredUnit,
  wideColumns,
  withoutUnit,
} from './measurement-columns.ts';
import type {
  MeasuredValue,
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-reading.ts';
import { MeasurementTimes, type TimeField } from './measurement-time.ts';
import { isCups, sumOfCurves } from './meter-curves.ts';
import { type RawSeries, seriesValues, type ValueRules } from './series-values.ts';

/** Values of a file. */
const MAX_VALUES = 1_000_000;
const PREVIEW_VALUES = 20;
/**
 * Reads measured power or energy from a file of any spreadsheet: a row for each value, or a column for
 * each plant or group. What could be read in two ways is a problem until the options say which. An
 * empty cell is a missing value.
 *
 * @param now in ms; a period that ends later is a problem.
 */
export function readMeasurements(
  table: SourceTable | UnreadableFile,
  owners: MeasurementOwners,
  options: MeasurementFileOptions,
  now: number,
): MeasurementReading {
  if ('problems' in table) {
    const { problems } = table;
    return { understood: null, series: [], preview: [], total: 0, problems, warnings: [] };
  }
  const reader = new MeasurementReader(table, owners, options, now);
  return { total: table.rows.length, ...reader.read() };
}

class MeasurementReader {
  readonly #table: SourceTable;
  readonly #owners: MeasurementOwners;
  readonly #options: MeasurementFileOptions;
  readonly #now: number;
  readonly #cells: TableReader<string>;
  /** The names of the series by the columns of their values; one without a name has it in each row. */
  readonly #columns: readonly { readonly field: string; readonly name: string | undefined }[];
  readonly #units = new Map<string, MeasuredUnit>();
  readonly #series = new Map<string, RawSeries>();
  /** The times of all rows by the plant or group that they name, also of those without a value. */
  readonly #instants = new Map<string, number[]>();
  readonly #zone: Zone | undefined;
  #count = 0;

  constructor(
    table: SourceTable,
    owners: MeasurementOwners,
    options: MeasurementFileOptions,
    now: number,
  ) {
    this.#table = table;
    this.#owners = owners;
    this.#options = options;
    this.#now = now;
    const long = new TableReader<string>(table, MEASUREMENT_COLUMNS, options);
    const isLong = long.found.has('mw');
    const wide = isLong ? [] : this.#wideNames(long);
    this.#cells = isLong ? long : new TableReader<string>(table, wideColumns(wide), options);
    this.#columns = isLong
      ? [{ field: 'mw', name: undefined }]
      : wide.flatMap((name, i) =>
          this.#cells.found.has(`#${i}`) ? [{ field: `#${i}`, name }] : [],
        );
    this.#zone = this.#readHeaders(isLong);
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
    const headers = this.#table.header.cells.map((cell) => cellText(cell).trim());
    return headers.filter((header, i) => header !== '' && !known.has(i));
  }

  /** Reports what is wrong with the columns; returns the zone of the times. */
  #readHeaders(isLong: boolean): Zone | undefined {
    const cells = this.#cells;
    const { found } = cells;
    if (!found.has('start_time_utc') && !found.has('end_time_utc'))
      cells.requireColumns(['datetime']);
    if (this.#columns.length === 0) cells.rejectColumn('mw', because('column_missing'), 'mw');
    const { name, unit, zone: requested, assumed = {} } = this.#options;
    const naming = this.#naming;
    if (isLong && naming === 'plant_id' && name === undefined && !found.has(naming)) {
      cells.rejectColumn(naming, because('plant_column_missing'), naming);
    }
    for (const { field, name: column = name } of this.#columns) {
      if (naming === 'plant_id' && name !== undefined && column !== name) {
        cells.rejectColumn(field, because('other_plant', { plant: name }), name);
      }
      const said = found.get(field)?.unit;
      const known = said ?? unit ?? assumed.unit;
      if (known === undefined) {
        const header = found.get(field)?.header ?? field;
        cells.rejectColumn(field, because('no_unit_said'), `${header} (MW)`);
      } else if (unit && said && unit !== said && said in MEASURED_UNITS) {
        cells.rejectColumn(field, because('unit_contradicts', { unit: said }));
      } else this.#units.set(field, known as MeasuredUnit);
    }
    const field = timeField(found);
    const said = found.get(field)?.zone;
    if (said && requested && zoneOf(said).name !== zoneOf(requested).name) {
      cells.rejectColumn(field, because('zone_contradicts', { zone: said, requested }));
    }
    // An empty one is local time of a zone that the header does not name.
    // Spanish meters have the time of the peninsula.
    const local = this.#hasMeters ? 'Europe/Madrid' : undefined;
    const zone = requested ?? ((said ?? assumed.zone ?? local) || undefined);
    return zone === undefined ? undefined : zoneOf(zone);
  }

  read(): Omit<MeasurementReading, 'total'> {
    const cells = this.#cells;
    const times = new MeasurementTimes(cells, this.#table.rows, this.#zone);
    if (times.hasZero && this.#options.labels === undefined) {
      cells.rejectColumn('hour', because('hour_zero'), 'labels=start');
    }
    cells.rows(MAX_VALUES, (row) => this.#row(row, times));
    const understood = this.#understood();
    if (cells.problems.length > 0) {
      return { understood, series: [], preview: [], problems: cells.problems, warnings: [] };
    }
    const series: NamedRuns[] = [];
    const preview: MeasuredValue[] = [];
    const warnings: string[] = [];
    for (const { name, values } of this.#readSeries(warnings)) {
      if (preview.length < PREVIEW_VALUES) {
        preview.push(...values.slice(0, PREVIEW_VALUES - preview.length));
      }
      if (values.length > 0) series.push({ name, runs: [...runsOf(values)] });
    }
    if (this.#count === 0) {
      cells.problems.push(fileProblem(this.#table.header.line + 1, because('no_rows')));
    }
    const problems = cells.problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_FILE_PROBLEMS);
    return problems.length > 0
      ? { understood, series: [], preview: [], problems, warnings: [] }
      : {
          understood,
          series,
          preview,
          problems,
          warnings: [...this.#leftOut(), ...warnings, ...constantDays(series)].slice(
            0,
            MAX_WARNINGS,
          ),
        };
  }

  /** The series one by one; the supply points of a group that the sender names as one. */
  *#readSeries(
    warnings: string[],
  ): Generator<{ readonly name: string; readonly values: readonly MeasuredValue[] }> {
    const group = this.#groupOfMeters;
    const curves: MeasuredValue[][] = [];
    for (const raw of this.#series.values()) {
      const values = seriesValues(raw, this.#rules(raw.name), (row, what, reason) =>
        this.#reject(row, what === 'time' ? timeField(this.#cells.found) : raw.column, reason),
      );
      if (group === undefined) yield { name: raw.name, values };
      else curves.push(values);
      if (this.#cells.problems.length >= MAX_FILE_PROBLEMS) return;
    }
    if (group === undefined) return;
    const { values, missing } = sumOfCurves(group, curves);
    yield { name: group, values };
    if (missing > 0) {
      warnings.push(`${group}: ${missing} periods are left out, in which a CUPS has no value.`);
    }
  }

  /** Whether the rows name Spanish supply points. */
  get #hasMeters(): boolean {
    const [row] = this.#table.rows;
    return row !== undefined && isCups(this.#cells.text(row, 'group'));
  }

  /** The group into which the supply points are summed, where the sender names one. */
  get #groupOfMeters(): string | undefined {
    return this.#hasMeters && this.#owners.kind === 'consumption'
      ? this.#options.name || undefined
      : undefined;
  }

  #rules(name: string): ValueRules {
    const { labels = 'end', force = false } = this.#options;
    const field = timeField(this.#cells.found);
    const plants = this.#owners.kind === 'production' ? this.#owners.plants : undefined;
    return {
      isEnd: field === 'end_time_utc' || (field === 'datetime' && labels === 'end'),
      now: this.#now,
      installed: force ? undefined : plants?.get(name),
    };
  }

  /** The column that names the plant or group of a row. */
  get #naming(): 'plant_id' | 'group' {
    return this.#owners.kind === 'production' ? 'plant_id' : 'group';
  }

  /** Names the columns of a file of plants that are of none. */
  #leftOut(): string[] {
    if (this.#owners.kind === 'consumption' || this.#cells.found.has('mw')) return [];
    return this.#otherHeaders(this.#cells.found).map(
      (header) => `${header}: no plant has this name; the column was left out.`,
    );
  }

  /** With the names of wide columns, and the unit. */
  #understood(): Understood {
    const { columns, ...rest } = this.#cells.understood(this.#zone?.name ?? null);
    const named = Object.entries(columns).map(([field, header]) => {
      const name = this.#columns.find((each) => each.field === field)?.name;
      return [name ?? field, header] as const;
    });
    return { ...rest, columns: Object.fromEntries(named) };
  }

  /**
   * Adds the values of a row to their series. The time of an empty cell counts among those that show the
   * step, and as a pass of the repeated hour.
   */
  #row(row: TableRow, times: MeasurementTimes): undefined {
    const owner = this.#cells.text(row, this.#naming);
    const time = times.read(row, owner);
    const instants = this.#instantsOf(owner);
    const instant = 'reason' in time ? undefined : 'instant' in time ? time.instant : time.end;
    if (instant !== undefined) instants.push(instant);
    for (const { field, name } of this.#columns) {
      const read = this.#cells.number(row, field, 'MW');
      if ('reason' in read) {
        this.#cells.reject(row, field, read);
        continue;
      }
      if (read.text === '') continue;
      const series = name ?? this.#nameOf(row);
      if (series === undefined) continue;
      if ('reason' in time) {
        this.#reject(row, time.field, time.reason);
        return;
      }
      this.#count += 1;
      if (this.#count > MAX_VALUES) {
        if (this.#count === MAX_VALUES + 1) {
          this.#reject(row, field, because('too_many_values', { max: MAX_VALUES }));
        }
        return;
      }
      const raw = this.#rawSeries(series, field, instants);
      raw.rows.push(row);
      raw.decimals.push(read.text);
      raw.times.push(instant as number);
      if ('start' in time) raw.starts.push(time.start);
    }
  }

  #instantsOf(owner: string): number[] {
    const known = this.#instants.get(owner) ?? [];
    this.#instants.set(owner, known);
    return known;
  }

  #reject(row: TableRow, field: string, reason: Reason): void {
    const example = reason.code === 'no_zone_said' ? 'zone=Europe/Madrid' : undefined;
    this.#cells.reject(row, field, reason, example);
  }

  /** The plant or group that a row names; undefined where that is bad, which is reported. */
  #nameOf(row: TableRow): string | undefined {
    const { name } = this.#options;
    const field = this.#naming;
    const said = this.#cells.text(row, field);
    if (this.#owners.kind === 'consumption') return said || (name ?? '');
    if (said === '' && name !== undefined) return name;
    if (said === '') return this.#cells.reject(row, field, because('missing'));
    if (name !== undefined && said !== name) {
      return this.#cells.reject(row, field, because('other_plant', { plant: name }), name);
    }
    if (this.#owners.plants.has(said)) return said;
    const [known = null] = this.#owners.plants.keys();
    return this.#cells.reject(row, field, because('unknown_plant'), known);
  }

  #rawSeries(name: string, field: string, instants: readonly number[]): RawSeries {
    const known = this.#series.get(name);
    if (known) return known;
    const unit = this.#units.get(field) as MeasuredUnit;
    const raw = {
      name,
      column: field,
      unit,
      instants,
      rows: [],
      starts: [],
      times: [],
      decimals: [],
    };
    this.#series.set(name, raw);
    return raw;
  }
}

function timeField(found: { has(field: string): boolean }): TimeField {
  if (found.has('end_time_utc')) return 'end_time_utc';
  return found.has('start_time_utc') ? 'start_time_utc' : 'datetime';
}
