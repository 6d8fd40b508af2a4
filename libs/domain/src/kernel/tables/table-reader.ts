import { type ColumnTable, columnProblem, type FoundColumns, findColumns } from './column-table.ts';
import { DateForm, type DateOrder } from './date-form.ts';
import { type FileProblem, fileProblem, MAX_FILE_PROBLEMS, problemValue } from './file-problem.ts';
import { type DecimalMark, NumberForm } from './number-form.ts';
import { because, type Reason } from './reasons.ts';
import { type Cell, cellText, isBlank, type SourceTable, type TableRow } from './table.ts';

/** The text of a cell in one notation, or what is wrong with it. Nothing for an empty cell. */
export type CellResult = { readonly text: string } | Reason;

/** What the sender of a file says of its numbers and dates. */
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

  constructor(
    table: SourceTable,
    columns: ColumnTable<F>,
    { decimal, dateForm }: FormOptions = {},
  ) {
    this.#table = table;
    this.#columns = columns;
    const { found, problems } = findColumns(columns, table.header);
    this.found = found;
    this.problems.push(...problems);
    this.numbers = new NumberForm(decimal);
    this.dates = new DateForm(dateForm);
    this.#eachText(['number', 'degrees'], (text, line) =>
      this.numbers.learn(withoutPercent(text), line),
    );
    // After all proofs: a number of this kind may be one that only looks ambiguous.
    this.#eachText(['degrees'], (text, line) => this.numbers.learnSmall(text, line));
    this.#eachText(['time'], (text, line) => this.dates.learn(text, line));
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
  rows<T>(maxRows: number, read: (row: TableRow) => T | undefined): T[] {
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
      if (this.problems.length >= MAX_FILE_PROBLEMS) break;
    }
    this.problems.splice(MAX_FILE_PROBLEMS);
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
    const column = this.found.get(field)?.header ?? field;
    const value = problemValue(this.cell(row, field));
    this.problems.push({ line: row.line, column, value, example, ...reason });
  }

  /** Reports a column. */
  rejectColumn(field: F, reason: Reason, example: string | null = null): void {
    const column = this.found.get(field)?.header ?? field;
    this.problems.push(columnProblem(this.#table.header.line, column, reason, example));
  }

  /** Reports each of the fields that the file has no column of. */
  requireColumns(fields: readonly F[]): void {
    for (const field of fields) {
      if (!this.found.has(field)) this.rejectColumn(field, because('column_missing'), field);
    }
  }

  /** A value of the field that would be right in this file. */
  #exampleOf(field: F): string | null {
    const { type, example } = this.#columns[field];
    if (type === 'time') return `${DATES[this.dates.order ?? 'ymd']} ${example ?? '00:15'}`;
    if (type === 'text') return example ?? null;
    return (example ?? '12.5').replace('.', this.numbers.mark ?? '.');
  }
}

function withoutPercent(text: string): string {
  return text.trim().replace(/\s*%$/, '');
}
