import { XLSX_TYPE } from '@solano/spreadsheet';
import type { Content } from './operation.ts';

/** A workbook as the content of a response. */
export const WORKBOOK: Readonly<Record<string, Content>> = {
  [XLSX_TYPE]: { schema: { type: 'string', format: 'binary' } },
};
