import { invalidRequest } from '../errors.ts';
import { requireDate } from '../time/label.ts';
import { datesBetween } from '../time/madrid-day.ts';
import { collectDay, markChecked } from './collect.ts';
import { offeredSeries } from './document-poller.ts';
import type { SeriesName } from './series.ts';
import type { CollectDeps, CollectOptions, SourceOutcome } from './store-document.ts';

const MAX_DAYS = 1_500;

export interface FetchOptions {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Asks, and stores nothing. */
  readonly isDryRun: boolean;
  readonly entryOf?: CollectOptions['entryOf'];
  readonly onProgress?: (done: number, total: number, next: string) => void;
}

/** The result of one request. */
export interface FetchedDocument extends SourceOutcome {
  readonly series: SeriesName;
  readonly date: string;
}

/**
 * Asks the sources for all series of some days, the newest first, one document after the other and
 * within the budget of each source. A source that does not respond is not asked again. Errors:
 * `invalid_request` for days that are none, not in order or too many, `store_unavailable`,
 * `objects_unavailable`.
 */
export async function fetchMarketData(
  deps: CollectDeps,
  { from, to, isDryRun, entryOf, onProgress }: FetchOptions,
): Promise<FetchedDocument[]> {
  for (const date of [from, to]) requireDate(date);
  const dates = from <= to ? datesBetween(from, to).toReversed() : [];
  if (dates.length === 0 || dates.length > MAX_DAYS) {
    const message = `From ${from} to ${to} are ${dates.length} days: 1 to ${MAX_DAYS} can be fetched.`;
    throw invalidRequest(message);
  }
  const fetched: FetchedDocument[] = [];
  const away = new Set<SourceOutcome['source']>();
  const wanted = dates.flatMap((date) => offeredSeries(deps).map((series) => ({ series, date })));
  for (const [done, { series, date }] of wanted.entries()) {
    onProgress?.(done, wanted.length, `${series} of ${date}`);
    const outcomes = await collectDay(deps, series, date, { paced: true, isDryRun, entryOf, away });
    for (const outcome of outcomes) {
      fetched.push({ series, date, ...outcome });
      if (outcome.result === 'unavailable') away.add(outcome.source);
    }
    const isAnswered = outcomes.some(({ result }) => result !== 'unavailable');
    if (isAnswered && !isDryRun) await markChecked(deps, series, date);
  }
  return fetched;
}

/** The documents that are reported as problems: `<source> <document>: <reason>`. */
export function fetchProblems(fetched: readonly FetchedDocument[]): string[] {
  return fetched
    .filter(({ result }) => result === 'unavailable' || result === 'rejected')
    .map(({ source, document, reason }) => `${source} ${document}: ${reason}`);
}
