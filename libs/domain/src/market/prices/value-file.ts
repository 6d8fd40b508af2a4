import {
  because,
  dateAt,
  type FileProblem,
  inferStep,
  LabelReader,
  MADRID,
  MINUTE_MS,
  parseInstant,
  parseWallTime,
  QUARTER_MS,
  rejectRows,
  type SourceTable,
  type TableRow,
  type UnreadableFile,
  type Zone,
  zoneOf,
} from '@solano/domain/kernel';
import { type ColumnTable, TableReader } from '@solano/domain/kernel/tables';
import { type MilliEuro, milliProblem, parseMilli } from './milli-euro.ts';
import type { PriceSeries } from './prices.ts';

/** How a date-time ends that is not a label. */
const OFFSET = /\d(Z|[+-]\d{2}(:?\d{2})?)$/i;
/** A label as a spreadsheet writes it. */
const WITH_SECONDS = /^(.{10} \d{2}:\d{2}):00$/;

/** Whether a datetime is the end or the start of its period. */
export type Labels = 'end' | 'start';

/** The fields of a table of values besides `datetime`, by their role. */
export interface ValueFields<F extends string> {
  readonly value: F;
  /** Another number that every row has. None by default. */
  readonly second?: F;
  /** Lower ones first; they never cross. None by default. */
  readonly quantiles?: readonly F[];
}

/** A row: the instant (ms) that its datetime names, and its numbers in thousandths. */
export interface ValueRow {
  readonly line: number;
  readonly instant: number;
  readonly value: MilliEuro;
  /** Undefined where the table has no such field. */
  readonly second: MilliEuro | undefined;
  /** Null where the row has none. */
  readonly quantiles: readonly (MilliEuro | null)[];
}

/**
 * Reads a table of the values of periods: `datetime` as ISO 8601 with an offset or as a label, of Madrid
 * where its header names no zone; numbers with a decimal point. Rows may be in any order and have gaps.
 *
 * @param fieldsOf the fields of a table that has some columns; it may have no other.
 * @throws SolanoError `invalid_rows` naming every missing, repeated and unknown column, or else every
 *   unreadable and repeated row, and every row whose quantiles cross, as `line N: reason`.
 */
export function readValues<F extends string>(
  table: SourceTable | UnreadableFile,
  columns: ColumnTable<F | 'datetime'>,
  fieldsOf: (found: ReadonlySet<F | 'datetime'>) => ValueFields<F>,
): ValueRow[] {
  if ('problems' in table) return rejectRows(table.problems.map(problemText));
  const reader = new ValueReader(table, columns, fieldsOf);
  const rows = reader.read();
  if (reader.problems.length > 0) rejectRows(reader.problems.map(problemText));
  return rows;
}

/** A bad column as `line N: column C reason`, a bad cell as `line N: C reason`. */
function problemText({ line, column, value, reason, code, params }: FileProblem): string {
  if (code === 'row_length') {
    return `line ${line}: ${params.count} fields where the header has ${params.expected}`;
  }
  if (column === null) return `line ${line}: ${reason}`;
  const start = `line ${line}: ${value === null ? 'column ' : ''}${column}`;
  return reason.startsWith(':') ? `${start}${reason}` : `${start} ${reason}`;
}

class ValueReader<F extends string> {
  readonly #cells: TableReader<F | 'datetime'>;
  readonly #fields: ValueFields<F>;
  readonly #zone: Zone;
  readonly #labels: LabelReader;
  /** The line of each instant so far. */
  readonly #lines = new Map<number, number>();

  constructor(
    table: SourceTable,
    columns: ColumnTable<F | 'datetime'>,
    fieldsOf: (found: ReadonlySet<F | 'datetime'>) => ValueFields<F>,
  ) {
    this.#cells = new TableReader(table, columns);
    this.#fields = fieldsOf(new Set(this.#cells.found.keys()));
    this.#requireFields();
    this.#cells.rejectUnknownColumns();
    this.#zone = zoneOf(this.#cells.found.get('datetime')?.zone || MADRID.name);
    this.#labels = new LabelReader(this.#zone);
  }

  get problems(): readonly FileProblem[] {
    return this.#cells.problems;
  }

  read(): ValueRow[] {
    if (this.problems.length > 0) return [];
    const all = Number.POSITIVE_INFINITY;
    return this.#cells.rows(all, (row) => this.#row(row), all);
  }

  #requireFields(): void {
    const { value, second, quantiles = [] } = this.#fields;
    const required: (F | 'datetime')[] = [
      'datetime',
      value,
      ...(second === undefined ? [] : [second]),
    ];
    for (const field of required) {
      if (!this.#cells.found.has(field)) this.#cells.rejectColumn(field, because('missing'));
    }
    for (const field of this.#cells.found.keys()) {
      if (required.includes(field) || quantiles.some((each) => each === field)) continue;
      const column = this.#cells.header(value);
      this.#cells.rejectColumn(field, because('column_repeated', { column }));
    }
  }

