import { because, rejectFile } from '@solano/domain/kernel';

/** Limits of a workbook: a small file may unpack to a large one. */
export interface WorkbookLimits {
  /** Bytes of all parts that are read. */
  readonly unpackedBytes: number;
  /** Files in the archive. */
  readonly parts: number;
  readonly sheets: number;
  /** Cells that hold anything, of all sheets. */
  readonly cells: number;
  readonly sharedStrings: number;
  /** UTF-16 units of one cell. */
  readonly cellCharacters: number;
}

/** A hundred thousand rows of ten columns, with texts, take about a half of each. */
export const WORKBOOK_LIMITS: WorkbookLimits = {
  unpackedBytes: 192 * 1024 * 1024,
  parts: 1_000,
  sheets: 50,
  cells: 2_000_000,
  sharedStrings: 1_000_000,
  cellCharacters: 32_767,
};

/** Cells of a row: as many as fields of a CSV record. */
export const MAX_COLUMNS = 200;

/** Rejects a workbook as a whole. Code `invalid_rows`. */
export function rejectWorkbook(reason: string): never {
  return rejectFile(because('bad_workbook', { detail: reason }));
}
