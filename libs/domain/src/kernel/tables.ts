/** The door of what reads tables of files: a start does not load it. */
export {
  type ColumnNames,
  type ColumnRule,
  type ColumnTable,
  columnProblem,
  countingColumns,
  TIME_NAMES,
} from './tables/column-table.ts';
export { headerWords, type Unit } from './tables/header-words.ts';
export { changeOfPeriod } from './tables/period-change.ts';
export { PERIOD_COLUMNS } from './tables/period-columns.ts';
export { type PeriodOptions, readUnit, readZone } from './tables/period-form.ts';
export { PeriodTimes, timeField } from './tables/period-times.ts';
export { POWER_UNITS, type PowerUnit } from './tables/power-units.ts';
export {
  type CellResult,
  type FormOptions,
  TableReader,
  type Understood,
} from './tables/table-reader.ts';
