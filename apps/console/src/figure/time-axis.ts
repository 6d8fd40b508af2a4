import { formatClock, formatDay } from '../i18n/format.ts';
import {
  addDays,
  clockOf,
  DAY_MS,
  dayOf,
  HOUR_MS,
  instantOf,
  instantsShowing,
  MINUTE_MS,
  startOfDay,
} from '../time/zone.ts';

/** Distances of ticks that divide a day, and then whole days. */
const STEPS_MS = [15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const STEPS_DAYS = [1, 2, 7, 14, 28, 61, 91];
/** A time beside the day of a midnight, with room between them. */
const MIN_PIXELS = 70;
/** Names of days are longer than times. */
const MIN_DAY_PIXELS = 80;
const MAX_TICKS = 200;

/**
 * Returns the instants of a time axis's ticks: at whole hours or days on the clock of the zone,
 * also on days of 23 or 25 hours.
 */
export function timeTicks(min: number, max: number, pixels: number, zone: string): number[] {
  const smallest = (width: number) => ((max - min) * width) / Math.max(pixels, width);
  const step = STEPS_MS.find((each) => each >= smallest(MIN_PIXELS));
  const ticks = step
    ? clockTicks(min, max, step, zone)
    : dayTicks(min, max, smallest(MIN_DAY_PIXELS), zone);
  return ticks.filter((at) => at >= min && at <= max).slice(0, MAX_TICKS);
}

function clockTicks(min: number, max: number, step: number, zone: string): number[] {
  const ticks = new Set<number>();
  const first = Math.floor(clockOf(min, zone) / step) * step;
  const last = clockOf(max, zone) + HOUR_MS;
  for (let clock = first; clock <= last; clock += step) {
    ticks.add(instantOf(clock, zone));
    // With longer steps, the two passes of an hour are too near to each other.
    if (step <= HOUR_MS) for (const at of instantsShowing(clock, zone)) ticks.add(at);
  }
  return [...ticks].sort((one, other) => one - other);
}

function dayTicks(min: number, max: number, smallest: number, zone: string): number[] {
  const days = STEPS_DAYS.find((each) => each * DAY_MS >= smallest) ?? 365;
  const ticks: number[] = [];
  let day = dayOf(min, zone);
  if (days === 7) while (new Date(`${day}T00:00Z`).getUTCDay() !== 1) day = addDays(day, 1);
  for (; ticks.length < MAX_TICKS; day = addDays(day, days)) {
    const at = startOfDay(day, zone);
    if (at > max) break;
    ticks.push(at);
  }
  return ticks;
}

/** Midnights are labelled with their day, unless only times of day count; other ticks with the time. */
export function tickLabel(at: number, zone: string, isTimeOfDay = false): string {
  return clockOf(at, zone) % DAY_MS === 0 && !isTimeOfDay
    ? formatDay(at, zone)
    : formatClock(at, zone);
}
