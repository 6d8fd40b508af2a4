/** A number as a spreadsheet keeps it: decimal text with a point. */
interface NumberCell {
  readonly number: string;
  /** Shown as a percentage: the number is what is shown before the sign, 50 for 50 %. */
  readonly isPercent: boolean;
}

/** A date as a spreadsheet keeps it. */
interface DateCell {
  /** `YYYY-MM-DD HH:MM:SS`, or the day alone where the cell shows no time. */
  readonly wall: string;
}

/** A cell of a file: text as it stands, empty where there is nothing, or what a spreadsheet typed. */
export type Cell = string | NumberCell | DateCell;

export interface TableRow {
  /** Line of the file, the first being 1; of a spreadsheet the number of the row. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** A table as it was found in a file, and how it was recognised. */
export interface SourceTable {
  readonly format: 'csv' | 'xlsx';
  /** Null in a spreadsheet, as is the encoding. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly header: TableRow;
  /** The rows below the header that hold anything. */
  readonly rows: readonly TableRow[];
}

/** How many columns that a reader knows a row names: the header is the first row with the most. */
export type CountColumns = (row: readonly string[]) => number;

/** A cell as people see it. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if ('wall' in cell) return cell.wall;
  return cell.isPercent ? `${cell.number}%` : cell.number;
}

export function isBlank(cell: Cell): boolean {
  return typeof cell === 'string' && cell.trim() === '';
}
