import { type Clock, type CsvRow, dateAt, rejectRows, startOfDate } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { type Labels, readInstants, toSeries } from '../prices/prediction-file.ts';
import { type FundamentalVersion, type MarketDataStore, unknownDay } from './market-day.ts';
import type { Fundamental } from './series.ts';
import { wholeProblem } from './whole-day.ts';

/** Columns of a file with a forecast, in any order. */
export const FORECAST_COLUMNS = ['datetime', 'mw'] as const;

export interface ImportFundamentalOptions {
  readonly labels: Labels;
  /** The file's name. */
  readonly document: string;
  /**
   * How long (ms) before its day began each day was known; undefined: it is known from now on, as
   * nothing else can be proved.
   */
  readonly knownBeforeMs?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
  /** The audit entry that is stored along with a day. */
  readonly entryOf?: (date: string) => AuditEntry;
}

/**
 * Stores a forecast of whole days from rows `datetime;mw`, a version of each; returns the days.
 * Errors: `invalid_rows` naming every unreadable and repeated row and the first row of each day
 * that is not whole, before anything is stored; `store_unavailable`.
 */
export async function importFundamental(
  { market, clock }: { readonly market: MarketDataStore; readonly clock: Clock },
  series: Fundamental,
  rows: readonly CsvRow[],
  { labels, document, knownBeforeMs, onProgress, entryOf }: ImportFundamentalOptions,
): Promise<FundamentalVersion[]> {
  const now = clock();
  const versions = readDays(series, rows, labels).map(({ date, ...values }): FundamentalVersion => {
    const knownAt = knownBeforeMs === undefined ? now : new Date(startOfDate(date) - knownBeforeMs);
    return { series, date, knownAt, source: 'csv', document, ...values };
  });
  for (const [done, version] of versions.entries()) {
    onProgress?.(done, versions.length);
    const entry = entryOf?.(version.date);
    await market.updateDay(series, version.date, ({ day = unknownDay(series, version.date) }) => {
      const { knownAt } = version;
      const isNewest = !day.knownAt || day.knownAt <= knownAt;
      const changed = { ...day, status: 'realised', ...(isNewest && { knownAt }) } as const;
      return { day: changed, version, ...(entry && { entry }) };
    });
  }
  return versions;
}

function readDays(series: Fundamental, rows: readonly CsvRow[], labels: Labels) {
  const asPrices = rows.map((row) => ({
    ...row,
    values: { ...row.values, price: row.values.mw ?? '' },
  }));
  const { read, problems } = readInstants(asPrices);
  if (problems.length > 0)
    rejectRows(problems.map((each) => each.replace(': price is', ': mw is')));
  const byDate = Map.groupBy(
    read.toSorted((a, b) => a.instant - b.instant),
    ({ instant }) => dateAt(labels === 'end' ? instant - 1 : instant),
  );
  const wrong: string[] = [];
  const days = [...byDate].map(([date, own]) => {
    const { stepMinutes, ends, prices: values } = toSeries(own, labels);
    const problem = wholeProblem(series, date, { stepMinutes, ends, values });
    const line = Math.min(...own.map((row) => row.line));
    if (problem !== undefined) wrong.push(`line ${line}: ${date} is not whole: ${problem}`);
    return { date, stepMinutes, ends, values };
  });
  if (wrong.length > 0) rejectRows(wrong);
  return days;
}
