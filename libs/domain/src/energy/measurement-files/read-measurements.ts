import {
  because,
  fileProblem,
  MAX_FILE_PROBLEMS,
  type Reason,
  type SourceTable,
  type TableRow,
  type UnreadableFile,
} from '@solano/domain/kernel';
import {
  PeriodTimes,
  type PowerUnit,
  type TableReader,
  timeField,
} from '@solano/domain/kernel/tables';
import { runsOf } from '../measurements/power-run.ts';
import { constantDays, type NamedRuns } from './constant-days.ts';
import { type FileWarning, fileWarning, MAX_WARNINGS } from './file-warning.ts';
import type {
  MeasuredValue,
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-reading.ts';
import { MeasurementTable } from './measurement-table.ts';
import { sumOfCurves } from './meter-curves.ts';
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
  readonly #file: MeasurementTable;
  readonly #owners: MeasurementOwners;
  readonly #options: MeasurementFileOptions;
  readonly #now: number;
  readonly #cells: TableReader<string>;
  readonly #series = new Map<string, RawSeries>();
  /** The times of all rows by the plant or group that they name, also of those without a value. */
  readonly #instants = new Map<string, number[]>();
  #count = 0;

  constructor(
    table: SourceTable,
    owners: MeasurementOwners,
    options: MeasurementFileOptions,
    now: number,
  ) {
    this.#file = new MeasurementTable(table, owners, options);
    this.#cells = this.#file.cells;
    this.#owners = owners;
    this.#options = options;
    this.#now = now;
  }

  read(): Omit<MeasurementReading, 'total'> {
    const cells = this.#cells;
    const times = new PeriodTimes(cells, this.#file.table.rows, this.#file.zone);
    if (times.hasZero && this.#options.labels === undefined) {
      cells.rejectColumn('hour', because('hour_zero'), 'labels=start');
    }
    cells.rows(MAX_VALUES, (row) => this.#row(row, times));
    const understood = this.#file.understood();
    if (cells.problems.length > 0) {
      return { understood, series: [], preview: [], problems: cells.problems, warnings: [] };
    }
    const series: NamedRuns[] = [];
    const preview: MeasuredValue[] = [];
    const warnings: FileWarning[] = [];
    for (const { name, values } of this.#readSeries(warnings)) {
      if (preview.length < PREVIEW_VALUES) {
        preview.push(...values.slice(0, PREVIEW_VALUES - preview.length));
      }
      if (values.length > 0) series.push({ name, runs: [...runsOf(values)] });
    }
    if (this.#count === 0) {
      cells.problems.push(fileProblem(this.#file.table.header.line + 1, because('no_rows')));
    }
    const problems = cells.problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_FILE_PROBLEMS);
    return problems.length > 0
      ? { understood, series: [], preview: [], problems, warnings: [] }
      : {
          understood,
          series,
          preview,
          problems,
          warnings: [...this.#file.leftOut(), ...warnings, ...constantDays(series)].slice(
            0,
            MAX_WARNINGS,
          ),
        };
  }

  /** The series one by one; the supply points of a group that the sender names as one. */
  *#readSeries(
    warnings: FileWarning[],
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
      warnings.push(fileWarning('missing_periods', { series: group, count: missing }));
    }
  }

  /** The group into which the supply points are summed, where the sender names one. */
  get #groupOfMeters(): string | undefined {
    return this.#file.hasMeters && this.#owners.kind === 'consumption'
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

  /**
   * Adds the values of a row to their series. The time of an empty cell counts among those that show the
   * step, and as a pass of the repeated hour.
   */
  #row(row: TableRow, times: PeriodTimes): undefined {
    const owner = this.#cells.text(row, this.#file.naming);
    const time = times.read(row, owner);
    const instants = this.#instantsOf(owner);
    const instant = 'reason' in time ? undefined : 'instant' in time ? time.instant : time.end;
    if (instant !== undefined) instants.push(instant);
    for (const { field, name } of this.#file.columns) {
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
    const field = this.#file.naming;
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
    const unit = this.#file.units.get(field) as PowerUnit;
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
