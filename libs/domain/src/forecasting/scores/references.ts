import type { KnownPower, SeriesWindow } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '@solano/domain/kernel';
import { clearSky, cosineOfZenith, type Place } from '../sun/sun.ts';
import { REFERENCE_DAYS } from './score-inputs.ts';

/** Days back in which persistence of sun looks for a whole one. */
const WHOLE_DAYS_BACK = 7;
/** W/m²: below it the index of a clear sky says nothing. */
const LEAST_CLEAR_SKY = 20;
const HOUR_STARTS = [0, 1, 2, 3].map((quarter) => quarter * QUARTER_MS);

/** A forecast in micro-MW of the quarter that starts at an instant (ms), NaN where there is none. */
export type Reference = (start: number) => number;

/** What is known at an instant (ms) of a plant. */
interface Knowledge {
  readonly power: KnownPower;
  readonly at: number;
}

/** The last measured quarter of the days looked at, for every period. */
export function lastValue({ power, at }: Knowledge): Reference {
  const { newest } = power;
  const isRecent = newest !== undefined && newest >= at - REFERENCE_DAYS * DAY_MS;
  const value = isRecent ? power.quarter(newest) : Number.NaN;
  return () => value;
}

/** Mean of the known values at the same UTC time of the days looked at. */
export function climatology({ power, at }: Knowledge): Reference {
  const values: number[] = [];
  return (start) => {
    const time = start % DAY_MS;
    const value = values[time / QUARTER_MS] ?? meanAtTime(power, time, at);
    values[time / QUARTER_MS] = value;
    return value;
  };
}

function meanAtTime(power: KnownPower, time: number, at: number): number {
  const last = Math.floor((at - time) / DAY_MS) * DAY_MS + time;
  let sum = 0;
  let count = 0;
  for (let start = last; start >= at - REFERENCE_DAYS * DAY_MS; start -= DAY_MS) {
    const value = power.quarter(start);
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

/** Clear-sky irradiance of a place by quarters of a window (W/m², at their middle), each computed once. */
export class ClearSky {
  readonly #place: Place;
  readonly #window: SeriesWindow;
  readonly #quarters: Float64Array;

  constructor(place: Place, window: SeriesWindow) {
    this.#place = place;
    this.#window = window;
    this.#quarters = new Float64Array((window.to - window.from) / QUARTER_MS).fill(Number.NaN);
  }

  quarter(start: number): number {
    const index = (start - this.#window.from) / QUARTER_MS;
    const known = this.#quarters[index] as number;
    if (!Number.isNaN(known)) return known;
    const value = clearSky(cosineOfZenith(this.#place, start + QUARTER_MS / 2));
    this.#quarters[index] = value;
    return value;
  }
}

/**
 * The last whole UTC day known: its measured power in the same hour, by the clear sky of then, times the
 * clear sky of the period; by little sun its measured power of the same quarter.
 */
export function clearSkyIndex({ power, at }: Knowledge, sky: ClearSky): Reference {
  const day = lastWholeDay(power, at);
  if (day === undefined) return () => Number.NaN;
  return (start) => {
    const time = start % DAY_MS;
    const hour = day + time - (time % HOUR_MS);
    const sun = meanOf(hour, (quarter) => sky.quarter(quarter));
    if (sun < LEAST_CLEAR_SKY) return power.quarter(day + time);
    return (meanOf(hour, (quarter) => power.quarter(quarter)) / sun) * sky.quarter(start);
  };
}

function meanOf(hour: number, quarter: (start: number) => number): number {
  return HOUR_STARTS.reduce((sum, start) => sum + quarter(hour + start), 0) / HOUR_STARTS.length;
}

/** Start (ms) of the last UTC day, of those that have ended, whose quarters are all known. */
function lastWholeDay(power: KnownPower, at: number): number | undefined {
  const today = Math.floor(at / DAY_MS) * DAY_MS;
  for (let back = 1; back <= WHOLE_DAYS_BACK; back += 1) {
    if (isWhole(power, today - back * DAY_MS)) return today - back * DAY_MS;
  }
  return undefined;
}

function isWhole(power: KnownPower, day: number): boolean {
  for (let start = day; start < day + DAY_MS; start += QUARTER_MS) {
    if (Number.isNaN(power.quarter(start))) return false;
  }
  return true;
}
