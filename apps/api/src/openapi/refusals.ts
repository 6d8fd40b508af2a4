import { Detail, ErrorBody, FieldErrors } from '@solano/schemas';
import { z } from 'zod';
import type { Endpoint, Operation } from '../http/endpoint.ts';
import { RETRY_AFTER, WWW_AUTHENTICATE } from './headers.ts';
import type { AnswerAbout, Content, Place } from './operation.ts';

type MessageKey = 'error' | 'detail';

/** A refusal with one message, under `error` or `detail`. */
export function refusal(
  key: MessageKey,
  description: string,
  messages: readonly string[],
  headers: AnswerAbout['headers'] = {},
): AnswerAbout {
  const examples = Object.fromEntries(messages.map((message) => [message, { [key]: message }]));
  const schema = key === 'error' ? ErrorBody : Detail;
  return { description, headers, content: { 'application/json': { schema, examples } } };
}

/** A refusal that names the bad fields. */
export function fieldRefusal(examples: Readonly<Record<string, object>>): AnswerAbout {
  const content = { 'application/json': { schema: FieldErrors, examples } };
  return { description: 'Some fields are not valid.', content };
}

export const NOT_FOUND = refusal('detail', 'Unknown, or another customer’s.', ['Not found.']);

/** What an operation may answer because of what all operations have in common. */
export function sharedRefusals(
  endpoint: Endpoint,
  { about }: Operation,
  place: Place,
): [status: number, AnswerAbout][] {
  const key = endpoint.messageKey ?? 'detail';
  const usesUrl = place.params !== undefined || place.query !== undefined;
  return [
    ...(usesUrl ? [[400, MALFORMED_URL] as [number, AnswerAbout]] : []),
    ...(about.tokenInForm ? [] : unauthenticated(endpoint.unauthenticated)),
    [403, refusal(key, 'The key may not be used for this.', [NOT_PERMITTED])],
    ...(about.body ? bodyRefusals(about.body.mediaType, key, about.tokenInForm) : []),
    [429, throttled(key)],
    [500, failure(endpoint)],
    [503, overloaded(key)],
  ];
}

const NOT_PERMITTED = 'You do not have permission to perform this action.';

const MALFORMED_URL = refusal('detail', 'The URL cannot be read.', [
  'The URL is not valid percent-encoded UTF-8.',
]);

function unauthenticated(status: 401 | 403): [number, AnswerAbout][] {
  const messages = ['Authentication credentials were not provided.', 'Invalid token.'];
  const headers = status === 401 ? { 'WWW-Authenticate': WWW_AUTHENTICATE } : {};
  return [[status, refusal('detail', 'No key, or one that is not valid.', messages, headers)]];
}

function throttled(key: MessageKey): AnswerAbout {
  const headers = { 'Retry-After': RETRY_AFTER };
  return refusal(key, 'Too many requests.', ['Request was throttled.'], headers);
}

function overloaded(key: MessageKey): AnswerAbout {
  const description = 'The service has too much to do, or is about to stop.';
  const headers = { 'Retry-After': RETRY_AFTER };
  return refusal(key, description, ['The service is busy. Try again soon.'], headers);
}

function failure({ failure: body }: Endpoint): AnswerAbout {
  const key = 'error' in body ? 'error' : 'detail';
  return refusal(key, 'The service failed.', [Object.values(body)[0] as string]);
}

function bodyRefusals(
  mediaType: string,
  key: MessageKey,
  anyType = false,
): [number, AnswerAbout][] {
  const isJson = mediaType === 'application/json';
  const tooLarge = refusal(key, 'The body is too large.', ['Request body is too large.']);
  const unsupported = refusal('detail', 'The body is of another type.', [
    'Unsupported media type "text/plain" in request.',
    ...(isJson ? ['Unsupported content encoding "gzip" in request.'] : []),
  ]);
  const unreadable = refusal('error', 'The body cannot be read.', [
    'Request body is not valid JSON.',
    'Request body is incomplete.',
    'Request body is nested too deeply.',
    'Request body holds more than 10000 values.',
    'Request body has a text with a NUL character or half a surrogate pair.',
  ]);
  return [
    ...(isJson ? [[400, unreadable] as [number, AnswerAbout]] : []),
    [413, tooLarge],
    ...(anyType ? [] : [[415, unsupported] as [number, AnswerAbout]]),
  ];
}

/** One answer that says what several of the same status may be. */
export function merged(answers: readonly AnswerAbout[]): AnswerAbout {
  const [first, ...others] = answers;
  if (!first) throw new Error('There is no answer to merge.');
  return others.reduce(both, first);
}

function both(a: AnswerAbout, b: AnswerAbout): AnswerAbout {
  const description = a.description.includes(b.description)
    ? a.description
    : `${a.description} ${b.description}`;
  return { description, headers: shared(a, b), content: eitherContent(a.content, b.content) };
}

/** Headers that only some of the answers have are optional. */
function shared(a: AnswerAbout, b: AnswerAbout): Record<string, z.ZodType> {
  const headers: Record<string, z.ZodType> = {};
  for (const [name, header] of Object.entries({ ...b.headers, ...a.headers })) {
    headers[name] = a.headers?.[name] && b.headers?.[name] ? header : optional(header);
  }
  return headers;
}

function optional(header: z.ZodType): z.ZodType {
  // A component stands for the required header alone.
  return header.optional().meta({ ...header.meta(), header: {} });
}

function eitherContent(
  a: AnswerAbout['content'] = {},
  b: AnswerAbout['content'] = {},
): Record<string, Content> {
  const contents: Record<string, Content> = { ...a, ...b };
  for (const [type, one] of Object.entries(a)) {
    const other = b[type];
    if (!other) continue;
    const examples = { ...one.examples, ...other.examples };
    contents[type] = { schema: eitherSchema(one, other), examples };
  }
  return contents;
}

function eitherSchema(a: Content, b: Content): Content['schema'] {
  const [first, second, ...more] = new Set([...optionsOf(a.schema), ...optionsOf(b.schema)]);
  if (!first || !second) return a.schema;
  return z.union([first, second, ...more]);
}

function optionsOf(schema: Content['schema']): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options as readonly z.ZodType[];
  return schema instanceof z.ZodType ? [schema] : [];
}
