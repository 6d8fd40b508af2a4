import fresh from 'fresh';
import { DateTime } from 'luxon';
import type { RequestMetadata } from './request.ts';
import type { HttpResponse } from './response.ts';

export interface Validators {
  /** The text within the quotes of a strong entity tag. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** The headers of a response that has validators. */
export function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ETag: `"${etag}"`,
    'Last-Modified': lastModified.toUTCString(),
    'Cache-Control': 'private, no-cache',
  };
}

/** 304 where the caller has the response already, else undefined. */
export function notModified(
  request: RequestMetadata,
  validators: Validators,
): HttpResponse | undefined {
  const headers = validatorHeaders(validators);
  const current = { etag: headers.ETag, 'last-modified': headers['Last-Modified'] };
  return fresh(conditionsOf(request), current) ? { status: 304, headers } : undefined;
}

/**
 * The headers by which a request says what the caller has cached. `Cache-Control: no-cache` is not one:
 * it speaks to caches on the way, and fetch adds it to every conditional request.
 */
function conditionsOf({ header }: RequestMetadata): Record<string, string> {
  const conditions: Record<string, string> = {};
  const tags = header('if-none-match');
  if (tags !== undefined) conditions['if-none-match'] = tags;
  // RFC 9110 has three date formats; any other text is ignored.
  const value = header('if-modified-since');
  if (value === undefined) return conditions;
  const since = DateTime.fromHTTP(value, { zone: 'utc' });
  if (since.isValid) conditions['if-modified-since'] = since.toJSDate().toUTCString();
  return conditions;
}
