import { DAY_MS, HOUR_MS, MADRID, QUARTER_MS } from '@solano/domain/kernel';
import type { MilliEuro } from '@solano/domain/market';

const WEEK_HOURS = 7 * 24;

/**
 * Mean prices in EUR/MWh by hour of the Madrid day, as Spain had them in the autumn of 2025: an
 * evening peak and a valley at noon.
 */
const SHAPE = [
  81, 74, 69, 66, 65, 68, 76, 89, 91, 67, 39, 25, 21, 19, 18, 21, 31, 51, 74, 100, 116, 114, 96, 85,
];
const WEEKEND = -14;
/**
 * By how much the means of months, from January on, lie above those of the autumn, in EUR/MWh: dear when it is
 * cold, cheap in the spring with its wind, water and sun, as in 2024 and 2025.
 */
const SEASON = [18, 8, -18, -32, -34, -6, 2, 6, 2, 0, 2, 16];
/** By how much the longer sun of midsummer lowers the hours on both sides of the valley, in EUR/MWh. */
const LONG_SUN: Readonly<Record<number, number>> = { 7: 8, 8: 14, 9: 10, 17: 10, 18: 20, 19: 22 };
/** Below zero most stop producing: the part of a price that remains. */
const BELOW_ZERO = 0.3;

/**
 * A quantity that stays much the same for hours: uniform noise that changes by the day, by six
 * hours and by the hour, each with its own greatest size in EUR/MWh.
 */
type Noise = readonly [byDay: number, bySixHours: number, byHour: number];

/** How far predictions are off in all markets alike: 15 EUR/MWh on average. */
const SURPRISE: Noise = [20, 20, 10];
/** By how much intraday prices move against day-ahead ones: a standard deviation of 7 EUR/MWh in all. */
const SPREAD: Noise = [4, 7, 5];
/** The part of what surprised in the day-ahead market that the auctions take back. */
const REVERSION = 0.22;
/** The part of the spread that is predicted. */
const KNOWN_SPREAD: Noise = [1, 1, 1];
/** By how much intraday prices are below day-ahead ones on average, in EUR/MWh. */
const DISCOUNT = 0.6;

/**
 * Quantiles (5, 10, 25, 50, 75, 90, 95 %) of what turns out otherwise than predicted, in thousandths of
 * EUR/MWh: of the sum of the noises of {@link SURPRISE}, and of what the auctions leave of
 * these with {@link SPREAD}.
 */
export const DAY_AHEAD_QUANTILES: readonly MilliEuro[] = [
  -28_700, -23_100, -12_300, 0, 12_300, 23_100, 28_700,
];
export const INTRADAY_QUANTILES: readonly MilliEuro[] = [
  -24_200, -19_300, -10_300, 0, 10_300, 19_300, 24_200,
];

/**
 * A predicted price in whole cents.
 *
 * @param seed place of the session among all; the day-ahead market's is 0.
 */
export function predictedPrice(end: number, seed: number): MilliEuro {
  return inCents(expectedPrice(end, seed));
}

/** The predicted price and what turned out otherwise: most of it in all markets alike. */
export function realisedPrice(end: number, seed: number): MilliEuro {
  const surprise = noiseOf(SURPRISE, end, 11);
  const moved = seed === 0 ? 0 : noiseOf(SPREAD, end, 20 + seed) - REVERSION * surprise;
  return inCents(expectedPrice(end, seed) + surprise + moved);
}

function expectedPrice(end: number, seed: number): number {
  const start = end - QUARTER_MS;
  const wall = start + MADRID.offsetAt(start);
  const hour = Math.floor(wall / HOUR_MS) % 24;
  const usual = between(SHAPE, hour, (wall % HOUR_MS) / HOUR_MS);
  // The first day of the epoch was a Thursday.
  const isWeekend = ((Math.floor(wall / DAY_MS) + 4) % 7) % 6 === 0;
  const spread = seed === 0 ? 0 : noiseOf(KNOWN_SPREAD, end, 30 + seed) - DISCOUNT;
  const chance = 3 * noise(start / QUARTER_MS, 1);
  return usual + seasonal(wall, hour) + (isWeekend ? WEEKEND : 0) + chance + spread;
}

/** Of a time on the clock (ms). */
function seasonal(wall: number, hour: number): number {
  const months = (wall / DAY_MS / 365.25) * 12;
  // Those of a month are the means of its middle.
  const middle = months + 11.5;
  const sun = (1 - Math.cos(((months + 1 / 3) * Math.PI) / 6)) / 2;
  return between(SEASON, Math.floor(middle) % 12, middle % 1) - (LONG_SUN[hour] ?? 0) * sun;
}

/** Between one of a circle of values and the next. */
function between(values: readonly number[], place: number, part: number): number {
  const here = values[place] as number;
  return here + ((values[(place + 1) % values.length] as number) - here) * part;
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
  return Math.round((euros < 0 ? BELOW_ZERO * euros : euros) * 100) * 10;
}

/** A number in [-1, 1) that depends on nothing but its arguments. */
function noise(position: number, seed: number): number {
  let hash = Math.imul(Math.floor(position) ^ (seed * 0x9e3779b9), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}
