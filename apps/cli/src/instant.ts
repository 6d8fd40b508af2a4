import { UsageError } from './run.ts';

const FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/i;

/** Reads an ISO 8601 date-time; without an offset it is UTC. */
export function readInstant(text: string): Date {
  const [, local, offset = 'Z'] = FORM.exec(text) ?? [];
  const instant = new Date(`${local}${offset}`);
  if (local !== undefined && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(`"${text}" is no ISO 8601 date-time, such as 2026-11-21T10:00:00Z.`);
}
