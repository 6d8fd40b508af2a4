import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '@solano/domain/service';
import type { BodyLimit } from '../body/limit.ts';
import type { Headers, HttpResponse } from '../http/response.ts';

/** Bytes of a response that may wait in memory without being counted. */
const SMALL_BYTES = 64 * 1024;

/** The memory for responses that are sent as a whole, and the caller that it is counted for. */
export interface ResponseBuffer {
  readonly responses: BodyLimit;
  readonly caller: Caller;
}

/**
 * A response that is in memory as a whole, or in pieces, of the media type or extension that `res.type` takes.
 * One that is not small counts until the caller has read it, or has disconnected. One that is larger than the
 * limit of a caller is sent if the caller has no other. Errors when it is sent: `overloaded`.
 */
export function buffered(
  { responses, caller }: ResponseBuffer,
  type: string,
  body: string | Buffer | readonly Buffer[],
  headers: Headers = {},
): HttpResponse {
  const pieces = typeof body === 'string' ? [Buffer.from(body)] : [body].flat();
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return {
    headers,
    async send(res) {
      res.type(type);
      if (length <= SMALL_BYTES) return void res.send(Buffer.concat(pieces));
      const account = responses.open(res.req, res, caller);
      account.count(Math.min(length, responses.maxPerCaller));
      res.set('Content-Length', String(length));
      // The same handler serves HEAD.
      if (res.req.method === 'HEAD') res.end();
      // To put a hundred megabytes together would take its time.
      else await pipeline(Readable.from(pieces), res);
    },
  };
}
