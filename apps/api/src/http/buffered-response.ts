import type { Caller } from '@solano/domain';
import type { BodyLimit } from './body-limit.ts';
import type { HttpResponse } from './response.ts';

/** Bytes of a response that may wait in memory without being counted. */
const SMALL_BYTES = 64 * 1024;

/** The memory for responses that are there as a whole, and whose it is. */
export interface ResponseBuffer {
  readonly responses: BodyLimit;
  readonly caller: Caller;
}

/**
 * A response that is there as a whole, of the media type or extension that `res.type` takes. One
 * that is not small counts until the caller has read it, or has gone. One that is larger than a
 * caller may ever have is sent where the caller has no other. Sending it: errors `overloaded`.
 */
export function buffered(
  { responses, caller }: ResponseBuffer,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    headers,
    send(res) {
      if (bytes.length > SMALL_BYTES) {
        const account = responses.open(res.req, res, caller);
        account.count(Math.min(bytes.length, responses.quarter));
      }
      res.type(type).send(bytes);
    },
  };
}
