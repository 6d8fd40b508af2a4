import { parseDuration } from '@solano/domain';
import { UsageError } from './run.ts';

/** Reads `<number>s|m|h|d`, for example `90d`, as milliseconds. */
export function readDuration(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  throw new UsageError(`"${text}" is no duration: write a number and s, m, h or d, such as 90d.`);
}
