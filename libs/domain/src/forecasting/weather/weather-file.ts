import {
  because,
  type FileProblem,
  fileProblem,
  hasOffset,
  MAX_FILE_PROBLEMS,
  MINUTE_MS,
  parseInstant,
  problemText,
  type Reason,
  rejectRows,
} from '@solano/domain/kernel';
import {
  hourOf,
  MAX_LEAD_HOURS,
  MAX_WEATHER_VALUES,
  type RunRows,
  RunTable,
  startOfHour,
} from './run-rows.ts';
import { findWeatherColumns, type TimeColumn, type WeatherColumns } from './weather-columns.ts';
import { fieldsOf, isPercentage, valueProblem } from './weather-fields.ts';
import type { WeatherRun } from './weather-run.ts';

/** A table of text: its header, and each row with its line (the header is line 1). */
export interface WeatherTable {
  readonly header: readonly string[];
  readonly rows: Iterable<WeatherRow>;
}

interface WeatherRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** The runs of a file, in order of `knownAt`. */
export interface WeatherFile {
  readonly runs: readonly WeatherRun[];
  readonly rows: number;
}

/** The source of runs that come in files. */
const FILE_SOURCE = 'file';
/** How far ahead of the clock a run may be known. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;
/** Texts whose instants are remembered. */
const MAX_TIMES = 100_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const NO_OFFSET = unreadable(
  'has no offset: write Z or +01:00 after it, or utc after the name of the column',
);
const MISSING = /^(?:nan)?$/i;

/**
 * Reads forecasts of the weather at a place: `issued_at`, `valid_at` (the end of the hour), optionally `known_at`
 * (else a run is known when it was issued), and a column for each field, in units as `fieldsOf` says. Times are
 * ISO 8601 with an offset, or UTC where the header ends in `utc`. Rows may be in any order; hours that a run has
 * not are NaN between those that it has.
 *
 * @param now (ms) from which on no run is known yet.
 * @throws SolanoError `invalid_rows` naming every bad column, or else bad cells by line and column.
 */
export function readWeather({ header, rows }: WeatherTable, now: number): WeatherFile {
  return new WeatherReader(findWeatherColumns(header), header.length, now).read(rows);
}

class WeatherReader {
  readonly #columns: WeatherColumns;
  readonly #width: number;
  readonly #latest: number;
  readonly #runs: RunTable;
  readonly #problems: FileProblem[] = [];
  readonly #percentages = new Set<string>();
  readonly #times = new Map<string, number>();

  constructor(columns: WeatherColumns, width: number, now: number) {
    this.#columns = columns;
    this.#width = width;
    this.#latest = now + MAX_AHEAD_MS;
    this.#runs = new RunTable(columns.fields.length);
  }

