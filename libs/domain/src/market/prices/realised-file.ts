import {
  type Clock,
  rejectRows,
  type SourceTable,
  type UnreadableFile,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { SessionRules } from '../markets/sessions.ts';
import { coveredQuarters } from './past-errors.ts';
import { PRICE_COLUMNS } from './price-columns.ts';
import type { PriceStore, RealisedPrices } from './prices.ts';
import { UNPUBLISHED } from './prices.ts';
import { type Labels, readValues, toDays } from './value-file.ts';
import { requireWhole, type WholeDay } from './whole-days.ts';

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
  /** The audit entry of an import of `days` days. */
  readonly entryOf?: (days: number) => AuditEntry;
}

export interface ImportedPrices {
  readonly days: readonly RealisedPrices[];
  /** How many of the days had other prices before. */
  readonly replaced: number;
}

/**
 * Stores the realised prices of a session's market from a table `datetime;price`, as
 * {@link readRealised} reads them, all or nothing. Errors: `invalid_rows` as there, and naming the
 * first row of each day that has prices from OMIE, unless these may be replaced;
 * `store_unavailable`.
 */
export async function importRealised(
  { prices, clock }: ImportDeps,
  session: SessionRules,
  table: SourceTable | UnreadableFile,
  { labels, replace, entryOf }: ImportOptions,
): Promise<ImportedPrices> {
  const { days: read, lines } = readRealised(session, table, labels);
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
 * Reads realised prices, of whole days. The step is that of each day, so a
 * file may go from hours to quarter hours.
 *
 * @throws SolanoError `invalid_rows` naming every unreadable and repeated row, every row outside
 *   what the session covers, and the first row of each day that is not whole.
 */
export function readRealised(
  session: SessionRules,
  table: SourceTable | UnreadableFile,
  labels: Labels,
): ReadDays {
  // A bad row would make its day look incomplete: days are checked only if every row is good.
  const read = toDays(
    readValues(table, PRICE_COLUMNS, () => ({ value: 'price' })),
    labels,
  );
  const lines = new Map(read.map(({ date, line }) => [date, line]));
  const whole = read.map(({ date }): WholeDay => {
    return { name: session.market, quarters: coveredQuarters(session, date), steps: STEPS };
  });
  requireWhole(read, whole);
  const days = read.map(({ date, series }) => {
    const published = { source: 'csv', version: UNPUBLISHED } as const;
    return { market: session.market, date, ...published, ...series };
  });
  return { days, lines };
}
