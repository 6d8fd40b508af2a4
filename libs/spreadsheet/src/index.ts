export { readTable } from './read/read-table.ts';
export { readWorkbook } from './read/read-workbook.ts';
export type { CellValue, Sheet, SheetColumn } from './write/sheet.ts';
