import { parseDuration } from '@solano/domain/kernel';
import { SESSIONS } from '@solano/domain/market';
import { z } from 'zod';

const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;

/** A day as the calendar may have it: `YYYY-MM-DD`. */
export const DAY_PATTERN = `^${DAY}$`;

/** A day and minute as the calendar may have them: `YYYY-MM-DD HH:MM`. */
export const LABEL_PATTERN = String.raw`^${DAY} ([01]\d|2[0-3]):[0-5]\d$`;

/** Seconds, minutes, hours or days, as `parseDuration` of the domain reads them. */
const DURATION_PATTERN = String.raw`^\d+(\.\d+)?[smhd]$`;

/** A text that is parsed; an invalid one is rejected with a message. */
export function parsed<T>(
  parse: (text: string, reject: (message: string) => never) => T,
  schema = z.string(),
) {
  return schema.transform((text, context): T => {
    return parse(text, (message) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
  });
}

/** A session of the market. */
export const session = z.enum(SESSIONS.map((rules) => rules.session));

/** EUR with two digits after the point. */
export function money(description: string) {
  return amount(2, description, '848107.00');
}

/** MWh with three digits after the point. */
export function exactEnergy(description: string) {
  return amount(3, description, '24.000');
}

/** EUR/MWh with three digits after the point. */
export function exactPrice(description: string, example = '57.120') {
  return amount(3, description, example);
}

/** An exact number as a text: clients know it by its pattern. */
function amount(digits: number, description: string, example: string) {
  const pattern = String.raw`^-?\d+\.\d{${digits}}$`;
  return z.string().meta({ pattern, description, examples: [example] });
}

/** A duration such as `90d`, read as milliseconds. */
export function duration(description: string, example = '90d') {
  const read = parsed((text, reject) => {
    return parseDuration(text) ?? reject('Write a number and s, m, h or d, such as 90d.');
  }, z.string('Not a valid string.'));
  const override = { type: 'string', pattern: DURATION_PATTERN } as const;
  return read.meta({ description, examples: [example], override });
}

/** Some of a few texts, one at least. */
export function choices<const T extends readonly string[]>(values: T) {
  const error = ({ input }: { input?: unknown }) =>
    `"${String(input).slice(0, 100)}" is not a valid choice.`;
  return z
    .array(z.enum(values, { error }), { error: 'A list is required.' })
    .min(1, 'This list may not be empty.');
}

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
