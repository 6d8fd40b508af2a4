import { DateForm, type DateOrder } from '../time/date-form.ts';
import { type DecimalMark, NumberForm } from './number-form.ts';
import { type Cell, cellText, isBlank, type TableRow } from './table.ts';

/** The text of a cell in one notation, or what is wrong with it. Nothing for an empty cell. */
export type CellResult = { readonly text: string } | { readonly reason: string };

/** What the sender of a file says of its numbers and dates. */
export interface FormOptions {
  readonly decimal?: DecimalMark | undefined;
  readonly dateForm?: DateOrder | undefined;
}

/** Columns by their places; undefined for one that a file does not have. */
interface FormColumns {
  readonly numbers: readonly (number | undefined)[];
  readonly times: readonly (number | undefined)[];
}

/** Reads the numbers and times of one file by the forms that the whole file shows. */
export class FileCells {
  readonly numbers: NumberForm;
  readonly dates: DateForm;

  /** Looks at all numbers and times of the file. */
  constructor(
    rows: readonly TableRow[],
    { numbers, times }: FormColumns,
    { decimal, dateForm }: FormOptions,
  ) {
    this.numbers = new NumberForm(decimal);
    this.dates = new DateForm(dateForm);
    for (const { line, cells } of rows) {
      for (const text of textsAt(cells, numbers)) this.numbers.learn(withoutPercent(text), line);
      for (const text of textsAt(cells, times)) this.dates.learn(text, line);
    }
  }

  /** An ISO 8601 date and time. */
  time(cell: Cell): CellResult {
    if (isBlank(cell)) return { text: '' };
    const read = this.dates.read(cellText(cell));
    return 'iso' in read ? { text: read.iso } : read;
  }

  /**
   * A decimal with a point.
   *
   * @param unit of the number; a percentage is one of `%` alone.
   */
  number(cell: Cell, unit: string): CellResult {
    if (isBlank(cell)) return { text: '' };
    const isPercent = typeof cell === 'string' ? cell.includes('%') : cellText(cell).endsWith('%');
    if (isPercent && unit !== '%') return { reason: `is a percentage, where the unit is ${unit}` };
    if (typeof cell === 'string') {
      const read = this.numbers.read(withoutPercent(cell));
      return 'decimal' in read ? { text: read.decimal } : read;
    }
    return 'number' in cell ? { text: cell.number } : { reason: 'is a date, not a number' };
  }
}

function textsAt(cells: readonly Cell[], places: readonly (number | undefined)[]): string[] {
  return places.flatMap((at) => {
    const cell = at === undefined ? undefined : cells[at];
    return typeof cell === 'string' ? cell : [];
  });
}

function withoutPercent(text: string): string {
  return text.trim().replace(/\s*%$/, '');
}
