export { type HeaderOfRow, headerIndex, readDialect, withHeader } from './dialect.ts';
export type { CsvTable } from './table.ts';
export { parseRecords, parseTable } from './table.ts';
