import { dateAt, datesBetween, invalidRequest, requireDate } from '@solano/domain/kernel';
import { rulesOf } from '../markets/sessions.ts';
import { wholeDay } from '../prices/past-errors.ts';
import { collectDay, INCONCLUSIVE, markChecked } from './collect.ts';
import { inUse } from './decide.ts';
import { offeredSeries } from './document-poller.ts';
import type { StoredDay } from './market-day.ts';
import { isMarket, type SeriesName } from './series.ts';
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
 * Asks the sources for the series of some days that are not there in full, the newest first, one
 * document after the other and within the budget of each source. A revision of a day that has none is
 * requested at the end, once: most of these days are not published. A source that answers for none of
 * two days in a row is not asked again. Errors: `invalid_request` for days that are none, not in order or too many,
 * `store_unavailable`, `objects_unavailable`.
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
  const away = new AwaySources();
  const absent: FetchedDay[] = [];
  const requested = dates.flatMap((date) =>
    offeredSeries(deps).map((series) => ({ series, date })),
  );
  const ask = async (day: FetchedDay, firstRevisions: 'first' | 'later') => {
    const options = {
      requester: 'fetch',
      isDryRun,
      entryOf,
      away: away.names,
      firstRevisions,
    } as const;
    const outcomes = await collectDay(deps, day.series, day.date, options);
    for (const outcome of outcomes) {
      fetched.push({ ...day, ...outcome });
      away.note(outcome, day.date);
    }
    return outcomes;
  };
  for (const [done, day] of requested.entries()) {
    const known = await deps.market.known(day.series, day.date);
    if (isThere(day, known, deps.clock())) continue;
    onProgress?.(done, requested.length, `${day.series} of ${day.date}`);
    const outcomes = await ask(day, 'first');
    if (isUnknown(known) && hasNone(deps, outcomes)) absent.push(day);
    const isAnswered = outcomes.some(({ result }) => result !== 'unavailable');
    if (isAnswered && !isDryRun) await markChecked(deps, day.series, day.date);
  }
  for (const [done, day] of absent.entries()) {
    onProgress?.(done, absent.length, `revisions of ${day.series} of ${day.date}`);
    await ask(day, 'later');
  }
  return fetched;
}

/** Days in a row of which a source gives nothing before it is not asked again. */
const FAILED_DAYS = 2;

/** The sources that are away: one document that a source fails to give leaves the other days. */
class AwaySources {
  readonly names = new Set<SourceOutcome['source']>();
  /** The days that failed since the source answered. */
  readonly #failed = new Map<SourceOutcome['source'], Set<string>>();

  note({ source, result }: SourceOutcome, date: string): void {
    if (result !== 'unavailable') {
      this.#failed.delete(source);
      return;
    }
    const failed = (this.#failed.get(source) ?? new Set()).add(date);
    this.#failed.set(source, failed);
    if (failed.size >= FAILED_DAYS) this.names.add(source);
  }
}

/** A day of a series. */
interface FetchedDay {
  readonly series: SeriesName;
  readonly date: string;
}

/** Whether all prices of a market's day are there, or the forecast of a day that is over. */
function isThere({ series, date }: FetchedDay, { day, realised }: StoredDay, now: Date): boolean {
  if (!isMarket(series)) return day?.status === 'realised' && date < dateAt(now.getTime());
  return realised !== undefined && wholeDay(rulesOf(series), realised) !== undefined;
}

/** Whether no document of a day is known. */
function isUnknown(known: StoredDay): boolean {
  return inUse(known) === undefined && !known.day?.held;
}

/** Whether no source has a day, one of them as it does not have its first revision. */
function hasNone({ sources }: CollectDeps, outcomes: readonly SourceOutcome[]): boolean {
  const numbered = sources.filter(({ hasRevisions }) => hasRevisions).map(({ name }) => name);
  const isAbsent = (name: SourceOutcome['source']) => {
    const own = outcomes.filter(({ source }) => source === name);
    return own.length === 1 && own[0]?.result === 'absent';
  };
  return numbered.some(isAbsent) && outcomes.every(({ result }) => INCONCLUSIVE.includes(result));
}

/** The documents that are reported as problems: `<source> <document>: <reason>`. */
export function fetchProblems(fetched: readonly SourceOutcome[]): string[] {
  return fetched
    .filter(({ result }) => result === 'unavailable' || result === 'rejected')
    .map(({ source, document, reason }) => `${source} ${document}: ${reason}`);
}
