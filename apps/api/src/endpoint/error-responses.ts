import { grantRemedy } from '@solano/domain/service';
import { Detail, ErrorBody, FieldErrors } from '@solano/schemas';
import { z } from 'zod';
import type { Endpoint, Operation } from './endpoint.ts';
import { HELP_LINK, helpLink, RETRY_AFTER, WWW_AUTHENTICATE } from './headers.ts';
import { type Content, jsonResponse, type ResponseMetadata } from './operation.ts';

type MessageKey = 'error' | 'detail';

/** A rejection with one message, under `error` or `detail`. */
export function errorResponse(
  key: MessageKey,
  description: string,
  messages: readonly string[],
  headers: ResponseMetadata['headers'] = {},
): ResponseMetadata {
  const examples = Object.fromEntries(messages.map((message) => [message, { [key]: message }]));
  return jsonResponse(description, key === 'error' ? ErrorBody : Detail, examples, headers);
}

/** A rejection that names the bad fields. */
export function fieldErrors(examples: Readonly<Record<string, object>>): ResponseMetadata {
  return jsonResponse('Some fields are not valid.', FieldErrors, examples);
}

export const NOT_FOUND = errorResponse('detail', 'Unknown, or another customer’s.', ['Not found.']);

/** The rejection of a record beyond a customer's maximum. */
export function limitReached(message: string): ResponseMetadata {
  return errorResponse('error', 'There are as many as there may be.', [message]);
}

/** The possible responses of every operation. */
export function sharedErrors(
  endpoint: Endpoint,
  operation: Operation,
): [status: number, ResponseMetadata][] {
  const key = endpoint.messageKey ?? 'detail';
  const { metadata } = operation;
  const usesUrl = hasFields(operation.params) || hasFields(operation.query);
  return [
    ...(usesUrl ? [[400, MALFORMED_URL] as [number, ResponseMetadata]] : []),
    ...(metadata.anonymous ? [] : keyErrors(endpoint, operation, key)),
    ...(metadata.body ? bodyErrors(metadata.body.mediaType, key, metadata.tokenInForm) : []),
    [429, throttled(key)],
    [500, failure(endpoint)],
    [503, overloaded(key)],
  ];
}

export function hasFields({ shape }: z.ZodObject): boolean {
  return Object.keys(shape).length > 0;
}

const NOT_PERMITTED = 'You do not have permission to perform this action.';

const MALFORMED_URL = errorResponse('detail', 'The URL cannot be read.', [
  'The URL is not valid percent-encoded UTF-8.',
]);

function keyErrors(
  { unauthenticated: status, hasExactMessages }: Endpoint,
  { permission, metadata }: Operation,
  key: MessageKey,
): [number, ResponseMetadata][] {
  const remedy = permission && grantRemedy(permission);
  const messages = [
    NOT_PERMITTED,
    ...(remedy && !hasExactMessages ? [`${NOT_PERMITTED} ${remedy}`] : []),
  ];
  const headers = { Link: remedy ? helpLink(remedy) : HELP_LINK };
  return [
    ...(metadata.tokenInForm ? [] : unauthenticated(status)),
    [403, errorResponse(key, 'The key may not be used for this.', messages, headers)],
  ];
}

function unauthenticated(status: 401 | 403): [number, ResponseMetadata][] {
  const messages = ['Authentication credentials were not provided.', 'Invalid token.'];
  const headers = status === 401 ? { 'WWW-Authenticate': WWW_AUTHENTICATE } : {};
  return [
    [status, errorResponse('detail', 'No key, or one that is not valid.', messages, headers)],
  ];
}

function throttled(key: MessageKey): ResponseMetadata {
  const headers = { 'Retry-After': RETRY_AFTER };
  return errorResponse(key, 'Too many requests.', ['Request was throttled.'], headers);
}

function overloaded(key: MessageKey): ResponseMetadata {
  const description = 'The service is overloaded, is stopping, or has no space left.';
  const headers = { 'Retry-After': RETRY_AFTER };
  const messages = [
    'The service is busy. Try again soon.',
    'There is no space left to store this.',
  ];
  return errorResponse(key, description, messages, headers);
}

function failure({ failure: body }: Endpoint): ResponseMetadata {
  const key = 'error' in body ? 'error' : 'detail';
  return errorResponse(key, 'The service failed.', [Object.values(body)[0] as string]);
}

function bodyErrors(
  mediaType: string,
  key: MessageKey,
  anyType = false,
): [number, ResponseMetadata][] {
  const isJson = mediaType === 'application/json';
  const tooLarge = errorResponse(key, 'The body is too large.', ['Request body is too large.']);
  const unsupported = errorResponse('detail', 'The body is of another type.', [
    'Unsupported media type "text/plain" in request.',
    ...(isJson ? ['Unsupported content encoding "gzip" in request.'] : []),
  ]);
  const unreadable = errorResponse('error', 'The body cannot be read.', [
    'Request body is not valid JSON.',
    'Request body is incomplete.',
    'Request body is nested too deeply.',
    'Request body holds more than 10000 values.',
    'Request body has a text with a NUL character or half a surrogate pair.',
  ]);
  return [
    ...(isJson ? [[400, unreadable] as [number, ResponseMetadata]] : []),
    [413, tooLarge],
    ...(anyType ? [] : [[415, unsupported] as [number, ResponseMetadata]]),
  ];
}

/** One response that describes several of the same status. */
export function merged(responses: readonly ResponseMetadata[]): ResponseMetadata {
  const [first, ...others] = responses;
  if (!first) throw new Error('There is no response to merge.');
  return others.reduce(both, first);
}

function both(a: ResponseMetadata, b: ResponseMetadata): ResponseMetadata {
  const description = a.description.includes(b.description)
    ? a.description
    : `${a.description} ${b.description}`;
  return { description, headers: shared(a, b), content: eitherContent(a.content, b.content) };
}

/** Headers that only some of the responses have are optional. */
function shared(a: ResponseMetadata, b: ResponseMetadata): Record<string, z.ZodType> {
  const headers: Record<string, z.ZodType> = {};
  for (const [name, header] of Object.entries({ ...b.headers, ...a.headers })) {
    headers[name] = a.headers?.[name] && b.headers?.[name] ? header : optional(header);
  }
  return headers;
}

function optional(header: z.ZodType): z.ZodType {
  // A component describes the required header only.
  return header.optional().meta({ ...header.meta(), header: {} });
}

function eitherContent(
  a: ResponseMetadata['content'] = {},
  b: ResponseMetadata['content'] = {},
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
