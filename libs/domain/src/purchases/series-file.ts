import { MINUTE_MS } from '../time/durations.ts';
import { inferStep, LabelReader, labelOf, MADRID } from '../time/label.ts';
import { zoneOf } from '../time/zone-alias.ts';
import { FileCells, type FormOptions } from '../values/file-cells.ts';
import type { FileProblem } from '../values/file-problem.ts';
import { fileProblem, MAX_FILE_PROBLEMS, problemValue } from '../values/file-problem.ts';
import { isBlank, type SourceTable, type TableRow } from '../values/table.ts';
import type { JsonText } from '../values/text.ts';
import { findSeriesColumns, type SeriesColumns } from './series-columns.ts';
import { readSeriesTime } from './series-time.ts';
import { countItems } from './submit.ts';

/** Which end of its period a time of the file is. */
export const SERIES_LABELS = ['end', 'start'] as const;
/** Clocks that the times of a file may be of. */
export const SERIES_ZONES = ['Europe/Madrid', 'UTC'] as const;

/** What the sender of a series says of its file. */
export interface SeriesFileOptions extends FormOptions {
  /** Default: `end`. */
  readonly labels?: (typeof SERIES_LABELS)[number] | undefined;
  /** Zone of times without an offset; default: as their header says, else Europe/Madrid. */
  readonly zone?: (typeof SERIES_ZONES)[number] | undefined;
}

/** The series as a JSON submission would have held it, or what is wrong with the file. */
export type SeriesFileReading =
  | { readonly rows: number; readonly series: JsonText }
  | { readonly problems: readonly FileProblem[] };

/** A good row: the instant (ms) that its time means, and its MW. */
interface SeriesRow {
  readonly line: number;
  readonly instant: number;
  readonly megawatts: number;
}

/**
 * Reads the series of a purchase from a file of any spreadsheet, in the order of its rows. What could
 * be read in two ways is a problem until the options say which. The rules are those of
 * {@link countItems}.
 */
export function readSeriesFile(
  table: SourceTable,
  options: SeriesFileOptions,
  maxItems: number,
): SeriesFileReading {
  const { columns, problems } = findSeriesColumns(table.header, options.zone);
  const { rows } = table;
  if (rows.length === 0) problems.push(fileProblem(table.header.line + 1, 'there are no rows'));
  if (rows.length > maxItems) {
    const { line } = rows[maxItems] as TableRow;
    problems.push(fileProblem(line, `there are more than ${maxItems} rows`));
  }
  if (!columns || problems.length > 0) return { problems };
  const reader = new SeriesReader(table, columns, options);
  const items = rows.flatMap((row) => reader.read(row));
  if (reader.problems.length > 0) return { problems: reader.problems.slice(0, MAX_FILE_PROBLEMS) };
  return itemsAsJson(items, options.labels ?? 'end', maxItems);
}

/** Reads the rows of one file. */
class SeriesReader {
  readonly problems: FileProblem[] = [];
  readonly #table: SourceTable;
  readonly #columns: SeriesColumns;
  readonly #cells: FileCells;
  readonly #labels: LabelReader;
  /** The line of each instant so far. */
  readonly #lines = new Map<number, number>();
  readonly #isBackwards: boolean;

  constructor(table: SourceTable, columns: SeriesColumns, options: SeriesFileOptions) {
    const { datetime, purchase } = columns;
    this.#table = table;
    this.#columns = columns;
    const places = { numbers: [purchase.index], times: [datetime.index] };
    this.#cells = new FileCells(table.rows, places, options);
    this.#labels = new LabelReader(zoneOf(columns.zone));
    this.#isBackwards = this.#runsBackwards();
  }

  read({ line, cells }: TableRow): SeriesRow[] {
    if (this.problems.length >= MAX_FILE_PROBLEMS) return [];
    const { header, delimiter } = this.#table;
    // With commas a decimal could have become a field of its own.
    const hasMore = cells.slice(header.cells.length).some((cell) => !isBlank(cell));
    if (hasMore || (delimiter === ',' && cells.length < header.cells.length)) {
      const reason = `the row has ${cells.length} fields where the header has ${header.cells.length}`;
      this.problems.push(fileProblem(line, reason));
      return [];
    }
    const instant = this.#instant(line, this.#cellAt(cells, 'datetime'));
    const megawatts = this.#megawatts(line, this.#cellAt(cells, 'purchase'));
    return instant === undefined || megawatts === undefined ? [] : [{ line, instant, megawatts }];
  }

