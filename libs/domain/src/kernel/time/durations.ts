/** Lengths of time in milliseconds. A day here has 24 hours; days of Madrid are in `madrid-day.ts`. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;
export const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

const UNITS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};
const MAX_DURATION_MS = 100 * 365 * DAY_MS;

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN);
  return number !== '' && milliseconds <= MAX_DURATION_MS ? Math.round(milliseconds) : undefined;
}
