import { type Clock, type DayRange, dateAfter, dateAt } from '@solano/domain/kernel';
import type { MarketDay } from '../market-data/market-day.ts';
import type { RealisedDayStatus, RealisedRangeDeps } from '../market-data/realised-range.ts';
import { realisedRange } from '../market-data/realised-range.ts';
import { expectedAt, LATE_AFTER_MS } from '../market-data/series.ts';
import { MARKETS, type Market, REGION, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { latestPrediction } from '../prices/latest-prediction.ts';
import { PriceCache } from '../prices/price-cache.ts';
import type { PricePrediction, PriceReader, RealisedPrices } from '../prices/prices.ts';
import {
  isPredicted,
  type RecentDays,
  recentDaysOf,
  whyNotPredicted,
} from '../prices/recent-days.ts';

/** Days whose missing data are reported. */
const DISPLAYED_DAYS = 30;
const FIRST_DATE = '0001-01-01';

type FreshnessPrices = Pick<PriceReader, 'realised' | 'lastPredictions'>;

export interface FreshnessDeps extends RealisedRangeDeps {
  readonly prices: FreshnessPrices;
  readonly clock: Clock;
}

/** Days and predictions that are cached: those of some readers. */
const MAX_CACHED = 10_000;

/** Caches what the freshness of markets is read from for as long as no price changes. */
export class CachedFreshness {
  readonly #days = new PriceCache<readonly RealisedPrices[]>(MAX_CACHED);
  readonly #predictions = new PriceCache<(PricePrediction | undefined)[]>(MAX_CACHED);

  of(prices: PriceReader): FreshnessPrices {
    const [days, predictions] = [this.#days, this.#predictions];
    return {
      async *realised(market, from, to) {
        const read = () => prices.realised(market, from, to);
        // Of all days only the newest are read, one after the other.
        if (from === FIRST_DATE) yield* read();
        else {
          const all = () => listed(read());
          yield* await days.get(prices, [market], `${from} ${to}`, all, DISPLAYED_DAYS);
        }
      },
      lastPredictions(market, windows, origin) {
        const read = () => prices.lastPredictions(market, windows, origin);
        const spans = windows.map(({ from, to, before }) => `${from} ${to} ${before}`);
        const key = [...spans, origin].join();
        return predictions.get(prices, [market], key, read);
      },
    };
  }
}

/** How fresh the data of a market are. Null where nothing is known. */
export interface MarketFreshness {
  readonly region: string;
  readonly market: Market;
  readonly session: SessionRules['session'];
  /** The newest Madrid day with prices. */
  readonly newestRealisedDay: string | null;
  /** Since when these can be read. */
  readonly newestRealisedAt: Date | null;
  readonly source: string | null;
  readonly revision: number | null;
  /** When the first day after the newest known one is expected; in the future it is early. */
  readonly expectedAt: Date;
  /** Since it was expected, once that is more than an hour ago; else 0. */
  readonly lateBySeconds: number;
  /** Days of the last 30, oldest first. */
  readonly missingDays: readonly string[];
  readonly cancelledDays: readonly string[];
  readonly heldDays: readonly string[];
  readonly newestPredictionAt: Date | null;
  readonly predictionInputsUntil: Date | null;
}

/** How fresh the data of a market are, and whether the service predicts it. */
export interface MarketState extends MarketFreshness, RecentDays {
  /** Why the service does not predict the market; null if it does. */
  readonly notPredicted: string | null;
}

async function listed(days: AsyncIterable<RealisedPrices>): Promise<RealisedPrices[]> {
  const all: RealisedPrices[] = [];
  for await (const day of days) all.push(day);
  return all;
}

/** The state of each market. Errors: `store_unavailable`. */
export async function marketStates(deps: FreshnessDeps): Promise<MarketState[]> {
  const markets = await marketFreshness(deps);
  const recent = new Map((await recentDaysOf(deps.prices)).map((each) => [each.market, each]));
  return markets.map((freshness) => {
    const days = recent.get(freshness.market) as RecentDays;
    return {
      ...freshness,
      ...days,
      notPredicted: isPredicted(days) ? null : whyNotPredicted(days),
    };
  });
}

/** How fresh the data of each market are. Errors: `store_unavailable`. */
export async function marketFreshness(deps: FreshnessDeps): Promise<MarketFreshness[]> {
  const now = deps.clock().getTime();
  const to = dateAfter(dateAt(now), 1);
  const range = { from: dateAfter(to, 1 - DISPLAYED_DAYS), to };
  const known = await deps.market.days(MARKETS, range.from, to);
  const all: MarketFreshness[] = [];
  for (const rules of SESSIONS) {
    const own = known.filter(({ series }) => series === rules.market);
    all.push(await freshnessOf(deps, rules, { ...range, own, now }));
  }
  return all;
}

async function freshnessOf(
  deps: FreshnessDeps,
  { session, market }: SessionRules,
  { from, to, own, now }: DayRange & { readonly own: MarketDay[]; readonly now: number },
): Promise<MarketFreshness> {
  const known = { market: { days: async () => own }, prices: deps.prices };
  const { days } = await realisedRange(known, market, from, to);
  const newest =
    days.findLast(({ status }) => status === 'realised') ??
    (await newestBefore(deps, market, from));
  const age = (day: string) => now - expectedAt(market, day);
  const expected = expectedAt(
    market,
    firstUnknown(days, newest, (day) => age(day) >= 0),
  );
  const prediction = await latestPrediction(deps.prices, market);
  const isDue = (day: string) => age(day) > LATE_AFTER_MS;
  const named = (test: (day: RealisedDayStatus) => boolean) =>
    days.filter(test).map(({ day }) => day);
  return {
    region: REGION,
    market,
    session,
    newestRealisedDay: newest?.day ?? null,
    newestRealisedAt: newest?.knownAt ?? null,
    source: newest?.source ?? null,
    revision: newest?.revision ?? null,
    expectedAt: new Date(expected),
    lateBySeconds: now - expected > LATE_AFTER_MS ? Math.floor((now - expected) / 1000) : 0,
    missingDays: named(({ day, status }) => status === 'missing' && isDue(day)),
    cancelledDays: named(({ status }) => status === 'cancelled'),
    heldDays: named(({ isHeld }) => isHeld),
    newestPredictionAt: prediction?.generatedAt ?? null,
    predictionInputsUntil: prediction?.inputsUntil ?? null,
  };
}

/** The newest day with prices before those that are reported. */
async function newestBefore(
  deps: FreshnessDeps,
  market: Market,
  before: string,
): Promise<RealisedDayStatus | undefined> {
  const realised = deps.prices.realised(market, FIRST_DATE, dateAfter(before, -1));
  for await (const { date, ends } of realised) {
    if (ends.length > 0) return (await realisedRange(deps, market, date, date)).days[0];
  }
  return undefined;
}

/**
 * The first day after the newest one of which it is not known what it brought; where nothing at all
 * is known, the last that was expected.
 */
function firstUnknown(
  days: readonly RealisedDayStatus[],
  newest: RealisedDayStatus | undefined,
  isExpected: (day: string) => boolean,
): string {
  const isKnown = ({ status }: RealisedDayStatus) =>
    status === 'realised' || status === 'cancelled';
  const last = days.findLast(isKnown) ?? newest;
  if (last) return dateAfter(last.day, 1);
  return (days.findLast(({ day }) => isExpected(day)) as RealisedDayStatus).day;
}
