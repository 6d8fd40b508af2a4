/** A cell: text, a number (also as decimal text, which keeps its zeros), or nothing. */
export type CellValue = string | number | null;

export interface SheetColumn {
  readonly header: string;
  /**
   * `number`: a number, or a decimal text such as `45.470`. `datetime`: a wall time
   * `YYYY-MM-DD HH:MM[:SS[.f]]` or a UTC instant `YYYY-MM-DDTHH:MM:SSZ`, shown as it stands: a
   * spreadsheet knows no zones, so the header has to name it. `instant`: the same of values that are
   * all in UTC, which Parquet says of them.
   */
  readonly type: 'text' | 'number' | 'datetime' | 'instant';
  /** Decimals that numbers show; default: as many as they have. */
  readonly decimals?: number;
  /** The allowed values of the cells, as a drop-down list. */
  readonly choices?: readonly string[];
  /** In characters; default: that of the header, 12 at least. */
  readonly width?: number;
}

export interface Sheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /**
   * Whether it is a table of the spreadsheet, which is filtered and sorted by its header; headers have
   * to be distinct then, without regard to case.
   */
  readonly isTable?: boolean;
  /** Cells in the order of the columns; read once, as they are written. */
  readonly rows: Iterable<readonly CellValue[]> | AsyncIterable<readonly CellValue[]>;
}
