import { z } from 'zod';

const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;

/** A day as the calendar may have it: `YYYY-MM-DD`. */
export const DAY_PATTERN = `^${DAY}$`;

/** A day and minute as the calendar may have them: `YYYY-MM-DD HH:MM`. */
export const LABEL_PATTERN = String.raw`^${DAY} ([01]\d|2[0-3]):[0-5]\d$`;

/** Seconds, minutes, hours or days, as `parseDuration` of the domain reads them. */
export const DURATION_PATTERN = String.raw`^\d+(\.\d+)?[smhd]$`;

/** `YYYY-MM-DD HH:MM`. */
export function label(description: string) {
  return z.string().meta({ pattern: LABEL_PATTERN, description, examples: ['2026-11-23 20:15'] });
}

export function uuid(description: string) {
  const examples = ['0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11'];
  return z.string().meta({ format: 'uuid', description, examples });
}

/** An instant as it is shown: ISO 8601 in UTC with `Z`. */
export function responseInstant(description: string) {
  const examples = ['2026-11-21T10:00:00.000Z'];
  return z.string().meta({ format: 'date-time', pattern: 'Z$', description, examples });
}