  read(rows: Iterable<WeatherRow>): WeatherFile {
    let count = 0;
    for (const row of rows) {
      if (row.fields.every((each) => each.trim() === '')) continue;
      count += 1;
      this.#readRow(row);
      if (this.#problems.length >= MAX_FILE_PROBLEMS) break;
    }
    if (count === 0) this.#reject(2, null, because('no_rows'));
    this.#rejectProblems();
    const runs = Array.from(this.#runs, (run) => this.#runOf(run));
    this.#rejectProblems();
    runs.sort((a, b) => a.knownAt - b.knownAt || a.issuedAt - b.issuedAt);
    return { runs, rows: count };
  }

  #readRow({ line, fields }: WeatherRow): void {
    if (fields.length !== this.#width) {
      const lengths = { count: fields.length, expected: this.#width };
      this.#reject(line, null, because('row_length', lengths));
      return;
    }
    const times = this.#readTimes(line, fields);
    if (!times) return;
    const { issuedAt, knownAt, hour } = times;
    const run = this.#runs.at(issuedAt, knownAt, hour);
    if (!run) {
      const reason = because('too_many_values', { max: MAX_WEATHER_VALUES });
      rejectRows([...this.#problems, fileProblem(line, reason)].map(problemText));
    }
    const before = run.lines[hour] as number;
    if (before > 0) {
      this.#reject(line, this.#columns.validAt.header, because('repeated', { line: before }));
      return;
    }
    run.lines[hour] = line;
    this.#readValues(line, fields, run, hour);
  }

  /** The run and hour of a row; undefined where they are a problem. */
  #readTimes(line: number, cells: readonly string[]) {
    const { issuedAt: issued, validAt: valid, knownAt: known } = this.#columns;
    const issuedAt = this.#time(line, cells, issued);
    const validAt = this.#time(line, cells, valid);
    const saysKnown = (cells[known.index]?.trim() ?? '') !== '';
    const knownAt = saysKnown ? this.#time(line, cells, known) : issuedAt;
    if (issuedAt === undefined || validAt === undefined || knownAt === undefined) return undefined;
    const hour = hourOf(issuedAt, validAt);
    const { header } = saysKnown ? known : issued;
    const problem = this.#hourProblem(hour);
    if (problem) return this.#reject(line, valid.header, problem);
    if (knownAt > this.#latest) return this.#reject(line, header, unreadable('is in the future'));
    if (knownAt >= issuedAt) return { issuedAt, knownAt, hour };
    return this.#reject(line, header, unreadable(`is before ${issued.header}`));
  }

  #readValues(line: number, cells: readonly string[], run: RunRows, hour: number): void {
    const { fields } = this.#columns;
    for (let i = 0; i < fields.length; i += 1) {
      const column = fields[i] as (typeof fields)[number];
      const text = (cells[column.index] as string).trim();
      if (MISSING.test(text)) continue;
      const value = NUMBER.test(text) ? Number(text) : Number.NaN;
      const problem = Number.isFinite(value)
        ? valueProblem(column, value)
        : because('not_a_decimal');
      if (problem) this.#reject(line, column.header, problem);
      else if (isPercentage(column, value)) this.#percentages.add(column.name);
      (run.values[i] as Float64Array)[hour] = value;
    }
  }

  #hourProblem(hour: number): Reason | undefined {
    if (!Number.isInteger(hour)) return unreadable('is not the end of a whole hour');
    const { header } = this.#columns.issuedAt;
    if (hour < 0) return unreadable(`is before ${header}`);
    if (hour <= MAX_LEAD_HOURS) return undefined;
    return unreadable(`is more than ${MAX_LEAD_HOURS} hours after ${header}`);
  }

  #time(line: number, cells: readonly string[], column: TimeColumn): number | undefined {
    const text = cells[column.index] as string;
    const known = this.#times.get(text);
    if (known !== undefined && (column.isUtc || hasOffset(text))) return known;
    const read = parseInstant(text);
    if (read === undefined) {
      const isBlank = text.trim() === '';
      this.#reject(line, column.header, because(isBlank ? 'missing' : 'not_iso'));
      return undefined;
    }
    if (!column.isUtc && !hasOffset(text)) {
      this.#reject(line, column.header, NO_OFFSET);
      return undefined;
    }
    const instant = Date.parse(read);
    if (this.#times.size >= MAX_TIMES) this.#times.clear();
    this.#times.set(text, instant);
    return instant;
  }

  #runOf(rows: RunRows): WeatherRun {
    const { issuedAt, knownAt, lines } = rows;
    const first = lines.findIndex((line) => line > 0);
    const end = lines.findLastIndex((line) => line > 0) + 1;
    const { fields: columns } = this.#columns;
    const values = rows.values.map((each) => each.slice(first, end));
    rows.values = [];
    const fields = fieldsOf(
      { columns, values, beginsAtIssue: first === 1, percentages: this.#percentages },
      (column, hour) => {
        const line = lines[first + hour] as number;
        const header = (columns[column] as (typeof columns)[number]).header;
        const detail = 'is less than an hour before, though it accumulates since the issue';
        this.#reject(line, header, unreadable(detail));
      },
    );
    return { source: FILE_SOURCE, issuedAt, knownAt, start: startOfHour(issuedAt, first), fields };
  }

  #reject(line: number, column: string | null, reason: Reason): undefined {
    if (this.#problems.length >= MAX_FILE_PROBLEMS) return;
    this.#problems.push({ line, column, value: null, example: null, ...reason });
  }

  #rejectProblems(): void {
    if (this.#problems.length > 0) rejectRows(this.#problems.map(problemText));
  }
}

function unreadable(detail: string): Reason {
  return because('unreadable', { detail });
}
