import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const MAX_DURATION_MS = 100 * 365 * DAY_MS;

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN);
  return number !== '' && milliseconds <= MAX_DURATION_MS ? Math.round(milliseconds) : undefined;
}
