import { parseDuration } from '@solano/domain';
import { counted } from './counted.ts';
import { UsageError } from './run.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds. */
export function readDuration(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  throw new UsageError(`"${text}" is no duration: write a number and s, m, h or d, such as 90d.`);
}

/** A number of seconds in whole minutes, from two hours on in hours, from two days on in days. */
export function roughDuration(seconds: number): string {
  if (seconds >= 2 * DAY_S) return counted(Math.floor(seconds / DAY_S), 'day');
  if (seconds >= 2 * HOUR_S) return counted(Math.floor(seconds / HOUR_S), 'hour');
  return counted(Math.round(seconds / MINUTE_S), 'minute');
}
