import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@solano/domain';
import { UsageError } from './run.ts';

const UNITS: Record<string, number> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const MAX_DURATION_MS = 100 * 365 * DAY_MS;

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds. */
export function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (number !== '' && milliseconds <= MAX_DURATION_MS) return Math.round(milliseconds);
  throw new UsageError(`"${text}" is no duration: write a number and s, m, h or d, such as 90d.`);
}
