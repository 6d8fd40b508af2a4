import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import type { Content } from './operation.ts';

/** A workbook as the content of a response. */
export const WORKBOOK: Readonly<Record<string, Content>> = {
  [XLSX_TYPE]: { schema: { type: 'string', format: 'binary' } },
};

/** A table as a file for spreadsheets, or for data tools. */
export const TABLE_FILES: Readonly<Record<string, Content>> = {
  ...WORKBOOK,
  [PARQUET_TYPE]: { schema: { type: 'string', format: 'binary' } },
};
