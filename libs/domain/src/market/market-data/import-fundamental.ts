import {
  type Clock,
  rejectRows,
  type SourceTable,
  startOfDate,
  type UnreadableFile,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { FORECAST_COLUMNS } from '../prices/price-columns.ts';
import { type Labels, readValues, toDays } from '../prices/value-file.ts';
import { type FundamentalVersion, type MarketDataStore, unknownDay } from './market-day.ts';
import type { Fundamental } from './series.ts';
import { wholeProblem } from './whole-day.ts';

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
 * Stores a forecast of whole days from a table `datetime;mw`, a version of each; returns the days.
 * Errors: `invalid_rows` naming every unreadable and repeated row and the first row of each day
 * that is not whole, before anything is stored; `store_unavailable`.
 */
export async function importFundamental(
  { market, clock }: { readonly market: MarketDataStore; readonly clock: Clock },
  series: Fundamental,
  table: SourceTable | UnreadableFile,
  { labels, document, knownBeforeMs, onProgress, entryOf }: ImportFundamentalOptions,
): Promise<FundamentalVersion[]> {
  const now = clock();
  const versions = readDays(series, table, labels).map(
    ({ date, ...values }): FundamentalVersion => {
      const knownAt =
        knownBeforeMs === undefined ? now : new Date(startOfDate(date) - knownBeforeMs);
      return { series, date, knownAt, source: 'csv', document, ...values };
    },
  );
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

function readDays(series: Fundamental, table: SourceTable | UnreadableFile, labels: Labels) {
  const wrong: string[] = [];
  const read = toDays(
    readValues(table, FORECAST_COLUMNS, () => ({ value: 'mw' })),
    labels,
  );
  const days = read.map(({ date, line, series: { stepMinutes, ends, prices: values } }) => {
    const problem = wholeProblem(series, date, { stepMinutes, ends, values });
    if (problem !== undefined) wrong.push(`line ${line}: ${date} is not whole: ${problem}`);
    return { date, stepMinutes, ends, values };
  });
  if (wrong.length > 0) rejectRows(wrong);
  return days;
}
