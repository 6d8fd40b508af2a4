/** Problems of a file or a cell of it, in English; `{name}` stands for a parameter. */
const REASONS = {
  // Of a file.
  unreadable: '{detail}',
  quotes: '{detail}',
  too_many_fields: 'there are more than {max} fields',
  no_header: 'no line of the first {lines} names the columns',
  unknown_encoding: 'the encoding of the file is not recognised: save it as CSV UTF-8 or as .xlsx',
  not_text: 'the file is not text: it holds NUL characters',
  old_workbook: 'the file is an old .xls or has a password: save it as .xlsx without one',
  bad_workbook: 'the workbook cannot be read: {detail}',
  several_sheets: 'several sheets could be meant: {sheets}; keep one',
  no_rows: 'there are no rows',
  too_many_values: 'is beyond the {max} values that a file may have',
  too_many_rows: 'there are more than {max} rows',
  row_length: 'the row has {count} fields where the header has {expected}',
  // Of a column.
  column_missing: 'missing',
  unknown_column: 'is unknown',
  plant_column_missing: 'missing: add the column, or name the plant in the field plant_id',
  column_repeated: 'says the same as column {column}; keep one',
  no_unit: 'says no unit',
  other_unit: 'is not in {unit}',
  other_zone_than_start: 'is in another time zone than the start',
  zone_contradicts: 'says {zone}, where the request says {requested}',
  // Of any cell.
  missing: 'is missing',
  too_long: 'has more than {max} characters',
  not_storable: 'holds a character that cannot be kept',
  not_a_choice: 'is not one of {choices}',
  repeated: 'repeats line {line}',
  // Of a number.
  not_a_number: 'is not a number',
  ambiguous_number: 'could be {grouped} or {decimal}',
  mark_of_request: 'has the decimal mark "{mark}" where the request has "{expected}"',
  mark_of_line: 'has the decimal mark "{mark}" where line {line} has "{expected}"',
  percentage: 'is a percentage, where the unit is {unit}',
  date_for_number: 'is a date, not a number',
  too_many_decimals: 'has more than {max} decimals',
  below: 'is below {min}',
  above: 'is above {max}',
  // Of a time.
  not_a_time: 'is not a date and time',
  no_year: 'has no year of four digits',
  no_time_of_day: 'has no time of day',
  ambiguous_date: 'could be day and month or month and day',
  order_of_request: 'is no date of the form {order}, which the request has',
  order_of_line: 'is no date of the form {order}, which line {line} has',
  seconds: 'has seconds, where labels have minutes',
  never_shown: 'is a time that the clock of {zone} never shows',
  not_a_zone: 'is not an IANA time zone',
  // Of an outage.
  blank: 'missing',
  not_iso: 'is not an ISO 8601 date and time, to the microsecond at most',
  skipped: 'is a local time that does not exist in its time zone',
  not_after: 'is not after {column}',
  unknown_plant: 'names no plant of the customer',
  other_plant: 'is not the plant of this upload, {plant}',
  not_a_decimal: 'is not a number (decimals after a point)',
  above_nominal: "is above the plant's nominal capacity of {nominal} MW",
  repeated_outage: 'repeats plant, start, end and type of line {line}',
  unit_contradicts: 'is another unit than {unit}, which the header says',
  no_zone:
    'is a time of no known zone: say which in the field zone, in the header, or in a column timezone_source',
  zone_of_header: 'is a time of {zone} by its header, where the request says {requested}',
  outside_window: 'is outside the window from {from} to {to}',
  other_local_time: 'differs from {column}: change both, or clear the local time',
  // Of measured energy.
  no_unit_said: 'says no unit: say it in the header, such as "MW", or in the field unit',
  no_zone_said: 'is a local time: say its zone in the header, or in the field zone',
  hour_zero:
    'counts hours from 0: say in the field labels whether they name the start or the end of the hour',
  not_an_hour: 'is not an hour of the day',
  off_grid: 'is not at a multiple of five minutes',
  odd_period: 'has a period of {minutes} minutes: it may be 5, 10, 15, 30 or 60',
  other_period:
    'is {minutes} minutes after the time before, as others are, where the file has {step}: give start and end, or send the parts apart',
  overlaps: 'overlaps the period of line {line}',
  in_future: 'is of a period that is not over',
  implausible:
    'is {mw} MW, where the plant has {installed} MW installed: say force=true to record it',
  not_a_season: 'is not a flag of summer or winter',
  // Of executed trades.
  either_pass:
    'is {label}, which may be of either pass of the repeated hour: write offsets, UTC, or a column of summer or winter',
  unknown_session: 'is not a session: MD, MID1, MID2, MID3, MIC (continuous) or BIL (bilateral)',
  no_market_period: 'has a period of {minutes} minutes: it may be 15, 30 or 60',
  off_period: 'does not begin at a multiple of its {minutes} minutes',
  no_market_year: 'is of {year}: trades are of the years 1998 to 2099',
  no_period_shown:
    'is of {session}, whose times are too few to show a period, in a file with periods of {step} minutes: give start and end',
  not_a_side: 'is neither a purchase nor a sale',
  bought_negative: 'is negative, where the row is a purchase',
  // Of a purchase.
  not_megawatts: 'is not a number (MW)',
  repeated_time: 'repeats the datetime {label}',
  repeated_time_of_line: 'repeats the datetime of line {line}',
  repeated_backwards:
    'repeats the datetime {label} in a file that runs backwards: sort it, or write offsets',
  second_of_two:
    'is the second of two equal labels of this day, which cannot be distinguished from the first without that one',
} as const;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];

export type ReasonParams = Readonly<Record<string, string | number>>;

/** Why something in a file cannot be used: a code with parameters, and both as English. */
export interface Reason {
  readonly code: ReasonCode;
  readonly params: ReasonParams;
  readonly reason: string;
}

export function because(code: ReasonCode, params: ReasonParams = {}): Reason {
  const reason = REASONS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return { code, params, reason };
}
