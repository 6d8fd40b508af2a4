import { isDate, type ListPosition, parseInstant } from '@solano/domain/kernel';
import { z } from 'zod';
import { parsed, uuid } from '../values.ts';

/** The largest whole number of a parameter without a limit of its own. */
export const MAX_COUNT = 2 ** 31 - 1;
const MAX_QUOTED = 100;
const FORMAT = 'What the response is written in; `json` where it is left out.';

export const USER = { description: 'A user of the customer.', examples: ['ana'] };
export const RETAILER = { description: 'A retailer.', examples: ['acme'] };

/** A UUID, which means the same in upper case. */
export const id = (description: string) => uuid(description).toLowerCase();

/** A bad value in a message: short, whatever was sent. */
export function not(value: string): string {
  return `not "${shortened(value)}"`;
}

export function shortened(value: string): string {
  return value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;
}

/** A parameter that has to be there, of text that the database can hold. */
export function requiredText(what: string) {
  const missing = `Missing required ${what}`;
  return z
    .string(missing)
    .min(1, missing)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `Unusable text in ${what}`);
}

/** A parameter that is a whole number, read as such. */
export function wholeNumber(
  { min, max }: { min: number; max: number },
  problem: (value: string) => string,
) {
  const read = parsed((text, reject) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : reject(problem(text));
  });
  return read.meta({ override: { type: 'integer', minimum: min, maximum: max } });
}

/** The maximum number of entries of a page; optional. */
export function pageLimit({ usual, max }: { usual: number; max: number }, what: string) {
  const problem = (text: string) =>
    `Parameter 'limit' must be a whole number, 1 to ${max}, ${not(text)}`;
  return wholeNumber({ min: 1, max }, problem)
    .optional()
    .meta({ description: `${what} of a page; ${usual} where it is left out.` });
}

