import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { BINARY } from './operation.ts';

/** A workbook as the content of a response. */
export const WORKBOOK = { [XLSX_TYPE]: BINARY };

/** A table as a file for spreadsheets, or for data tools. */
export const TABLE_FILES = { ...WORKBOOK, [PARQUET_TYPE]: BINARY };
