import {
  DAY_MS,
  dateAfter,
  dateAt,
  dayOf,
  HOUR_MS,
  MADRID,
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
  type MilliEuro,
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

const WEEK_HOURS = 7 * 24;
/** How far predictions reach, from today on. */
const DAYS_AHEAD = 10;
/** How far realised prices go back, from the Monday of this week on. */
const WEEKS_BACK = 13;
/** Days, today included, on each of which a prediction was made: the prices page shows the errors of 30. */
const MORNINGS = 32;
/** Days that a prediction of a morning covers: its own, of which an auction is to come, and the next. */
const MORNING_DAYS = 2;

/**
 * Brings the synthetic prices of the demo customer, which no other customer sees, up to date: realised
 * prices of the last three months, what was predicted of them and of the next days before, in the last
 * month on each day, and new predictions. There are no synthetic realised prices beside real ones, and a market that has a
 * real prediction gets no newer synthetic one. Errors: `store_unavailable`.
 */
export async function putDemoPrices(
  prices: PriceStore,
  customerId: string,
  now: Date,
): Promise<void> {
  const own = prices.seenBy(customerId);
  if (!(await hasRealised(prices, now))) await putMissingDays(own, now);
  for (const rules of SESSIONS) {
    await putMissingPredictions(own, rules, now);
    const real = await latestPrediction(prices, rules.market);
    if (real) continue;
    await putMissingMornings(own, rules, now);
    await own.putPrediction(demoPrediction(rules, now));
  }
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
  for (const [i, { generatedAt, dates }] of mornings.entries()) {
    const newest = stored[i]?.generatedAt.getTime() ?? -Infinity;
    if (newest > generatedAt - DAY_MS) continue;
    const made = { generatedAt: new Date(generatedAt), origin: 'hindcast' } as const;
    await own.putPrediction({ market, inputsUntil: null, ...made, ...bandedSeries(rules, dates) });
  }
}

/** Existing ones are not computed again, because every start comes by here. */
async function putMissingPredictions(
  own: PriceStore,
  rules: SessionRules,
  now: Date,
): Promise<void> {
  const { market } = rules;
  const weeks = standingWeeks(now);
  // Of each no more than a moment is fetched, at the end of the week that it is of.
  const stored = await own.lastPredictions(market, weeks.map(windowOf));
  for (const [i, { generatedAt, dates }] of weeks.entries()) {
    if (stored[i]?.generatedAt.getTime() === generatedAt) continue;
    const made = { generatedAt: new Date(generatedAt), origin: 'hindcast' } as const;
    const series = predictedSeries(rules, dates);
    await own.putPrediction({ market, inputsUntil: null, ...made, ...series });
  }
}

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

/** Whether any market has realised prices of the days that the demo's are of. */
async function hasRealised(prices: PriceReader, now: Date): Promise<boolean> {
  for (const { market } of SESSIONS) {
    if ((await newestDate(prices, market, now)) !== undefined) return true;
  }
  return false;
}

/** Days are put in order, so those that are missing come after the newest. */
async function putMissingDays(own: PriceStore, now: Date): Promise<void> {
  for (const rules of SESSIONS) {
    const missing = demoRealised(rules, now, await newestDate(own, rules.market, now));
    if (missing.length > 0) await own.putRealised(missing);
  }
}

async function newestDate(
  prices: PriceReader,
  market: Market,
  now: Date,
): Promise<string | undefined> {
  const last = dateAfter(dateAt(now.getTime()), 1);
  for await (const { date } of prices.realised(market, firstDate(now), last)) return date;
  return undefined;
}

/** A market's prediction for the days from today on. The same quarter always has the same price. */
export function demoPrediction(rules: SessionRules, now: Date): BandedPrediction {
  const dates = datesFrom(dateAt(now.getTime()), DAYS_AHEAD);
  const made = { origin: 'live', inputsUntil: null } as const;
  return { market: rules.market, generatedAt: now, ...made, ...bandedSeries(rules, dates) };
}

/**
 * The weeks whose days, past and some to come, have a prediction each, made before the first of
 * those days. Older than any that an operator puts, they hide none.
 */
function standingWeeks(now: Date): PredictedDates[] {
  const first = firstDate(now);
  const eve = madridInstant(dayOf(dateAfter(first, -1)), 9);
  const weeks = Math.ceil(WEEKS_BACK + 1 + DAYS_AHEAD / 7);
  return Array.from({ length: weeks }, (_, week) => {
    const dates = datesFrom(dateAfter(first, 7 * week), 7);
    // A generation time is for one prediction of a market.
    return { generatedAt: eve + week, dates, last: lastQuarter(dates) };
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

function predictedSeries(rules: SessionRules, dates: readonly string[]): PriceSeries {
  const seed = SESSIONS.indexOf(rules);
  const ends = dates.flatMap((date) => coveredQuarters(rules, date));
  return { stepMinutes: 15, ends, prices: ends.map((end) => predictedPrice(end, seed)) };
}

/** A predicted series with how sure it is. */
function bandedSeries(
  rules: SessionRules,
  dates: readonly string[],
): PriceSeries & { bands: Bands } {
  const series = predictedSeries(rules, dates);
  const offsets = rules === SESSIONS[0] ? DAY_AHEAD_QUANTILES : INTRADAY_QUANTILES;
  const bands = offsets.map((offset) => series.prices.map((price) => price + offset));
  return { ...series, bands };
}

/** The Monday with which the synthetic past begins: it moves on once a week. */
function firstDate(now: Date): string {
  const today = dateAt(now.getTime());
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return dateAfter(today, -daysSinceMonday - 7 * WEEKS_BACK);
}

function datesFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => dateAfter(first, i));
}

/**
 * Mean prices in EUR/MWh by hour of the Madrid day, as Spain had them in the autumn of 2025: an
 * evening peak and a valley at noon.
 */
const SHAPE = [
  81, 74, 69, 66, 65, 68, 76, 89, 91, 67, 39, 25, 21, 19, 18, 21, 31, 51, 74, 100, 116, 114, 96, 85,
];
const WEEKEND = -14;

/**
 * A quantity that stays much the same for hours: uniform noise that changes by the day, by six
 * hours and by the hour, each with its own greatest size in EUR/MWh.
 */
type Noise = readonly [byDay: number, bySixHours: number, byHour: number];

/** How far predictions are off in all markets alike: 15 EUR/MWh on average. */
const SURPRISE: Noise = [20, 20, 10];
/** By how much intraday prices move against day-ahead ones: a standard deviation of 7 EUR/MWh. */
const SPREAD: Noise = [5, 8, 6];
/** The part of the spread that is predicted. */
const KNOWN_SPREAD: Noise = [0, 0, 1];
/** By how much intraday prices are below day-ahead ones on average, in EUR/MWh. */
const DISCOUNT = 0.96;

/**
 * Quantiles (5, 10, 25, 50, 75, 90, 95 %) of what turns out otherwise than predicted, in thousandths of
 * EUR/MWh: of the sum of the noises of {@link SURPRISE}, and of these with {@link SPREAD}.
 */
const DAY_AHEAD_QUANTILES: readonly MilliEuro[] = [
  -28_700, -23_100, -12_300, 0, 12_300, 23_100, 28_700,
];
const INTRADAY_QUANTILES: readonly MilliEuro[] = [
  -30_600, -24_400, -13_100, 0, 13_100, 24_400, 30_600,
];

/** Thousandths of EUR/MWh, in whole cents. */
function predictedPrice(end: number, seed: number): MilliEuro {
  return inCents(expectedPrice(end, seed));
}

/** The predicted price and what turned out otherwise: most of it in all markets alike. */
function realisedPrice(end: number, seed: number): MilliEuro {
  const surprise = noiseOf(SURPRISE, end, 11);
  const spread = seed === 0 ? 0 : noiseOf(SPREAD, end, 20 + seed);
  return inCents(expectedPrice(end, seed) + surprise + spread);
}

/** @param seed place of the session among all; the day-ahead market's is 0. */
function expectedPrice(end: number, seed: number): number {
  const start = end - QUARTER_MS;
  const local = new Date(start + MADRID.offsetAt(start));
  const hour = local.getUTCHours();
  const next = SHAPE[(hour + 1) % 24] as number;
  const shape = SHAPE[hour] as number;
  const smooth = shape + ((next - shape) * local.getUTCMinutes()) / 60;
  const weekend = local.getUTCDay() % 6 === 0 ? WEEKEND : 0;
  const spread = seed === 0 ? 0 : noiseOf(KNOWN_SPREAD, end, 30 + seed) - DISCOUNT;
  return smooth + weekend + 3 * noise(start / QUARTER_MS, 1) + spread;
}

/** Every other week mirrors the one before, so that the means of months are those intended. */
function noiseOf([byDay, bySixHours, byHour]: Noise, end: number, seed: number): number {
  const elapsed = Math.floor((end - QUARTER_MS) / HOUR_MS);
  const week = Math.floor(elapsed / WEEK_HOURS);
  const hour = Math.floor(week / 2) * WEEK_HOURS + (elapsed % WEEK_HOURS);
  const size =
    byDay * noise(hour / 24, 10 * seed) +
    bySixHours * noise(hour / 6, 10 * seed + 1) +
    byHour * noise(hour, 10 * seed + 2);
  return week % 2 === 0 ? size : -size;
}

function inCents(euros: number): MilliEuro {
  return Math.round(euros * 100) * 10;
}

/** A number in [-1, 1) that depends on nothing but its arguments. */
function noise(position: number, seed: number): number {
  let hash = Math.imul(Math.floor(position) ^ (seed * 0x9e3779b9), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}
