export {
  type ErrorCode,
  type FieldMessages,
  invalidRequest,
  isSolanoError,
  notFound,
  permissionDenied,
  SolanoError,
  translating,
} from './errors.ts';
export { type Log, type Observe, observed } from './log.ts';
export { type Bytes, collect, cut, limited, once } from './objects/bytes.ts';
export { checkKey, checkPrefix, isSegment } from './objects/key.ts';
export {
  CustomerFolders,
  DOCTOR_KEY,
  dayFolder,
  decodeSegment,
  encodeSegment,
  INCOMING_FOLDER,
  isObjectKey,
  isReservedFolder,
  MARKET_FOLDER,
  type UploadPath,
} from './objects/layout.ts';
export {
  foldersIn,
  isCsv,
  isNewer,
  newestIn,
  newestInEach,
  newestOfDays,
} from './objects/newest.ts';
export {
  type ListedEntry,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
  storeFile,
} from './objects/object-store.ts';
export { DATE_ORDERS } from './tables/date-form.ts';
export { NumberForm } from './tables/file-numbers.ts';
export {
  type FileProblem,
  fileProblem,
  MAX_FILE_PROBLEMS,
  problemText,
  rejectFile,
  rejectRows,
  type UnreadableFile,
  UnreadableFileError,
} from './tables/file-problem.ts';
export { DECIMAL_MARKS, type DecimalMark, readNumberForm } from './tables/number-form.ts';
export { because, REASON_CODES, type Reason } from './tables/reasons.ts';
export {
  type Cell,
  type CountColumns,
  cellText,
  isBlank,
  type SourceTable,
  type TableRow,
} from './tables/table.ts';
export type { Clock } from './time/clock.ts';
export { parseDay } from './time/day.ts';
export {
  DAY_MS,
  HOUR_MINUTES,
  HOUR_MS,
  MINUTE_MS,
  parseDuration,
  QUARTER_MINUTES,
  QUARTER_MS,
  SECOND_MS,
} from './time/durations.ts';
export { type DayKind, dayKind, easterSunday, isHoliday } from './time/holidays.ts';
export { hasOffset, isBefore, parseInstant, type UtcInstant } from './time/instant.ts';
export {
  inferStep,
  isDate,
  isMonth,
  LabelReader,
  type Labels,
  labelOf,
  MADRID,
  parseWallTime,
  requireDate,
  requireDayOrder,
  utcDate,
  wallMidnight,
  wallTime,
} from './time/label.ts';
export {
  byClock,
  CLOCK_QUARTERS,
  clockQuarter,
  type DayRange,
  type DeliveryDay,
  dateAfter,
  dateAt,
  datesBetween,
  datesOfMonth,
  dayOf,
  daysBetween,
  HOUR_QUARTERS,
  HOURS,
  hourAt,
  madridInstant,
  ORDINARY_QUARTERS,
  partsOfDays,
  quartersOfDate,
  requireFewDays,
  SECOND_PASS,
  startOfDate,
  weekdayOf,
} from './time/madrid-day.ts';
export { holidayShare, REGIONS, type Region } from './time/regional-holidays.ts';
export { isZoneName, Zone } from './time/zone.ts';
export { zoneOf } from './time/zone-alias.ts';
export {
  batchesOf,
  batchesOfRows,
  mapInSlices,
  NO_PAUSE,
  type Pause,
} from './values/batches.ts';
export {
  compareToWhole,
  type Decimal,
  type DecimalProblem,
  decimalOf,
  parseDecimal,
} from './values/decimal.ts';
export { asFieldProblem, type Checked, FieldProblems } from './values/field-problems.ts';
export { MAX_MW, MICRO, megawatts, microMegawatts } from './values/micro-megawatts.ts';
export type { ListPosition, Page, Rows } from './values/page.ts';
export { PromiseCache } from './values/promise-cache.ts';
export { ratioHalfAway, ratioHalfUp, roundHalfAway, roundHalfUp } from './values/round.ts';
export {
  compareCodePoints,
  type Digest,
  isObject,
  type JsonText,
  requireText,
  snakeCase,
  toLine,
} from './values/text.ts';
