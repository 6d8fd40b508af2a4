import {
  type Clock,
  type CsvRow,
  dateAt,
  QUARTER_MINUTES,
  rejectRows,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { SessionRules } from '../markets/sessions.ts';
import { coveredQuarters } from './past-errors.ts';
import { type InstantRow, type Labels, readInstants, toSeries } from './prediction-file.ts';
import { quartersOf } from './price-curve.ts';
import type { PriceSeries, PriceStore, RealisedPrices } from './prices.ts';
import { UNPUBLISHED } from './prices.ts';

/** Minutes of the periods that markets have. */
const STEPS: readonly number[] = [15, 30, 60];

export interface ImportDeps {
  readonly prices: PriceStore;
  readonly clock: Clock;
}

export interface ImportOptions {
  readonly labels: Labels;
  /** Whether days that came from OMIE may be replaced. */
  readonly replace: boolean;
  /** What is written down of the import of so many days. */
  readonly entryOf?: (days: number) => AuditEntry;
}

export interface ImportedPrices {
  readonly days: readonly RealisedPrices[];
  /** How many of the days had other prices before. */
  readonly replaced: number;
}

/**
 * Stores the realised prices of a session's market from rows `datetime;price`, as
 * {@link readRealised} reads them, all or nothing. Errors: `invalid_rows` as there, and naming the
 * first row of each day that has prices from OMIE, unless these may be replaced;
 * `store_unavailable`.
 */
export async function importRealised(
  { prices, clock }: ImportDeps,
  session: SessionRules,
  rows: readonly CsvRow[],
  { labels, replace, entryOf }: ImportOptions,
): Promise<ImportedPrices> {
  const { days: read, lines } = readRealised(session, rows, labels);
  const knownAt = clock();
  const days = read.map((day) => ({ ...day, knownAt }));
  const problems: string[] = [];
  let replaced = 0;
  const [first, last] = [days[0] as RealisedPrices, days.at(-1) as RealisedPrices];
  for await (const { date, source } of prices.realised(session.market, first.date, last.date)) {
    const line = lines.get(date);
    if (line === undefined) continue;
    replaced += 1;
    if (source === 'omie' && !replace) {
      problems.push(
        `line ${line}: ${date} has prices from OMIE (--replace puts these in their place)`,
      );
    }
  }
  if (problems.length > 0) rejectRows(problems.reverse());
  // Beside them the demo customer's synthetic days would look as if they were as real.
  await prices.removeSynthetic();
  // A day that OMIE's files bring meanwhile stays, unless it may be replaced.
  const entry = entryOf?.(days.length);
  await (replace ? prices.replaceRealised(days, entry) : prices.putRealised(days, entry));
  return { days, replaced };
}

/** The days of a file, in order, and the line with which each begins. */
interface ReadDays {
  readonly days: readonly RealisedPrices[];
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Reads realised prices: rows as in a prediction, of whole days. The step is that of each day, so a
 * file may go from hours to quarter hours.
 *
 * @throws SolanoError `invalid_rows` naming every unreadable and repeated row, every row outside
 *   what the session covers, and the first row of each day that is not whole.
 */
export function readRealised(
  session: SessionRules,
  rows: readonly CsvRow[],
  labels: Labels,
): ReadDays {
  const { read, problems } = readInstants(rows);
  // What a bad row leaves out would make its day look incomplete.
  if (problems.length > 0) rejectRows(problems);
  const dateOf = ({ instant }: InstantRow) => dateAt(labels === 'end' ? instant - 1 : instant);
  const byDate = Map.groupBy(
    read.toSorted((a, b) => a.instant - b.instant),
    dateOf,
  );
  const lines = new Map<string, number>();
  const wrong: RowProblem[] = [];
  const days = [...byDate].map(([date, own]) => {
    const line = Math.min(...own.map((row) => row.line));
    lines.set(date, line);
    const series = toSeries(own, labels);
    wrong.push(...problemsOf(session, date, own, series));
    const published = { source: 'csv', version: UNPUBLISHED } as const;
    return { market: session.market, date, ...published, ...series };
  });
  if (wrong.length > 0) {
    wrong.sort((a, b) => a.line - b.line);
    rejectRows(wrong.map(({ line, reason }) => `line ${line}: ${reason}`));
  }
  return { days, lines };
}

interface RowProblem {
  readonly line: number;
  readonly reason: string;
}

/** What keeps a day's rows, in order of time, from being all that the session covers of it. */
function problemsOf(
  session: SessionRules,
  date: string,
  rows: readonly InstantRow[],
  { stepMinutes, ends }: PriceSeries,
): RowProblem[] {
  const first = Math.min(...rows.map(({ line }) => line));
  if (!STEPS.includes(stepMinutes)) {
    return [{ line: first, reason: `${date} has periods of ${stepMinutes} minutes` }];
  }
  const covered = new Set(coveredQuarters(session, date));
  const outside = ends.flatMap((end, i) => {
    const quarters = [...quartersOf({ end, minutes: stepMinutes })];
    if (quarters.every((quarter) => covered.has(quarter))) return [];
    const reason = `the period is not one that ${session.market} has on ${date}`;
    return [{ line: (rows[i] as InstantRow).line, reason }];
  });
  const periods = (covered.size * QUARTER_MINUTES) / stepMinutes;
  if (outside.length > 0 || ends.length === periods) return outside;
  const found = `${ends.length} of ${periods} periods of ${stepMinutes} minutes`;
  return [{ line: first, reason: `${date} is not whole: ${found}` }];
}
