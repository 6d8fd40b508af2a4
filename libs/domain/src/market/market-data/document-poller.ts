import { DAY_MS, dateAfter, dateAt } from '@solano/domain/kernel';
import { collectDay, markChecked } from './collect.ts';
import { type MarketDay, unknownDay } from './market-day.ts';
import { messageOf } from './market-message.ts';
import type { ExpectedDocument, PollPlan } from './poll-schedule.ts';
import { expectedDocuments, nextPoll, POLL_WINDOW_MS } from './poll-schedule.ts';
import { isMarket, LATE_AFTER_MS, SERIES, type SeriesName } from './series.ts';
import type { SourceName } from './source.ts';
import type { CollectDeps } from './store-document.ts';

/** Documents that became late longer ago are not notified. */
const NOTIFY_WITHIN_MS = DAY_MS;

/** The series that any of the sources has. */
export function offeredSeries({ sources }: CollectDeps): SeriesName[] {
  return SERIES.filter((name) => sources.some(({ series }) => series.includes(name)));
}

/** Polls the sources for expected documents. */
export class DocumentPoller {
  readonly #deps: CollectDeps;
  readonly #plan: PollPlan;
  readonly #series: readonly SeriesName[];
  /** The documents of one Madrid day. */
  #expected: readonly ExpectedDocument[] = [];
  #today = '';

  constructor(deps: CollectDeps, plan: PollPlan) {
    this.#deps = deps;
    this.#plan = plan;
    this.#series = offeredSeries(deps);
  }

  /**
   * Looks for every document that is due, newest first, in sequence. A source that does
   * not respond gets no more requests in this round. Returns when (ms) to poll next. Errors:
   * `store_unavailable`, `objects_unavailable`.
   */
  async poll(): Promise<number> {
    const { clock } = this.#deps;
    const away = new Set<SourceName>();
    const days = await this.#days();
    for (const document of this.#expected) {
      const day = days.get(keyOf(document));
      const now = clock().getTime();
      const at = this.#pollTime(document, day, now);
      if (at !== undefined && at <= now) await this.#poll(document, day, away);
    }
    return this.#nextTime();
  }

  async #poll(
    document: ExpectedDocument,
    day: MarketDay | undefined,
    away: Set<SourceName>,
  ): Promise<void> {
    const { series, date } = document;
    const outcomes = await collectDay(this.#deps, series, date, { requester: 'poll', away, day });
    for (const { source, result } of outcomes) if (result === 'unavailable') away.add(source);
    await markChecked(this.#deps, series, date);
    if (!day?.lateNotifiedAt && day?.status !== 'realised') await this.#notifyLate(document);
  }

  /** When to poll next, given the documents so far. */
  async #nextTime(): Promise<number> {
    const now = this.#deps.clock().getTime();
    const days = await this.#days();
    let next = now + DAY_MS;
    for (const document of this.#expected) {
      const at = this.#pollTime(document, days.get(keyOf(document)), now);
      if (at !== undefined) next = Math.min(next, at);
    }
    return Math.max(next, now);
  }

  #pollTime(
    document: ExpectedDocument,
    day: MarketDay | undefined,
    now: number,
  ): number | undefined {
    const state = { last: day?.checkedAt?.getTime(), cameAt: day?.knownAt?.getTime() };
    return nextPoll(this.#plan, document, state, now);
  }

  /** Reads the state of the expected documents. */
  async #days(): Promise<ReadonlyMap<string, MarketDay>> {
    const today = dateAt(this.#deps.clock().getTime());
    if (today !== this.#today) {
      this.#today = today;
      this.#expected = expectedDocuments(this.#series, today);
    }
    const from = dateAfter(today, -POLL_WINDOW_MS / DAY_MS - 1);
    const days = new Map<string, MarketDay>();
    for (const series of this.#series) {
      for (const day of await this.#deps.market.days([series], from, dateAfter(today, 2))) {
        days.set(keyOf(day), day);
      }
    }
    return days;
  }

  /** Notifies once that the prices of a market's day are late. */
  async #notifyLate({ series, date, expectedAt }: ExpectedDocument): Promise<void> {
    const { market, clock, log } = this.#deps;
    const at = clock();
    const lateMs = at.getTime() - expectedAt;
    if (!isMarket(series) || lateMs < LATE_AFTER_MS || lateMs > NOTIFY_WITHIN_MS) return;
    let isNoted = false;
    await market.updateDay(series, date, ({ day = unknownDay(series, date), realised }) => {
      isNoted = !realised && day.status === 'missing' && !day.lateNotifiedAt;
      if (!isNoted) return undefined;
      const late = { ...day, lateNotifiedAt: at };
      const message = messageOf('prices.late', late, at, this.#deps);
      return { day: late, ...(message && { message }) };
    });
    if (isNoted) log.warn({ market: series, day: date }, `prices are late: ${series} of ${date}`);
  }
}

function keyOf({ series, date }: Pick<MarketDay, 'series' | 'date'>): string {
  return `${series} ${date}`;
}
