import { hash } from 'node:crypto';
import fresh from 'fresh';
import { DateTime } from 'luxon';
import type { RequestMetadata } from './request.ts';
import type { Headers, HttpResponse } from './response.ts';

export interface Validators {
  /** The text within the quotes of a strong entity tag. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** The entity tag of a response that depends on this text alone. */
export function etagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}

/**
 * Returns the response of `make`, which gets the headers of the validators; 304 if the caller has
 * it already.
 *
 * @param others headers of either response.
 */
export async function unlessUnchanged(
  request: RequestMetadata,
  { etag, lastModified }: Validators,
  make: (headers: Headers) => HttpResponse | Promise<HttpResponse>,
  others: Headers = {},
): Promise<HttpResponse> {
  const current = { etag: `"${etag}"`, 'last-modified': lastModified.toUTCString() };
  const headers = {
    ...others,
    ETag: current.etag,
    'Last-Modified': current['last-modified'],
    'Cache-Control': 'private, no-cache',
  };
  return fresh(conditionsOf(request), current) ? { status: 304, headers } : make(headers);
}

/**
 * The headers by which a request names the cached version. `Cache-Control: no-cache` is not one: it
 * addresses caches on the way, and fetch adds it to every conditional request.
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
