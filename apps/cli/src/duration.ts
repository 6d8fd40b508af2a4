import { UsageError } from './run.ts';

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_DURATION_MS = 100 * 365 * 86_400_000;

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds. */
export function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (number !== '' && milliseconds <= MAX_DURATION_MS) return Math.round(milliseconds);
  throw new UsageError(`"${text}" is no duration: write a number and s, m, h or d, such as 90d.`);
}
