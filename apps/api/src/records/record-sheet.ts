import type { CellValue, SheetColumn } from '@solano/spreadsheet';

/** A list of records as a spreadsheet. */
export interface RecordSheet<T> {
  /** Of the file, without its extension, and of the sheet. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Returns a function that turns a record of the customer into cells. */
  readonly cells: (customerId: string) => Promise<(record: T) => readonly CellValue[]>;
}
