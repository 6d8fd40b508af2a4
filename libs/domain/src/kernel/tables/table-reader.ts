import { type ColumnTable, columnProblem, type FoundColumns, findColumns } from './column-table.ts';
import { DateForm, type DateOrder } from './date-form.ts';
import { NumberForm } from './file-numbers.ts';
import { type FileProblem, fileProblem, MAX_FILE_PROBLEMS, problemValue } from './file-problem.ts';
import type { Unit } from './header-words.ts';
import type { DecimalMark } from './number-form.ts';
import { because, type Reason } from './reasons.ts';
import { type Cell, cellText, isBlank, type SourceTable, type TableRow } from './table.ts';

/** The text of a cell in one notation, or what is wrong with it. Nothing for an empty cell. */
export type CellResult = { readonly text: string } | Reason;

/** Options of the sender of a file for its numbers and dates. */
export interface FormOptions {
  readonly decimal?: DecimalMark | undefined;
  readonly dateForm?: DateOrder | undefined;
}

/** How a file was understood; null where it shows nothing of the kind. */
export interface Understood {
  readonly format: 'csv' | 'xlsx';
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly decimal: DecimalMark | null;
  /** The headers of the file by field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly zone: string | null;
  readonly dateForm: DateOrder | null;
}

const DATES: Readonly<Record<DateOrder, string>> = {
  dmy: '23/11/2026',
  mdy: '11/23/2026',
  ymd: '2026-11-23',
};

/** Reads the table of a file by the columns of its kind, and by the forms that the whole file shows. */
export class TableReader<F extends string> {
  readonly problems: FileProblem[] = [];
  readonly found: FoundColumns<F>;
  readonly numbers: NumberForm;
  readonly dates: DateForm;
  readonly #table: SourceTable;
  readonly #columns: ColumnTable<F>;
  readonly #unknown: readonly string[];

  constructor(
    table: SourceTable,
    columns: ColumnTable<F>,
    { decimal, dateForm }: FormOptions = {},
  ) {
    this.#table = table;
    this.#columns = columns;
    const { found, unknown, problems } = findColumns(columns, table.header);
    this.found = found;
    this.#unknown = unknown;
    this.problems.push(...problems);
    for (const [field, { unit }] of found) this.#requireUnit(field, unit);
    this.numbers = new NumberForm(decimal);
    this.dates = new DateForm(dateForm);
    this.#eachText(['number', 'degrees'], (text, line) =>
      this.numbers.learn(withoutPercent(text), line),
    );
    // After all proofs: a number of this kind may be one that only looks ambiguous.
    this.#eachText(['degrees'], (text, line) => this.numbers.learnSmall(text, line));
    this.#eachText(['time'], (text, line) => this.dates.learn(text, line));
  }

