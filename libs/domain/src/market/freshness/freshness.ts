import { type Clock, dateAfter, dateAt } from '@solano/domain/kernel';
import type { RealisedDayStatus, RealisedRangeDeps } from '../market-data/realised-range.ts';
import { realisedRange } from '../market-data/realised-range.ts';
import { expectedAt, LATE_AFTER_MS } from '../market-data/series.ts';
import { type Market, REGION, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { latestPrediction } from '../prices/latest-prediction.ts';
import {
  isPredicted,
  type RecentDays,
  recentDaysOf,
  whyNotPredicted,
} from '../prices/recent-days.ts';

/** Days whose missing data are reported. */
const DISPLAYED_DAYS = 30;
const FIRST_DATE = '0001-01-01';

export interface FreshnessDeps extends RealisedRangeDeps {
  readonly clock: Clock;
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
  const all: MarketFreshness[] = [];
  for (const rules of SESSIONS) all.push(await freshnessOf(deps, rules));
  return all;
}

async function freshnessOf(
  deps: FreshnessDeps,
  { session, market }: SessionRules,
): Promise<MarketFreshness> {
  const now = deps.clock().getTime();
  const to = dateAfter(dateAt(now), 1);
  const from = dateAfter(to, 1 - DISPLAYED_DAYS);
  const { days } = await realisedRange(deps, market, from, to);
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
