export { PAGE_POLICY, reportPage } from './page.ts';
export { reportSheets } from './workbook.ts';
