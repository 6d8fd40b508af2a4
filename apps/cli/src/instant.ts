import { parseInstant } from '@solano/domain';
import { UsageError } from './run.ts';

/** Reads an ISO 8601 date-time; without an offset it is UTC. */
export function readInstant(text: string): Date {
  const instant = parseInstant(text);
  if (instant !== undefined) return new Date(instant);
  throw new UsageError(`"${text}" is no ISO 8601 date-time, such as 2026-11-21T10:00:00Z.`);
}
