import { quartersOfDate, type SourceTable, type UnreadableFile } from '@solano/domain/kernel';
import type { MilliEuro } from '../prices/milli-euro.ts';
import { type Labels, readValues, toDays, type ValueFields } from '../prices/value-file.ts';
import { requireWhole } from '../prices/whole-days.ts';
import { IMBALANCE_COLUMNS } from './imbalance-columns.ts';
import { IMBALANCE_SERIES, type ImbalanceDay } from './imbalance-prices.ts';

type Field = Exclude<keyof typeof IMBALANCE_COLUMNS, 'datetime'>;

/** Minutes of the periods for which deviations are priced. */
const STEPS: readonly number[] = [15, 60];

/** The days of a file, in order, and the line with which each begins. */
interface ReadDays {
  readonly days: readonly ImbalanceDay[];
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Reads prices of deviations, of whole days: `short` and `long`, or one price for both in a column
 * `price`, `short` or `long`. The step is that of each day, so a file may go from hours to quarter
 * hours.
 *
 * @throws SolanoError `invalid_rows` naming every bad column, or else every unreadable and repeated
 *   row, or else the rows because of which days are not whole.
 */
export function readImbalance(table: SourceTable | UnreadableFile, labels: Labels): ReadDays {
  const read = toDays(readValues(table, IMBALANCE_COLUMNS, fieldsOf), labels);
  const whole = read.map(({ date }) => {
    return { name: IMBALANCE_SERIES, quarters: quartersOfDate(date), steps: STEPS };
  });
  requireWhole(read, whole);
  const days = read.map(({ date, rows, series: { stepMinutes } }): ImbalanceDay => {
    const short = rows.map(({ value }): MilliEuro => value);
    const long = rows.map(({ value, second = value }): MilliEuro => second);
    return { date, stepMinutes, short, long };
  });
  return { days, lines: new Map(read.map(({ date, line }) => [date, line])) };
}

/** One price serves both where the file has no other. */
function fieldsOf(found: ReadonlySet<string>): ValueFields<Field> {
  if (found.has('price')) return { value: 'price' };
  if (found.has('short') === found.has('long')) return { value: 'short', second: 'long' };
  return { value: found.has('short') ? 'short' : 'long' };
}
