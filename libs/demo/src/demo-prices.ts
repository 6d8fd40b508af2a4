import {
  DAY_MS,
  dateAfter,
  dateAt,
  datesBetween,
  dayOf,
  HOUR_MINUTES,
  HOUR_QUARTERS,
  madridInstant,
  QUARTER_MS,
  startOfDate,
} from '@solano/domain/kernel';
import {
  type BandedPrediction,
  type Bands,
  coveredQuarters,
  latestPrediction,
  type Market,
  type PredictionWindow,
  type PriceReader,
  type PriceSeries,
  type PriceStore,
  publication,
  type RealisedPrices,
  SESSIONS,
  type SessionRules,
  UNPUBLISHED,
} from '@solano/domain/market';
import {
  DAY_AHEAD_QUANTILES,
  INTRADAY_QUANTILES,
  predictedPrice,
  realisedPrice,
} from './demo-price-model.ts';

/** How far predictions reach, from today on. */
const DAYS_AHEAD = 10;
/** How far the prices go back that are there from the start, from the Monday of this week on. */
const WEEKS_BACK = 13;
/** How far all go back: the models learn from some months before the oldest purchase, a year ago. */
const HISTORY_WEEKS = 65;
/** How long before its Monday a week of the past was predicted. */
const WEEKS_BEFORE = 14;
/** Days, today included, on each of which a prediction was made: the prices page shows the errors of 30. */
const MORNINGS = 32;
/** Days that a prediction of a morning covers: its own, of which an auction is to come, and the next. */
const MORNING_DAYS = 2;

/**
 * Brings the synthetic prices of the demo customer, which no other customer sees, up to date: realised
 * prices of the last three months, what was predicted of them and of the next days before, in the last
 * month on each day, and new predictions. There are no synthetic realised prices beside real ones, and a market that has a
 * real prediction gets no newer synthetic one. The prices of the year before these are added by
 * {@link putDemoPriceHistory}. Errors: `store_unavailable`.
 */
export async function putDemoPrices(
  prices: PriceStore,
  customerId: string,
  now: Date,
): Promise<void> {
  const own = prices.seenBy(customerId);
  const isReal = await hasRealised(prices, now, WEEKS_BACK);
  for (const rules of SESSIONS) {
    if (!isReal) await putMissingDays(own, rules, now);
    await putMissingPredictions(own, rules, standingWeeks(now), bandlessSeries);
    const real = await latestPrediction(prices, rules.market);
    if (real) continue;
    await putMissingMornings(own, rules, now);
    await own.putPredictions([demoPrediction(rules, now)]);
  }
}

/**
 * Adds the synthetic prices of the year before those of {@link putDemoPrices}, and what was predicted of them
 * by the hour, where they are missing; nothing beside real prices. Errors: `store_unavailable`.
 */
export async function putDemoPriceHistory(
  prices: PriceStore,
  customerId: string,
  now: Date,
): Promise<void> {
  if (await hasRealised(prices, now, HISTORY_WEEKS)) return;
  const own = prices.seenBy(customerId);
  for (const rules of SESSIONS) {
    const dates = datesBetween(firstDate(now, HISTORY_WEEKS), dateAfter(firstDate(now), -1));
    const known = await datesKnown(own, rules.market, dates);
    const missing = dates.filter((date) => !known.has(date));
    if (missing.length > 0) {
      await own.putRealised(missing.map((date) => realisedDay(rules, date)));
    }
    const weeks = weeksFrom(dates[0] as string, dates.length / 7);
    await putMissingPredictions(own, rules, weeks, hourlySeries);
  }
}

/** Of days that are there from some on, as they are added together. */
async function datesKnown(
  own: PriceReader,
  market: Market,
  dates: readonly string[],
): Promise<ReadonlySet<string>> {
  const [first, last] = [dates[0] as string, dates.at(-1) as string];
  for await (const _ of own.realised(market, first, first)) return new Set(dates);
  const known = new Set<string>();
  for await (const { date } of own.realised(market, first, last)) known.add(date);
  return known;
}

/** The predictions at the start of each of the last days, if none was made in the day before. */
async function putMissingMornings(own: PriceStore, rules: SessionRules, now: Date): Promise<void> {
  const { market } = rules;
  const mornings = datesFrom(dateAfter(dateAt(now.getTime()), 1 - MORNINGS), MORNINGS).map(
    (date) => {
      const dates = datesFrom(date, MORNING_DAYS);
      return { generatedAt: startOfDate(date), dates, last: lastQuarter(dates) };
    },
  );
  const stored = await own.lastPredictions(market, mornings.map(windowOf));
  const missing = mornings.filter(({ generatedAt }, i) => {
    return (stored[i]?.generatedAt.getTime() ?? -Infinity) <= generatedAt - DAY_MS;
  });
  await putHindcasts(own, rules, missing, bandedSeries);
}

/** Existing ones are not computed again, because every start comes by here. */
async function putMissingPredictions(
  own: PriceStore,
  rules: SessionRules,
  weeks: readonly PredictedDates[],
  seriesOf: SeriesOf,
): Promise<void> {
  const { market } = rules;
  // Of each no more than a moment is fetched, at the end of the week that it is of.
  const stored = await own.lastPredictions(market, weeks.map(windowOf));
  const missing = weeks.filter(
    ({ generatedAt }, i) => stored[i]?.generatedAt.getTime() !== generatedAt,
  );
  await putHindcasts(own, rules, missing, seriesOf);
}

async function putHindcasts(
  own: PriceStore,
  rules: SessionRules,
  missing: readonly PredictedDates[],
  seriesOf: SeriesOf,
): Promise<void> {
  if (missing.length === 0) return;
  const { market } = rules;
  const predictions = missing.map(({ generatedAt, dates }) => {
    const made = { generatedAt: new Date(generatedAt), origin: 'hindcast' } as const;
    return { market, inputsUntil: null, ...made, ...seriesOf(rules, dates) };
  });
  await own.putPredictions(predictions);
}

