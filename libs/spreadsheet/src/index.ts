export { readTable } from './read/read-table.ts';
export { readWorkbook } from './read/read-workbook.ts';
export type { CellValue, Sheet, SheetColumn } from './write/sheet.ts';
export { MAX_SHEET_ROWS } from './write/sheet.ts';
export { PARQUET_TYPE, writeParquet } from './write/write-parquet.ts';
export { writeSpreadsheet, XLSX_TYPE } from './write/write-spreadsheet.ts';
