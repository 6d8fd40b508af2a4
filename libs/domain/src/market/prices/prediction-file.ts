import {
  type CsvRow,
  inferStep,
  LabelReader,
  MINUTE_MS,
  parseInstant,
  parseWallTime,
  QUARTER_MS,
  rejectRows,
} from '@solano/domain/kernel';
import { type MilliEuro, milliProblem, parseMilli } from './milli-euro.ts';
import type { PriceSeries } from './prices.ts';
import type { Bands, PeriodQuantiles } from './quantiles.ts';
import { crossing, QUANTILE_COLUMNS, toBands } from './quantiles.ts';

/** How a date-time ends that is not a label. */
const OFFSET = /\d(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Columns that a file of prices has, in any order. */
export const PRICE_COLUMNS = ['datetime', 'price'] as const;

/** Whether a datetime is the end or the start of its period. */
export type Labels = 'end' | 'start';

/** A row of a file of prices, of the instant (ms) that its datetime names. */
export interface InstantRow {
  readonly line: number;
  readonly instant: number;
  readonly price: MilliEuro;
}

/**
 * Reads the rows of a prediction: `datetime` as ISO 8601 with an offset or as a Madrid label,
 * `price` in EUR/MWh, and optionally quantiles in the columns `p5` to `p95`, any of them, whose
 * values may be empty. Rows may be in any order and have gaps; the step is inferred first.
 *
 * @throws SolanoError `invalid_rows` naming every unreadable and repeated row, and every row whose
 * quantiles cross.
 */
export function readPrediction(
  rows: readonly CsvRow[],
  labels: Labels,
): PriceSeries & { readonly bands: Bands | null } {
  const { read, problems } = readInstants(rows, quantileProblems);
  if (problems.length > 0) rejectRows(problems);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const quantiles = sortedByTime(read).map(({ line }) => {
    return quantilesOf(byLine.get(line) as CsvRow).map((price) => price ?? null);
  });
  return { ...toSeries(read, labels), bands: toBands(quantiles) };
}

/**
 * The rows that can be read, and what is wrong with the others, `line N: reason` for each.
 *
 * @param otherProblems what is wrong with columns besides `datetime` and `price`.
 */
export function readInstants(
  rows: readonly CsvRow[],
  otherProblems: (row: CsvRow) => readonly string[] = () => [],
): {
  readonly read: readonly InstantRow[];
  readonly problems: readonly string[];
} {
  const problems: string[] = rows.length === 0 ? ['line 2: there are no rows'] : [];
  const reader = new LabelReader();
  const lines = new Map<number, number>();
  const read: InstantRow[] = [];
  for (const row of rows) {
    const { line, values, problem } = row;
    if (problem !== undefined) {
      problems.push(`line ${line}: ${problem}`);
      continue;
    }
    const instant = readInstant(values.datetime ?? '', reader);
    const price = parseMilli(values.price ?? '');
    if (typeof instant === 'string') problems.push(`line ${line}: ${instant}`);
    if (price === undefined) {
      problems.push(`line ${line}: price ${milliProblem(values.price ?? '')}`);
    }
    problems.push(...otherProblems(row).map((each) => `line ${line}: ${each}`));
    if (typeof instant === 'string' || price === undefined) continue;
    const first = lines.get(instant);
    if (first !== undefined) problems.push(`line ${line}: datetime repeats line ${first}`);
    lines.set(instant, first ?? line);
    read.push({ line, instant, price });
  }
  return { read, problems };
}

/** Rows in order of time, with the step of their instants. */
export function toSeries(rows: readonly InstantRow[], labels: Labels): PriceSeries {
  const sorted = sortedByTime(rows);
  const stepMinutes = inferStep(sorted.map(({ instant }) => instant));
  const shift = labels === 'start' ? stepMinutes * MINUTE_MS : 0;
  return {
    stepMinutes,
    ends: sorted.map(({ instant }) => instant + shift),
    prices: sorted.map(({ price }) => price),
  };
}

function sortedByTime(rows: readonly InstantRow[]): readonly InstantRow[] {
  return rows.toSorted((a, b) => a.instant - b.instant);
}

/** The quantiles of a row, null where it has none; undefined if one cannot be read. */
function quantilesOf({ values }: CsvRow): (MilliEuro | null | undefined)[] {
  return QUANTILE_COLUMNS.map((column) => {
    const text = values[column]?.trim() ?? '';
    return text === '' ? null : parseMilli(text);
  });
}

function quantileProblems(row: CsvRow): readonly string[] {
  const quantiles = quantilesOf(row);
  const unreadable = QUANTILE_COLUMNS.filter((_, i) => quantiles[i] === undefined);
  if (unreadable.length > 0) {
    return unreadable.map((column) => `${column} ${milliProblem(row.values[column] ?? '')}`);
  }
  const crossed = crossing(quantiles as PeriodQuantiles);
  return crossed ? [`${crossed[1]} is below ${crossed[0]}: quantiles must not cross`] : [];
}

/** The instant in ms, or what is wrong with the text. */
function readInstant(text: string, labels: LabelReader): number | string {
  const trimmed = text.trim();
  const instant = OFFSET.test(trimmed)
    ? Date.parse(parseInstant(trimmed) ?? '')
    : labels.read(trimmed);
  if (instant === 'repeated') return 'datetime occurs more often than the clock shows it';
  if (instant === 'invalid' && parseWallTime(trimmed) !== undefined) {
    return 'datetime: the clock in Madrid never shows this time';
  }
  if (instant === 'invalid' || Number.isNaN(instant)) {
    return 'datetime is neither ISO 8601 with an offset nor YYYY-MM-DD HH:MM in Madrid';
  }
  return instant % QUARTER_MS === 0 ? instant : 'datetime is not on a quarter hour';
}