/** What was predicted of days. */
type SeriesOf = (rules: SessionRules, dates: readonly string[]) => PriceSeries;

/** A set of days that one prediction was made of. */
interface PredictedDates {
  readonly generatedAt: number;
  readonly dates: readonly string[];
  /** The start of a quarter hour that is in every session, on the last of the days. */
  readonly last: number;
}

/** The window in which the prediction of some days is the newest, if it is stored. */
function windowOf({ last, generatedAt }: PredictedDates): PredictionWindow {
  return { from: last, to: last + QUARTER_MS, before: generatedAt + 1 };
}

function lastQuarter(dates: readonly string[]): number {
  return madridInstant(dayOf(dates.at(-1) as string), 23);
}

/** Whether any market has realised prices of the weeks before this, or of this. */
async function hasRealised(prices: PriceReader, now: Date, weeks: number): Promise<boolean> {
  for (const { market } of SESSIONS) {
    if ((await newestDate(prices, market, now, weeks)) !== undefined) return true;
  }
  return false;
}

/** Days are put in order, so those that are missing come after the newest. */
async function putMissingDays(own: PriceStore, rules: SessionRules, now: Date): Promise<void> {
  const missing = demoRealised(rules, now, await newestDate(own, rules.market, now, WEEKS_BACK));
  if (missing.length > 0) await own.putRealised(missing);
}

async function newestDate(
  prices: PriceReader,
  market: Market,
  now: Date,
  weeks: number,
): Promise<string | undefined> {
  const last = dateAfter(dateAt(now.getTime()), 1);
  for await (const { date } of prices.realised(market, firstDate(now, weeks), last)) return date;
  return undefined;
}

/** A market's prediction for the days from today on. The same quarter always has the same price. */
export function demoPrediction(rules: SessionRules, now: Date): BandedPrediction {
  const dates = datesFrom(dateAt(now.getTime()), DAYS_AHEAD);
  const made = { origin: 'live', inputsUntil: null } as const;
  return { market: rules.market, generatedAt: now, ...made, ...bandedSeries(rules, dates) };
}

/** The weeks whose days, past and some to come, have a prediction each. */
function standingWeeks(now: Date): PredictedDates[] {
  return weeksFrom(firstDate(now), Math.ceil(WEEKS_BACK + 1 + DAYS_AHEAD / 7));
}

/**
 * Weeks from a Monday on, each predicted on a Sunday months before. Older than any that an operator puts, these
 * predictions hide none.
 */
function weeksFrom(first: string, count: number): PredictedDates[] {
  return Array.from({ length: count }, (_, week) => {
    const monday = dateAfter(first, 7 * week);
    const eve = dayOf(dateAfter(monday, -7 * WEEKS_BEFORE - 1));
    const dates = datesFrom(monday, 7);
    return { generatedAt: madridInstant(eve, 9), dates, last: lastQuarter(dates) };
  });
}

/** A market's realised prices of the days after one, up to the last whose auction has been published. */
export function demoRealised(rules: SessionRules, now: Date, after = ''): RealisedPrices[] {
  return datesFrom(firstDate(now), 7 * (WEEKS_BACK + 1) + 1)
    .filter((date) => date > after && publication(rules, dayOf(date)) <= now.getTime())
    .map((date) => realisedDay(rules, date));
}

function realisedDay(rules: SessionRules, date: string): RealisedPrices {
  const seed = SESSIONS.indexOf(rules);
  const ends = coveredQuarters(rules, date);
  const prices = ends.map((end) => realisedPrice(end, seed));
  const published = { source: 'synthetic', version: UNPUBLISHED } as const;
  return { market: rules.market, date, ...published, stepMinutes: 15, ends, prices };
}

function bandlessSeries(rules: SessionRules, dates: readonly string[]): PriceSeries {
  const seed = SESSIONS.indexOf(rules);
  const ends = dates.flatMap((date) => coveredQuarters(rules, date));
  return { stepMinutes: 15, ends, prices: ends.map((end) => predictedPrice(end, seed)) };
}

/** The same by the hour: the mean of its quarters. */
function hourlySeries(rules: SessionRules, dates: readonly string[]): PriceSeries {
  const { ends, prices } = bandlessSeries(rules, dates);
  const starts = Array.from({ length: ends.length / HOUR_QUARTERS }, (_, i) => i * HOUR_QUARTERS);
  const meanFrom = (first: number) => {
    const sum = prices.slice(first, first + HOUR_QUARTERS).reduce((all, price) => all + price, 0);
    return 10 * Math.round(sum / HOUR_QUARTERS / 10);
  };
  return {
    stepMinutes: HOUR_MINUTES,
    ends: starts.map((first) => ends[first + HOUR_QUARTERS - 1] as number),
    prices: starts.map(meanFrom),
  };
}

/** A predicted series with how sure it is. */
function bandedSeries(
  rules: SessionRules,
  dates: readonly string[],
): PriceSeries & { bands: Bands } {
  const series = bandlessSeries(rules, dates);
  const offsets = rules === SESSIONS[0] ? DAY_AHEAD_QUANTILES : INTRADAY_QUANTILES;
  const bands = offsets.map((offset) => series.prices.map((price) => price + offset));
  return { ...series, bands };
}

/** The Monday with which the synthetic past begins: it moves on once a week. */
function firstDate(now: Date, weeks = WEEKS_BACK): string {
  const today = dateAt(now.getTime());
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return dateAfter(today, -daysSinceMonday - 7 * weeks);
}

function datesFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => dateAfter(first, i));
}