  /** Undefined where a cell is bad, which is reported. */
  #row(row: TableRow): ValueRow | undefined {
    const instant = this.#instant(row);
    const value = this.#number(row, this.#fields.value);
    const { second: field } = this.#fields;
    const second = field === undefined ? undefined : this.#number(row, field);
    const quantiles = this.#quantiles(row);
    if (instant === undefined || value === undefined) return undefined;
    if (field !== undefined && second === undefined) return undefined;
    const first = this.#lines.get(instant);
    if (first !== undefined) {
      this.#cells.reject(row, 'datetime', because('repeated', { line: first }));
    }
    this.#lines.set(instant, first ?? row.line);
    return { line: row.line, instant, value, second, quantiles };
  }

  #instant(row: TableRow): number | undefined {
    const text = this.#cells.text(row, 'datetime').replace(WITH_SECONDS, '$1');
    const instant = OFFSET.test(text)
      ? Date.parse(parseInstant(text) ?? '')
      : this.#labels.read(text);
    const place = this.#zone.name === MADRID.name ? 'Madrid' : this.#zone.name;
    if (instant === 'invalid' && parseWallTime(text) !== undefined) {
      return this.#reject(row, 'datetime', `: the clock in ${place} never shows this time`);
    }
    if (instant === 'invalid' || Number.isNaN(instant)) {
      const forms = `is neither ISO 8601 with an offset nor YYYY-MM-DD HH:MM in ${place}`;
      return this.#reject(row, 'datetime', forms);
    }
    if (instant === 'repeated') {
      return this.#reject(row, 'datetime', 'occurs more often than the clock shows it');
    }
    if (instant % QUARTER_MS === 0) return instant;
    return this.#reject(row, 'datetime', 'is not on a quarter hour');
  }

  #number(row: TableRow, field: F): MilliEuro | undefined {
    const text = this.#cells.text(row, field);
    return parseMilli(text) ?? this.#reject(row, field, milliProblem(text));
  }

  /** Values of a row with a bad one are not used. */
  #quantiles(row: TableRow): (MilliEuro | null)[] {
    const { quantiles: fields = [] } = this.#fields;
    const read = fields.map((field) => {
      return this.#cells.text(row, field) === '' ? null : this.#number(row, field);
    });
    if (!read.includes(undefined)) this.#rejectCrossing(row, read as (MilliEuro | null)[]);
    return read.map((quantile) => quantile ?? null);
  }

  /** Reports the first of the row's quantiles that is below a lower one. */
  #rejectCrossing(row: TableRow, quantiles: readonly (MilliEuro | null)[]): void {
    const { quantiles: fields = [] } = this.#fields;
    const known = fields.flatMap((field, i) => {
      const price = quantiles[i] ?? null;
      return price === null ? [] : [{ field, price }];
    });
    const at = known.findIndex(({ price }, i) => price < (known[i - 1]?.price ?? price));
    const [lower, upper] = [known[at - 1], known[at]];
    if (!lower || !upper) return;
    const crossed = `is below ${this.#cells.header(lower.field)}: quantiles must not cross`;
    this.#reject(row, upper.field, crossed);
  }

  #reject(row: TableRow, field: F | 'datetime', detail: string): undefined {
    return this.#cells.reject(row, field, because('unreadable', { detail }));
  }
}

/** Rows in order of time. */
export function sortedByTime(rows: readonly ValueRow[]): readonly ValueRow[] {
  return rows.toSorted((a, b) => a.instant - b.instant);
}

/** Rows in order of time, with the step of their instants. */
export function toSeries(rows: readonly ValueRow[], labels: Labels): PriceSeries {
  const sorted = sortedByTime(rows);
  const stepMinutes = inferStep(sorted.map(({ instant }) => instant));
  const shift = labels === 'start' ? stepMinutes * MINUTE_MS : 0;
  return {
    stepMinutes,
    ends: sorted.map(({ instant }) => instant + shift),
    prices: sorted.map(({ value }) => value),
  };
}

/** The rows of a Madrid day, in order of time. */
export interface DayRows {
  readonly date: string;
  readonly rows: readonly ValueRow[];
  /** The first line of them. */
  readonly line: number;
  readonly series: PriceSeries;
}

/** The days of a file, in order, each with its own step. */
export function toDays(rows: readonly ValueRow[], labels: Labels): DayRows[] {
  const dateOf = ({ instant }: ValueRow) => dateAt(labels === 'end' ? instant - 1 : instant);
  return [...Map.groupBy(sortedByTime(rows), dateOf)].map(([date, own]) => {
    const line = Math.min(...own.map((row) => row.line));
    return { date, rows: own, line, series: toSeries(own, labels) };
  });
}
