import {
  dateAfter,
  dateAt,
  HOUR_MS,
  MINUTE_MS,
  megawatts,
  startOfDate,
} from '@solano/domain/kernel';
import type { PowerRun } from '../measurements/power-run.ts';
import { type FileWarning, fileWarning, MAX_WARNINGS } from './file-warning.ts';

/** The values of a plant or group. */
export interface NamedRuns {
  readonly name: string;
  readonly runs: readonly PowerRun[];
}

/** A day of a file counts from so many hours on. */
const MIN_HOURS = 12;

interface DayValues {
  hours: number;
  readonly first: number;
  isConstant: boolean;
}

/** Names the Madrid days of which all values are the same, other than 0: a meter that hangs. */
export function constantDays(series: readonly NamedRuns[]): FileWarning[] {
  const warnings: FileWarning[] = [];
  for (const { name, runs } of series) {
    for (const [date, { hours, first, isConstant }] of byDate(runs)) {
      if (!isConstant || first === 0 || hours < MIN_HOURS) continue;
      if (warnings.length >= MAX_WARNINGS) return warnings;
      const params = { series: name, day: date, mw: megawatts(first) };
      warnings.push(fileWarning('constant_day', params));
    }
  }
  return warnings;
}

function byDate(runs: readonly PowerRun[]): Map<string, DayValues> {
  const days = new Map<string, DayValues>();
  for (const { start, step, microMw } of runs) {
    let [date, end] = ['', start];
    for (let i = 0; i < microMw.length; i += 1) {
      const value = microMw[i] as number;
      const at = start + i * step * MINUTE_MS;
      if (at >= end) {
        date = dateAt(at);
        end = startOfDate(dateAfter(date, 1));
      }
      const day = days.get(date) ?? { hours: 0, first: value, isConstant: true };
      days.set(date, day);
      day.hours += (step * MINUTE_MS) / HOUR_MS;
      day.isConstant &&= value === day.first;
    }
  }
  return days;
}
