import { hasOffset, isBefore } from '../time/instant.ts';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { type CellResult, FileCells } from '../values/file-cells.ts';
import { type FileProblem, fileProblem, problemValue } from '../values/file-problem.ts';
import { type Cell, cellText, isBlank, type SourceTable, type TableRow } from '../values/table.ts';
import { DIALECT_FIELDS, type DialectField, typeText, unitText } from './dialect-columns.ts';
import { exampleOf } from './dialect-examples.ts';
import type { DialectOptions, Understood } from './dialect-reading.ts';
import { type DialectColumns, version1Columns } from './dialect-table.ts';
import { restoreExported } from './exported-list.ts';
import { type OutagePlant, plantRule } from './outage-file.ts';
import { type PlantRule, RowReader } from './outage-row.ts';

/** Reads the rows of one file. */
export class DialectRowReader {
  readonly #table: SourceTable;
  readonly #columns: DialectColumns;
  readonly #options: DialectOptions;
  readonly #plants: readonly OutagePlant[];
  readonly #cells: FileCells;
  readonly #rows: RowReader;
  readonly #rule: PlantRule;
  /** A missing zone is reported once. */
  #isZoneReported = false;

  constructor(
    table: SourceTable,
    columns: DialectColumns,
    plants: readonly OutagePlant[],
    options: DialectOptions,
  ) {
    this.#table = table;
    this.#columns = columns;
    this.#options = options;
    this.#plants = plants;
    const at = (field: DialectField) => columns.fields.get(field)?.index;
    const times = [at('start_time_utc'), at('end_time_utc')];
    this.#cells = new FileCells(table.rows, { numbers: [at('power')], times }, options);
    this.#rule = plantRule(plants, options.plant);
    this.#rows = new RowReader(DIALECT_FIELDS, version1Columns(columns), this.#rule);
  }

  understood(): Understood {
    const { format, delimiter, encoding } = this.#table;
    const { fields, isUnavailable, unit } = this.#columns;
    const power = `${isUnavailable ? 'un' : ''}available_power${unit === 'MW' ? '_mw' : ''}`;
    const columns: Record<string, string> = {};
    for (const [field, { header }] of fields) columns[field === 'power' ? power : field] = header;
    return {
      format,
      delimiter,
      encoding,
      decimal: this.#cells.numbers.mark ?? null,
      columns,
      zone: this.#zone() ?? null,
      dateForm: this.#cells.dates.order ?? null,
    };
  }

  read({ line, cells }: TableRow): UnavailabilityFields | FileProblem[] {
    const lengthProblem = this.#lengthProblem(line, cells);
    if (lengthProblem) return [lengthProblem];
    const problems = new Map<DialectField, string>();
    const cell = (field: DialectField) => this.#cell(cells, field);
    const take = (field: DialectField, result: CellResult) => {
      if ('text' in result) return result.text;
      problems.set(field, result.reason);
      return '';
    };
    const unit = this.#unit(cells, problems);
    const start = take('start_time_utc', this.#cells.time(cell('start_time_utc')));
    const end = take('end_time_utc', this.#cells.time(cell('end_time_utc')));
    const read = this.#rows.read({
      line,
      fields: [
        cellText(cell('plant_id')),
        start,
        end,
        take('power', this.#cells.number(cell('power'), unit)),
        unit,
        typeText(cell('availability_type')),
        cellText(cell('observations')),
        this.#rowZone(cells, [start, end], problems),
      ],
    });
    const others = Array.isArray(read) ? read : this.#outside(read);
    for (const { column, reason } of others) {
      const field = DIALECT_FIELDS[column.index] as DialectField;
      if (!problems.has(field)) problems.set(field, reason);
    }
    if (problems.size > 0 || Array.isArray(read)) return this.#withProblems(line, cells, problems);
    return this.#restored(read, line, cells);
  }

  /** With what a list that the service exported says besides. */
  #restored(
    read: UnavailabilityFields,
    line: number,
    row: readonly Cell[],
  ): UnavailabilityFields | FileProblem[] {
    const { exported: columns } = this.#columns;
    const known = this.#rule.find(read.plantName);
    if (!columns || !known) return read;
    const context = { columns, cells: this.#cells, nominal: known.nominal };
    const restored = restoreExported(read, row, context);
    return 'fields' in restored ? restored.fields : this.#withProblems(line, row, restored.reasons);
  }

  #cell(cells: readonly Cell[], field: DialectField): Cell {
    const column = this.#columns.fields.get(field);
    return column ? (cells[column.index] ?? '') : '';
  }

  /** Spreadsheets leave empty cells at the end of a row out; with commas, decimals could be cut. */
  #lengthProblem(line: number, cells: readonly Cell[]): FileProblem | undefined {
    const { header, delimiter } = this.#table;
    const expected = header.cells.length;
    const extra = cells.slice(expected).some((cell) => !isBlank(cell));
    if (!extra && (cells.length >= expected || delimiter !== ',')) return undefined;
    const reason = `the row has ${cells.length} fields where the header has ${expected}`;
    return fileProblem(line, reason);
  }

  /** The unit of a row's power: what its header says, else its column. */
  #unit(cells: readonly Cell[], problems: Map<DialectField, string>): string {
    const { unit } = this.#columns;
    const said = unitText(this.#cell(cells, 'source_unit'));
    if (unit !== undefined && said !== '' && said !== unit) {
      problems.set('source_unit', `is another unit than ${unit}, which the header says`);
    }
    return unit ?? said;
  }

  /** The zone where neither a row nor a time has one, if there is one. */
  #zone(): string | undefined {
    return this.#columns.zone || this.#options.zone;
  }

  /** The zone of a row as version 1 has it: nothing for UTC. */
  #rowZone(
    cells: readonly Cell[],
    times: readonly string[],
    problems: Map<DialectField, string>,
  ): string {
    const said = cellText(this.#cell(cells, 'timezone_source')).trim();
    if (said !== '') return said;
    const zone = this.#zone();
    const isLocal = times.some((time) => time !== '' && !hasOffset(time));
    const { zone: asked = zone } = this.#options;
    if (isLocal && (zone === undefined || zone !== asked) && !this.#isZoneReported) {
      this.#isZoneReported = true;
      const both = `is a time of ${zone} by its header, where the request says ${asked}`;
      problems.set('start_time_utc', zone === undefined ? NO_ZONE : both);
    }
    return zone === undefined || zone === 'UTC' || !isLocal ? '' : zone;
  }

  #outside({ start, end }: UnavailabilityFields) {
    const { window } = this.#options;
    if (!window || (isBefore(start, window.to) && isBefore(window.from, end))) return [];
    const column = { index: DIALECT_FIELDS.indexOf('start_time_utc'), name: '' };
    return [{ column, reason: `is outside the window from ${window.from} to ${window.to}` }];
  }

  #withProblems(
    line: number,
    cells: readonly Cell[],
    problems: ReadonlyMap<DialectField, string>,
  ): FileProblem[] {
    return Array.from(problems, ([field, reason]) => ({
      line,
      column: this.#columns.fields.get(field)?.header ?? field,
      value: problemValue(this.#cell(cells, field)),
      reason,
      example: exampleOf(field, reason === NO_ZONE, {
        decimal: this.#cells.numbers.mark,
        order: this.#cells.dates.order,
        plant: this.#options.plant ?? this.#plants[0]?.name,
      }),
    }));
  }
}

const NO_ZONE =
  'is a time of no known zone: say which in the field zone, in the header, or in a column timezone_source';
