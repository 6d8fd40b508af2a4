import {
  DAY_MS,
  dateAfter,
  dateAt,
  datesBetween,
  HOUR_MS,
  startOfDate,
} from '@solano/domain/kernel';
import { dayValues } from './clock-hours.ts';
import type { Lead } from './lead.ts';
import { type TemperatureDay, temperatureDay } from './temperature-day.ts';

/** The temperature of a place as one run of a weather model forecast it. */
export interface TemperatureRun {
  readonly source: string;
  /** ms. */
  readonly issuedAt: number;
  /** From when on (ms) it is known. */
  readonly knownAt: number;
  /** Start (ms) of the first hour. */
  readonly start: number;
  /** °C at the end of each hour, NaN where it is missing. */
  readonly celsius: Float64Array;
}

/** What was known of the temperature of days when they were so many days ahead, by the day that it was known on. */
export type TemperaturesAhead = ReadonlyMap<string, TemperatureDay>;

/** Hours between two values of which those between are taken from a line. */
const MAX_GAP_HOURS = 6;
/** Days before the one on which a forecast is made of which means are taken. */
const PAST_DAYS = 28;

/** Temperature as it was known at each instant: every hour by the newest run, then known, that has it. */
export class KnownTemperatures {
  readonly #runs: readonly TemperatureRun[];
  readonly #until: number;
  readonly #ahead = new Map<string, TemperaturesAhead>();

  /**
   * @param runs in order of `knownAt`.
   * @param until ms; runs that are known later count as unknown.
   */
  constructor(runs: readonly TemperatureRun[], until: number) {
    this.#runs = runs.filter(({ knownAt }) => knownAt <= until).map(withoutGaps);
    this.#until = until;
  }

  /** By the last day known in part of its consumption, the day that comes `lead` after it, where it was known. */
  ahead({ days, madeAfter }: Lead): TemperaturesAhead {
    const key = `${days} ${madeAfter}`;
    let known = this.#ahead.get(key);
    if (!known) {
      known = this.#describe(days, madeAfter);
      this.#ahead.set(key, known);
    }
    return known;
  }

  #describe(lead: number, madeAfter: number): TemperaturesAhead {
    const described = new Map<string, TemperatureDay>();
    const [first] = this.#runs;
    if (!first) return described;
    // A forecast is made at most a day before or after its distance from the start of a day says.
    const origins = datesBetween(
      dateAt(first.knownAt - madeAfter - DAY_MS),
      dateAt(this.#until - madeAfter + DAY_MS),
    );
    const newest = new NewestHours(this.#runs);
    for (const origin of origins) {
      const made = startOfDate(origin) + madeAfter;
      if (made > this.#until) break;
      newest.advance(made);
      const past = newest.past(origin);
      const target = newest.day(dateAfter(origin, lead));
      const before = newest.day(dateAfter(origin, lead - 1));
      const day = target && temperatureDay({ target, before, past });
      if (day) described.set(origin, day);
    }
    return described;
  }
}

/** The newest known value of each hour, as time goes on. */
class NewestHours {
  readonly #runs: readonly TemperatureRun[];
  readonly #start: number;
  readonly #celsius: Float64Array;
  readonly #issuedAt: Float64Array;
  /** By day, until one of its hours changes. */
  readonly #days = new Map<string, Float64Array | undefined>();
  #next = 0;

  constructor(runs: readonly TemperatureRun[]) {
    this.#runs = runs;
    const ends = runs.map(({ start, celsius }) => start + celsius.length * HOUR_MS);
    this.#start = runs.reduce(
      (least, { start }) => Math.min(least, start),
      Number.POSITIVE_INFINITY,
    );
    const end = ends.reduce((most, each) => Math.max(most, each), this.#start);
    const hours = (end - this.#start) / HOUR_MS;
    this.#celsius = new Float64Array(hours).fill(Number.NaN);
    this.#issuedAt = new Float64Array(hours).fill(Number.NEGATIVE_INFINITY);
  }

  /** To what is known at an instant (ms). */
  advance(to: number): void {
    for (; this.#next < this.#runs.length; this.#next += 1) {
      const run = this.#runs[this.#next] as TemperatureRun;
      if (run.knownAt > to) break;
      this.#add(run);
    }
  }

  #add({ issuedAt, start, celsius }: TemperatureRun): void {
    const first = (start - this.#start) / HOUR_MS;
    celsius.forEach((value, i) => {
      if (Number.isNaN(value) || issuedAt < (this.#issuedAt[first + i] as number)) return;
      this.#celsius[first + i] = value;
      this.#issuedAt[first + i] = issuedAt;
    });
    const last = dateAt(start + celsius.length * HOUR_MS);
    for (const date of datesBetween(dateAt(start), last)) this.#days.delete(date);
  }

  /** °C of 24 clock hours; undefined where one is unknown. */
  day(date: string): Float64Array | undefined {
    if (this.#days.has(date)) return this.#days.get(date);
    const values = dayValues(date, (instant) => {
      return this.#celsius[(instant - this.#start) / HOUR_MS] ?? Number.NaN;
    });
    const day = values.some(Number.isNaN) ? undefined : values;
    this.#days.set(date, day);
    return day;
  }

  /** The known ones of the days before one, the nearest first. */
  past(origin: string): Float64Array[] {
    return Array.from({ length: PAST_DAYS }, (_, i) => this.day(dateAfter(origin, -1 - i))).filter(
      (day) => day !== undefined,
    );
  }
}

/** Hours between two that are near are on a line. */
function withoutGaps(run: TemperatureRun): TemperatureRun {
  if (!run.celsius.some(Number.isNaN)) return run;
  const celsius = Float64Array.from(run.celsius);
  let last = Number.NaN;
  celsius.forEach((value, hour) => {
    if (Number.isNaN(value)) return;
    const gap = hour - last;
    if (gap > 1 && gap <= MAX_GAP_HOURS) {
      const from = celsius[last] as number;
      for (let i = 1; i < gap; i += 1) celsius[last + i] = from + ((value - from) * i) / gap;
    }
    last = hour;
  });
  return { ...run, celsius };
}
