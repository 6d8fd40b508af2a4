import {
  because,
  inferStep,
  MAX_MW,
  MICRO,
  MINUTE_MS,
  microMegawatts,
  type Reason,
  type TableRow,
} from '@solano/domain/kernel';
import { changeOfPeriod, POWER_UNITS, type PowerUnit } from '@solano/domain/kernel/tables';
import { isPlausible } from '../measurements/plausible.ts';
import { SLOT_MS, STEPS, type Step } from '../measurements/power-run.ts';
import type { MeasuredValue } from './measurement-reading.ts';

/** The values of one plant or group, in the order of the file. */
export interface RawSeries {
  readonly name: string;
  readonly column: string;
  readonly unit: PowerUnit;
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
  const { tens, isEnergy } = POWER_UNITS[unit];
  const step = starts.length > 0 ? 0 : inferStep(raw.instants);
  const shift = rules.isEnd ? step * MINUTE_MS : 0;
  const changed = starts.length > 0 ? undefined : changeOfPeriod(raw.instants, step, STEPS);
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