  #requireUnit(field: F, unit: Unit | undefined): void {
    const { units, names } = this.#columns[field];
    if (!units || !unit || units.includes(unit)) return;
    const [name = field] = names[0]?.en.split(',') ?? [];
    this.rejectColumn(
      field,
      because('other_unit', { unit: units.join(', ') }),
      `${name} (${units[0]})`,
    );
  }

  #eachText(types: readonly string[], look: (text: string, line: number) => void): void {
    const fields = Array.from(this.found.keys()).filter((field) =>
      types.includes(this.#columns[field].type),
    );
    for (const row of this.#table.rows) {
      for (const field of fields) {
        const cell = this.cell(row, field);
        if (typeof cell === 'string' && cell !== '') look(cell, row.line);
      }
    }
  }

  /**
   * Reads every row, up to as many problems as are reported; no row where the columns are bad already.
   *
   * @param read returns undefined for a row that it reports problems of.
   */
  rows<T>(
    maxRows: number,
    read: (row: TableRow) => T | undefined,
    maxProblems = MAX_FILE_PROBLEMS,
  ): T[] {
    const { header, rows } = this.#table;
    if (rows.length === 0) this.problems.push(fileProblem(header.line + 1, because('no_rows')));
    if (rows.length > maxRows) {
      const { line } = rows[maxRows] as TableRow;
      this.problems.push(fileProblem(line, because('too_many_rows', { max: maxRows })));
    }
    if (this.problems.length > 0) return [];
    const results: T[] = [];
    for (const row of rows) {
      const result = this.#isWhole(row) ? read(row) : undefined;
      if (result !== undefined) results.push(result);
      if (this.problems.length >= maxProblems) break;
    }
    this.problems.splice(maxProblems);
    return results;
  }

  /** Spreadsheets leave empty cells at the end of a row out; with commas, decimals could be cut. */
  #isWhole({ line, cells }: TableRow): boolean {
    const { header, delimiter } = this.#table;
    const expected = header.cells.length;
    const extra = cells.slice(expected).some((cell) => !isBlank(cell));
    if (!extra && (cells.length >= expected || delimiter !== ',')) return true;
    const reason = because('row_length', { count: cells.length, expected });
    this.problems.push(fileProblem(line, reason));
    return false;
  }

  understood(zone: string | null = null): Understood {
    const { format, delimiter, encoding } = this.#table;
    return {
      format,
      delimiter,
      encoding,
      decimal: this.numbers.mark ?? null,
      columns: Object.fromEntries(Array.from(this.found, ([field, { header }]) => [field, header])),
      zone,
      dateForm: this.dates.order ?? null,
    };
  }

  /** Empty where the file has no such column. */
  cell({ cells }: TableRow, field: F): Cell {
    return cells[this.found.get(field)?.index ?? -1] ?? '';
  }

  /** The header as it is in the file; the field if the file has no such column. */
  header(field: F): string {
    return this.found.get(field)?.header ?? field;
  }

  /** The cell as people see it, without spaces around it. */
  text(row: TableRow, field: F): string {
    return cellText(this.cell(row, field)).trim();
  }

  /** An ISO 8601 date and time. */
  time(row: TableRow, field: F): CellResult {
    return this.timeOf(this.cell(row, field));
  }

  timeOf(cell: Cell): CellResult {
    if (isBlank(cell)) return { text: '' };
    const read = this.dates.read(cellText(cell));
    return 'iso' in read ? { text: read.iso } : read;
  }

  /**
   * A decimal with a point.
   *
   * @param unit of the number; a percentage is one of `%` alone.
   */
  number(row: TableRow, field: F, unit: string): CellResult {
    return this.numberOf(this.cell(row, field), unit);
  }

  numberOf(cell: Cell, unit: string): CellResult {
    if (isBlank(cell)) return { text: '' };
    const isPercent = typeof cell === 'string' ? cell.includes('%') : cellText(cell).endsWith('%');
    if (isPercent && unit !== '%') return because('percentage', { unit });
    if (typeof cell === 'string') {
      const read = this.numbers.read(withoutPercent(cell));
      return 'decimal' in read ? { text: read.decimal } : read;
    }
    return 'number' in cell ? { text: cell.number } : because('date_for_number');
  }

  /** Reports a cell. */
  reject(row: TableRow, field: F, reason: Reason, example = this.#exampleOf(field)): undefined {
    const value = problemValue(this.cell(row, field));
    this.problems.push({ line: row.line, column: this.header(field), value, example, ...reason });
  }

  /** Reports a column. */
  rejectColumn(field: F, reason: Reason, example: string | null = null): void {
    const { line } = this.#table.header;
    this.problems.push(columnProblem(line, this.header(field), reason, example));
  }

  /** Reports each of the fields that the file has no column of. */
  requireColumns(fields: readonly F[]): void {
    for (const field of fields) {
      if (!this.found.has(field)) this.rejectColumn(field, because('column_missing'), field);
    }
  }

  /** Reports each column that is none of the table's. */
  rejectUnknownColumns(): void {
    const reason = because('unknown_column');
    for (const header of new Set(this.#unknown)) {
      this.problems.push(columnProblem(this.#table.header.line, header, reason));
    }
  }

  /** A value of the field that would be right in this file. */
  #exampleOf(field: F): string | null {
    const { type, example } = this.#columns[field];
    if (type === 'time') return `${DATES[this.dates.order ?? 'ymd']} ${example ?? '00:15'}`;
    if (type === 'text' || type === 'label') return example ?? null;
    return (example ?? '12.5').replace('.', this.numbers.mark ?? '.');
  }
}

function withoutPercent(text: string): string {
  return text.trim().replace(/\s*%$/, '');
}
