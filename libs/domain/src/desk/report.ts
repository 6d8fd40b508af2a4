/** The door of the report of a month: it is loaded when one is made. */
export { PER_EURO, PER_MWH } from './deviation/compared-period.ts';
export { type MonthReport, monthReport, type ReportRow } from './report/month-report.ts';
export { type ReportDeps, readReport } from './report/read-report.ts';
export type { SavingSum } from './report/saving-sum.ts';
