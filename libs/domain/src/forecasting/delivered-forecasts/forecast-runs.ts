import { malformed } from '@solano/domain/assets';
import { type PowerRun, runsOf, SLOT_MS, STEPS, type Step } from '@solano/domain/energy';
import {
  DAY_MS,
  inferStep,
  MAX_MW,
  MICRO,
  MINUTE_MS,
  microMegawatts,
  parseWallTime,
} from '@solano/domain/kernel';

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;
/** Missing values as programs write them. */
const MISSING = /^(nan|null|na|n\/a)?$/i;
/** By which power of ten kWh become MWh. */
const KWH_TENS = -3;
/** A longer forecast is none of a plant. */
const MAX_SPAN_MS = 400 * DAY_MS;
/** Rows at one distance that show the length of their periods: fewer may be gaps. */
const REGULAR = 3;

/**
 * The power of a plant's normalized file: the first column is the end of a period in UTC, the second
 * its energy in kWh; a row without a value is missing. Periods are as long as the shortest distance of
 * two rows; where three rows or more follow each other at a longer distance, as long as that. Errors:
 * `forecast_malformed` for a row that is none, a repeated time, power that no plant has, and rows that
 * are more than 400 days apart.
 *
 * @param records the rows of the file with their fields, without its header, in any order.
 */
export function forecastRuns(records: readonly (readonly string[])[]): PowerRun[] {
  const rows = records.map(([label = '', value]) => {
    const end = parseWallTime(label.trim());
    if (end === undefined || value === undefined) throw malformed();
    return { end, value: value.trim() };
  });
  rows.sort((a, b) => a.end - b.end);
  if ((rows.at(-1)?.end ?? 0) - (rows[0]?.end ?? 0) > MAX_SPAN_MS) throw malformed();
  const steps = stepsOf(rows.map(({ end }) => end));
  const periods = rows.flatMap(({ end, value }, i) => {
    const step = steps[i] as Step;
    const start = end - step * MINUTE_MS;
    if (start % SLOT_MS !== 0) throw malformed();
    if (MISSING.test(value)) return [];
    return [{ start, step, microMw: powerOf(value, step) }];
  });
  return [...runsOf(periods)];
}

function powerOf(value: string, step: Step): number {
  if (!NUMBER.test(value)) throw malformed();
  const microMw = microMegawatts(value, KWH_TENS, 60 / step);
  if (!(Math.abs(microMw) < MAX_MW * MICRO)) throw malformed();
  return microMw;
}

/** The minutes of the periods that end at instants (ms) in order. */
function stepsOf(ends: readonly number[]): Step[] {
  const shortest = requireStep(inferStep(ends));
  const steps = Array.from(ends, () => shortest);
  for (let first = 1; first < ends.length; ) {
    const minutes = minutesBefore(ends, first);
    if (minutes === 0) throw malformed();
    let after = first + 1;
    while (after < ends.length && minutesBefore(ends, after) === minutes) after += 1;
    const step = STEPS.find((each) => each === minutes);
    // The first row of all is as long as those that follow it.
    if (step && after - first >= REGULAR) steps.fill(step, first === 1 ? 0 : first, after);
    first = after;
  }
  return steps;
}

function minutesBefore(ends: readonly number[], i: number): number {
  return ((ends[i] as number) - (ends[i - 1] as number)) / MINUTE_MS;
}

function requireStep(minutes: number): Step {
  const step = STEPS.find((each) => each === minutes);
  if (step === undefined) throw malformed();
  return step;
}
