import type { Request, Response } from 'express';
import fresh from 'fresh';
import { DateTime } from 'luxon';

export interface Validators {
  /** What the quotes of a strong entity tag hold. */
  readonly etag: string;
  readonly lastModified: Date;
}

const CONDITIONS = ['if-none-match', 'if-modified-since'] as const;

/**
 * Puts the validators of an answer, and answers 304 where the caller has it already. True when
 * that is all there is to say; where it is not, the request counts as unconditional from then on.
 */
export function isKnown(req: Request, res: Response, { etag, lastModified }: Validators): boolean {
  const validators = { etag: `"${etag}"`, 'last-modified': lastModified.toUTCString() };
  res.set({
    ETag: validators.etag,
    'Last-Modified': validators['last-modified'],
    'Cache-Control': 'private, no-cache',
  });
  if (!fresh(conditionsOf(req), validators)) {
    // Express would judge again as it sends, by dates in any form.
    for (const name of CONDITIONS) delete req.headers[name];
    return false;
  }
  res.status(304).end();
  return true;
}

/**
 * The headers by which a request tells what the caller has. `Cache-Control: no-cache` is not one:
 * it speaks to caches on the way, and fetch adds it to every conditional request.
 */
function conditionsOf({ headers }: Request): Record<string, string> {
  const conditions: Record<string, string> = {};
  const tags = headers['if-none-match'];
  if (tags !== undefined) conditions['if-none-match'] = tags;
  // RFC 9110 asks for three date formats; what is none of them does not count.
  const given = headers['if-modified-since'];
  if (given === undefined) return conditions;
  const since = DateTime.fromHTTP(given, { zone: 'utc' });
  if (since.isValid) conditions['if-modified-since'] = since.toJSDate().toUTCString();
  return conditions;
}
