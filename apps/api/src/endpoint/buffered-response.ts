import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '@solano/domain/service';
import type { BodyLimit } from '../body/limit.ts';
import type { Headers, HttpResponse } from '../http/response.ts';

/** Maximum bytes of a response that is not counted. */
const SMALL_BYTES = 64 * 1024;

/** The memory for responses that are sent as a whole, and the caller that it is counted for. */
export interface ResponseBuffer {
  readonly responses: BodyLimit;
  readonly caller: Caller;
}

/**
 * Responds with a body in memory, in one or more pieces, of the media type or extension that
 * `res.type` accepts. A body that is not small counts until the caller has read it, or has
 * disconnected. One above the limit of a caller is sent if the caller has no other in flight.
 * Errors when it is sent: `overloaded`.
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
      // Joining a hundred megabytes would block the event loop.
      else await pipeline(Readable.from(pieces), res);
    },
  };
}