  #cellAt(cells: TableRow['cells'], column: 'datetime' | 'purchase') {
    return cells[this.#columns[column].index] ?? '';
  }

  #instant(line: number, cell: TableRow['cells'][number]): number | undefined {
    const read = this.#cells.time(cell);
    const { zone } = this.#columns;
    const time =
      'reason' in read
        ? read
        : readSeriesTime(read.text, this.#labels, { zone, isBackwards: this.#isBackwards });
    if ('reason' in time) return this.#reject(line, 'datetime', cell, time.reason);
    const first = this.#lines.get(time.instant);
    if (first !== undefined) {
      return this.#reject(line, 'datetime', cell, `repeats the datetime of line ${first}`);
    }
    this.#lines.set(time.instant, line);
    return time.instant;
  }

  #megawatts(line: number, cell: TableRow['cells'][number]): number | undefined {
    const read = this.#cells.number(cell, 'MW');
    if ('reason' in read) return this.#reject(line, 'purchase', cell, read.reason);
    const megawatts = Number(read.text);
    if (read.text === '') return this.#reject(line, 'purchase', cell, 'is missing');
    if (!Number.isFinite(megawatts)) {
      return this.#reject(line, 'purchase', cell, 'is not a number (MW)');
    }
    return megawatts;
  }

  /** Whether the file's last time is before its first: then the repeated hour has its second one first. */
  #runsBackwards(): boolean {
    const { rows } = this.#table;
    const times = [rows[0], rows.at(-1)].map((row) => {
      const read = this.#cells.time(row ? this.#cellAt(row.cells, 'datetime') : '');
      return 'text' in read ? read.text : '';
    });
    const [first = '', last = ''] = times;
    return last !== '' && last < first;
  }

  #reject(
    line: number,
    column: 'datetime' | 'purchase',
    cell: TableRow['cells'][number],
    reason: string,
  ): undefined {
    const { header } = this.#columns[column];
    const example = column === 'datetime' ? this.#timeExample() : this.#numberExample();
    this.problems.push({ line, column: header, value: problemValue(cell), reason, example });
  }

  #timeExample(): string {
    const { order = 'ymd' } = this.#cells.dates;
    return { dmy: '23/11/2026 00:15', mdy: '11/23/2026 00:15', ymd: '2026-11-23 00:15' }[order];
  }

  #numberExample(): string {
    return `12${this.#cells.numbers.mark ?? '.'}5`;
  }
}

/**
 * The array that a JSON submission would have held: ends of periods on the Madrid clock. Where the
 * repeated hour of autumn does not come in the order of time, all rows are put into it, as only the
 * order distinguishes its two occurrences.
 */
function itemsAsJson(
  rows: readonly SeriesRow[],
  labels: (typeof SERIES_LABELS)[number],
  maxItems: number,
): SeriesFileReading {
  const step = inferStep(rows.map(({ instant }) => instant)) * MINUTE_MS;
  const shift = labels === 'start' ? step : 0;
  const ends = rows.map((row) => ({ ...row, instant: row.instant + shift }));
  const sorted = ends.toSorted((a, b) => a.instant - b.instant);
  const ordered = misread(ends) ? sorted : ends;
  const bad = misread(ordered);
  if (bad) {
    const reason =
      'is the second of two equal labels of this day, which cannot be distinguished from the first without that one';
    return { problems: [{ ...fileProblem(bad.line, reason), value: labelOf(bad.instant) }] };
  }
  const items = ordered.map(({ instant, megawatts }) => ({
    datetime: labelOf(instant),
    purchase: megawatts,
  }));
  return { rows: countItems(items, maxItems), series: JSON.stringify(items) };
}

/** The first row that would be read as another instant from its label. */
function misread(rows: readonly SeriesRow[]): SeriesRow | undefined {
  const labels = new LabelReader(MADRID);
  return rows.find(({ instant }) => labels.read(labelOf(instant)) !== instant);
}
