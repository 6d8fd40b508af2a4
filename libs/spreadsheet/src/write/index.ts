export { writeParquet } from './write-parquet.ts';
export { writeSpreadsheet } from './write-spreadsheet.ts';
