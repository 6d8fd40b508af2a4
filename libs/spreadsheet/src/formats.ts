/** Media type of a workbook. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Media type of a Parquet file. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** Rows of a sheet, its header included: no spreadsheet opens more. */
export const MAX_SHEET_ROWS = 1_048_576;
