import { because, inferStep, MINUTE_MS, type Reason, type TableRow } from '@solano/domain/kernel';
import { microMegawatts } from '../measurements/micro-megawatts.ts';
import { isPlausible } from '../measurements/plausible.ts';
import { MAX_MW, MICRO, SLOT_MS, STEPS, type Step } from '../measurements/power-run.ts';
import { MEASURED_UNITS, type MeasuredUnit } from './measurement-columns.ts';
import type { MeasuredValue } from './measurement-reading.ts';

/** The values of one plant or group, in the order of the file. */
export interface RawSeries {
  readonly name: string;
  readonly column: string;
  readonly unit: MeasuredUnit;
  /** The times (ms) that show the step: those of its values, and of rows that have none. */
  readonly instants: readonly number[];
  readonly rows: TableRow[];
  /** Starts (ms) where the file has them, and the ends or labels. */
  readonly starts: number[];
  readonly times: number[];
  readonly decimals: string[];
}

/** How the values of a file are read. */
export interface ValueRules {
  /** Whether a time is the end of its period. */
  readonly isEnd: boolean;
  /** In ms; a period that ends later is a problem. */
  readonly now: number;
  /** MW of the plant, where implausible values are a problem. */
  readonly installed: number | undefined;
}

/** Reports what is wrong with the time or the value of a row. */
export type RejectValue = (row: TableRow, what: 'time' | 'value', reason: Reason) => void;

interface ReadValue extends MeasuredValue {
  readonly row: TableRow;
}

/** The values of a series in the order of time; what is wrong with one is reported. */
export function seriesValues(
  raw: RawSeries,
  rules: ValueRules,
  reject: RejectValue,
): MeasuredValue[] {
  const { name, unit, rows, starts, times, decimals } = raw;
  const { tens, isEnergy } = MEASURED_UNITS[unit];
  const step = starts.length > 0 ? 0 : inferStep(raw.instants);
  const shift = rules.isEnd ? step * MINUTE_MS : 0;
  const changed = starts.length > 0 ? undefined : changeOfPeriod(raw.instants, step);
  const values: ReadValue[] = [];
  for (const [i, time] of times.entries()) {
    const row = rows[i] as TableRow;
    const start = starts[i] ?? time - shift;
    const minutes = starts.length > 0 ? (time - start) / MINUTE_MS : step;
    const badTime =
      time === changed?.at
        ? because('other_period', { minutes: changed.minutes, step })
        : timeProblem(start, minutes, rules);
    if (badTime) {
      reject(row, 'time', badTime);
      continue;
    }
    const microMw = microMegawatts(decimals[i] as string, tens, isEnergy ? 60 / minutes : 1);
    const badValue = valueProblem(microMw, rules);
    if (badValue) reject(row, 'value', badValue);
    else values.push({ series: name, start, step: minutes as Step, microMw, row });
  }
  return withoutOverlaps(values, reject);
}

/** Neighbours at the same distance that are no gaps by chance. */
const REGULAR = 3;

/**
 * The first stretch of times that follow each other at a longer step than the file's: hours in a file
 * of quarters would be read as quarters with gaps. Undefined if there is none.
 */
function changeOfPeriod(
  instants: readonly number[],
  step: number,
): { readonly at: number; readonly minutes: number } | undefined {
  const sorted = Float64Array.from(new Set(instants)).sort();
  let count = 0;
  for (let i = 1; i < sorted.length; i += 1) {
    const [before, at] = [sorted[i - 1] as number, sorted[i] as number];
    const minutes = (at - before) / MINUTE_MS;
    const isSame = i > 1 && before - (sorted[i - 2] as number) === at - before;
    count = isSame ? count + 1 : 1;
    const isStep = STEPS.some((each) => each === minutes && minutes > step);
    if (isStep && count === REGULAR) return { at, minutes };
  }
  return undefined;
}

function timeProblem(start: number, minutes: number, { now }: ValueRules): Reason | undefined {
  if (!STEPS.some((step) => step === minutes)) return because('odd_period', { minutes });
  if (start % SLOT_MS !== 0) return because('off_grid');
  return start + minutes * MINUTE_MS > now ? because('in_future') : undefined;
}

function valueProblem(microMw: number, { installed }: ValueRules): Reason | undefined {
  const mw = microMw / MICRO;
  if (!(Math.abs(mw) < MAX_MW)) return because('above', { max: MAX_MW });
  if (installed === undefined || isPlausible(microMw, installed)) return undefined;
  return because('implausible', { mw, installed });
}

function withoutOverlaps(values: ReadValue[], reject: RejectValue): MeasuredValue[] {
  const sorted = values.sort((a, b) => a.start - b.start);
  for (const [i, value] of sorted.entries()) {
    const before = sorted[i - 1];
    if (!before || before.start + before.step * MINUTE_MS <= value.start) continue;
    const [first, second] = before.row.line < value.row.line ? [before, value] : [value, before];
    reject(second.row, 'time', because('overlaps', { line: first.row.line }));
  }
  return sorted.map(({ series, start, step, microMw }) => ({ series, start, step, microMw }));
}