/** Position at which a page continues. */
export const cursor = z.string().optional().meta({
  description: 'The `next_cursor` of the page before; the other parameters stay the same.',
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lists whose pages continue at a cursor; the first is ordered by text, the others by time. */
export type CursorList = 'plants' | 'unavailabilities' | 'uploads';

/** The cursor that names a position in a list; {@link listCursor} reads it. */
export function cursorText(list: CursorList, { key, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
}

function readCursor(list: CursorList, text: string): ListPosition | undefined {
  const [key, id] = cursorParts(Buffer.from(text, 'base64url').toString());
  if (typeof key !== 'string' || typeof id !== 'string' || !UUID.test(id)) return undefined;
  const isKey = list === 'plants' ? key.isWellFormed() && !key.includes('\0') : isTime(list, key);
  // Whatever is written in another way was not given out.
  return isKey && cursorText(list, { key, id }) === text ? { key, id } : undefined;
}

/** Whether a key is an instant in the form of its list: that of uploads has milliseconds. */
function isTime(list: CursorList, key: string): boolean {
  const read = parseInstant(key);
  if (read === undefined) return false;
  return key === (list === 'uploads' ? new Date(read).toISOString() : read);
}

function cursorParts(json: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(json);
    return Array.isArray(parts) ? parts.slice(1) : [];
  } catch {
    return [];
  }
}

/** The position in a list at which a page continues. */
export function listCursor(list: CursorList, problem: (value: string) => string) {
  const read = parsed((text, reject) => readCursor(list, text) ?? reject(problem(text)));
  return read.optional().meta({
    override: { type: 'string' },
    description:
      'Where the page begins: the `cursor` in the `Link` of the page before. Not together with `offset`.',
  });
}

/** The page of a list of uploads. */
export const UPLOADS_PAGE = {
  limit: namedCount('limit', 'Maximum number of uploads. Left out: all of them.'),
  offset: namedCount('offset', 'Uploads to pass over.'),
  cursor: listCursor(
    'uploads',
    (text) => `Parameter 'cursor' is not one that was given out: "${shortened(text)}"`,
  ),
};

/** Whether a page begins in one way only. */
export function beginsOnce({
  offset,
  cursor: at,
}: {
  offset?: unknown;
  cursor?: unknown;
}): boolean {
  return offset === undefined || at === undefined;
}

export const BEGINS_TWICE = "Parameter 'cursor' must not be given together with 'offset'";

/** A number of rows, which may be left out. */
export function count(description: string) {
  const problem = (text: string) =>
    /^-?\d+$/.test(text)
      ? `Ensure this value is between 0 and ${MAX_COUNT}.`
      : 'A valid integer is required.';
  return wholeNumber({ min: 0, max: MAX_COUNT }, problem).optional().meta({ description });
}

/** As {@link count}; the message of an error names the parameter. */
function namedCount(name: string, description: string) {
  const problem = (text: string) =>
    `Parameter '${name}' must be a whole number, 0 to ${MAX_COUNT}, ${not(text)}`;
  return wholeNumber({ min: 0, max: MAX_COUNT }, problem).optional().meta({ description });
}

/** One of a few values; left out or empty: none of them. */
export function choice<const V extends string>(
  name: string,
  values: readonly V[],
  description: string,
) {
  const read = parsed((text, reject): V | undefined => {
    const found = values.find((value) => value === text);
    if (found !== undefined || text === '') return found;
    return reject(`Parameter '${name}' must be one of: ${values.join(', ')}, ${not(text)}`);
  });
  return read.optional().meta({ description, override: { type: 'string', enum: [...values] } });
}

/** `true` or `false`, which it is where it is left out or empty. */
export function flag(name: string, description: string) {
  const read = parsed((text, reject) => {
    if (text === 'true') return true;
    if (text === 'false' || text === '') return false;
    return reject(`Parameter '${name}' must be true or false, ${not(text)}`);
  });
  return read
    .default(false)
    .meta({ description, override: { type: 'string', enum: ['true', 'false'] } });
}

/** How a date-time ends that says which zone it is of. */
const HAS_OFFSET = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** An instant that says its zone. */
export function instantWithOffset(name: string, description: string) {
  return parsed((text, reject) => {
    const value = HAS_OFFSET.test(text) ? parseInstant(text) : undefined;
    if (value !== undefined && value >= FIRST_DAY) return value;
    const must = `Parameter '${name}' must be an ISO 8601 date-time with an offset`;
    return reject(`${must}, ${not(text)}`);
  })
    .optional()
    .meta({
      description: `${description} ISO 8601 with an offset or \`Z\`, a \`+\` written as \`%2B\`.`,
      examples: ['2026-11-21T09:00:00Z'],
    });
}

/** An instant, read as UTC. */
export function instant(name: string, description: string) {
  const read = parsed((text, reject) => {
    const value = parseInstant(text);
    return value ?? reject(`Parameter '${name}' must be an ISO 8601 date-time, ${not(text)}`);
  });
  return read
    .optional()
    .meta({ description: `${description} ISO 8601.`, examples: ['2026-11-21T00:00:00Z'] });
}

/** A Madrid day that may be left out. */
export function day(name: string, description: string) {
  return dayText(name)
    .optional()
    .meta({ description, examples: ['2026-11-22'] });
}

/** A Madrid day. */
export function requiredDay(name: string, description: string) {
  const schema = z.string(`Missing required parameter: ${name}`);
  return dayText(name, schema).meta({ description, examples: ['2026-11-22'] });
}

/** Ranges of days end up to 400 days later, and labels have four digits for a year. */
export const LAST_DAY = '9997-12-31';
/** What is computed of a day goes back to days before it, and the database has no year 0. */
export const FIRST_DAY = '0003-01-01';

function dayText(name: string, schema?: z.ZodString) {
  return parsed((text, reject) => {
    if (isDate(text) && text >= FIRST_DAY && text <= LAST_DAY) return text;
    return reject(`Parameter '${name}' must be a day such as 2026-11-22, ${not(text)}`);
  }, schema);
}

type Formats = readonly [string, ...string[]];

/** The format of a response; the first one by default. */
export function format<const F extends Formats>(formats: F, description = FORMAT) {
  const read = z.enum(formats, { error: ({ input }) => unsupported(String(input), formats) });
  return read.default(formats[0] as never).meta({ description });
}

/** The format of prices; undefined if it is left out. A repeated one is rejected. */
export function priceFormat<const F extends Formats>(formats: F) {
  const read = z.array(z.string()).transform((texts, context): F[number] => {
    const found = formats.find((each) => each === texts.join(', '));
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: unsupported(texts.join(', '), formats) });
    return z.NEVER;
  });
  return read
    .optional()
    .meta({ description: FORMAT, override: { type: 'string', enum: [...formats] } });
}

function unsupported(value: string, formats: Formats): string {
  return `Unsupported format: ${value}. Use ${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}.`;
}
