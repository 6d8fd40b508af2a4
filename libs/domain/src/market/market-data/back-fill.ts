import { DAY_MS, dateAfter, dateAt, datesBetween, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { freeAt } from './budget.ts';
import { collectDay, markChecked } from './collect.ts';
import type { MarketDataStore, MarketDay } from './market-day.ts';
import { BACK_FILL_AFTER_MS, POLL_WINDOW_MS, REVISION_WINDOW_MS } from './poll-schedule.ts';
import { expectedAt, isMarket, isTraded, SERIES, type SeriesName } from './series.ts';
import { type MarketSource, rankOf } from './source.ts';
import type { CollectDeps, SourceOutcome } from './store-document.ts';

/** How often open days are searched: a running service polls the latest ones itself. */
const LIST_INTERVAL_MS = 6 * HOUR_MS;
/** How many days back the history of a series is fetched. */
const BACK_FILL_DAYS = 400;
/** Until that age a day is requested once a day: for its revisions, or because it is still missing. */
const DAILY_UNTIL_MS = 14 * DAY_MS;
const WEEKLY_MS = 7 * DAY_MS;
/** Requests for one day: revisions 1, 2 and 3. */
const DAY_REQUESTS = 3;
/** How long a source that does not respond gets no requests. */
const UNAVAILABLE_PAUSE_MS = 5 * MINUTE_MS;

const FAILURES: readonly SourceOutcome['result'][] = ['rejected', 'unavailable'];

/** A day of a market or of a forecast to be requested. */
export interface OpenDay {
  readonly series: SeriesName;
  readonly date: string;
}

/**
 * The days of the markets and of the forecasts to be requested at an instant (ms), the
 * newest first.
 */
async function openDays(
  market: Pick<MarketDataStore, 'days' | 'realisedDays'>,
  sources: readonly MarketSource[],
  now: number,
): Promise<OpenDay[]> {
  const today = dateAt(now);
  const [from, to] = [dateAfter(today, 1 - BACK_FILL_DAYS), dateAfter(today, 1)];
  const dates = datesBetween(from, to).toReversed();
  const open: OpenDay[] = [];
  for (const series of SERIES) {
    if (!sources.some((source) => source.series.includes(series))) continue;
    const days = new Map((await market.days([series], from, to)).map((day) => [day.date, day]));
    const summaries = isMarket(series) ? await market.realisedDays(series, from, to) : [];
    const realised = new Set(summaries.map(({ date }) => date));
    for (const date of dates) {
      if (isMarket(series) && !isTraded(series, date)) continue;
      const day = days.get(date);
      const state = { day, isRealised: realised.has(date), isFallBack: isFallBack(day, sources) };
      // The version of a forecast that was known on a past day is final.
      if (!isMarket(series) && day?.status === 'realised') continue;
      if (isOpen(state, now - expectedAt(series, date), now)) open.push({ series, date });
    }
  }
  return open.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

interface OpenState {
  readonly day: MarketDay | undefined;
  readonly isRealised: boolean;
  /** The most trusted source may have it by now. */
  readonly isFallBack: boolean;
}

/** Whether a day is that of another source than the most trusted one that has its series. */
function isFallBack(day: MarketDay | undefined, sources: readonly MarketSource[]): boolean {
  if (!day?.document) return false;
  const first = sources.find(({ series }) => series.includes(day.series));
  return (
    rankOf(
      sources.map(({ name }) => name),
      day.document.source,
    ) > (first ? sources.indexOf(first) : 0)
  );
}

/** Whether back-filling requests a day whose document was expected `age` ms ago. */
function isOpen({ day, isRealised, isFallBack }: OpenState, age: number, now: number): boolean {
  const isSettled = isRealised || (day !== undefined && day.status !== 'missing');
  if (!day?.checkedAt) return age > BACK_FILL_AFTER_MS && (day !== undefined || !isRealised);
  const checked = now - day.checkedAt.getTime();
  if (isSettled && !isFallBack)
    return age > REVISION_WINDOW_MS && age < DAILY_UNTIL_MS && checked > DAY_MS;
  if (!isSettled && age <= POLL_WINDOW_MS) return false;
  if (isSettled && age <= REVISION_WINDOW_MS) return false;
  return checked > (age < DAILY_UNTIL_MS ? DAY_MS : WEEKLY_MS);
}

/** Back-fills one day at a time, from a list of the days that are left. */
export class BackFill {
  readonly #deps: CollectDeps;
  #open: OpenDay[] = [];
  #listedAt = -Infinity;
  #total = 0;

  constructor(deps: CollectDeps) {
    this.#deps = deps;
  }

  /**
   * Asks for the next day. Returns when (ms) to continue: when the sources may be asked again, or when
   * days are listed again where none is left. Errors: `store_unavailable`, `objects_unavailable`.
   */
  async next(): Promise<number> {
    const { sources, market, clock } = this.#deps;
    const now = clock().getTime();
    await this.#list(now);
    if (this.#open.length === 0) return this.#listedAt + LIST_INTERVAL_MS;
    for (const { name } of sources) {
      const at = freeAt(await market.source(name), now, 'back-fill', DAY_REQUESTS);
      // A source that is unavailable for longer does not delay the others.
      if (at > now && at < now + UNAVAILABLE_PAUSE_MS) return at;
    }
    const { series, date } = this.#open[0] as OpenDay;
    const outcomes = await collectDay(this.#deps, series, date, { requester: 'back-fill' });
    if (outcomes.length > 0 && outcomes.every(({ result }) => result === 'unavailable')) {
      return clock().getTime() + UNAVAILABLE_PAUSE_MS;
    }
    // The request that failed might have found a later revision: the day stays open.
    const isConclusive = !outcomes.some(({ result }) => FAILURES.includes(result));
    await markChecked(this.#deps, series, date, isConclusive);
    this.#open.shift();
    this.#logProgress();
    return clock().getTime();
  }

  /** Lists the days again from time to time: new ones are requested first. */
  async #list(now: number): Promise<void> {
    if (now >= this.#listedAt && now < this.#listedAt + LIST_INTERVAL_MS) return;
    const { sources, market, log } = this.#deps;
    this.#open = await openDays(market, sources, now);
    this.#listedAt = now;
    this.#total = this.#open.length;
    if (this.#total > 0) log.info({ days: this.#total }, `back-filling ${this.#total} market days`);
  }

  #logProgress(): void {
    const done = this.#total - this.#open.length;
    if (this.#open.length > 0 && done % 50 !== 0) return;
    this.#deps.log.info({ done, of: this.#total }, `back-filled ${done} of ${this.#total} days`);
  }
}
