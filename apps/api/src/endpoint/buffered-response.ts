import type { Caller } from '@solano/domain/service';
import type { BodyLimit } from '../body/limit.ts';
import type { Headers, HttpResponse } from '../http/response.ts';
import { ResponseBody } from '../http/response-body.ts';

/** Maximum bytes of a response that is not counted. */
const SMALL_BYTES = 64 * 1024;

/** The memory for responses that are sent as a whole, and the caller that it is counted for. */
interface ResponseBuffer {
  readonly responses: BodyLimit;
  readonly caller: Caller;
}

/**
 * Responds with a body in memory, of JSON if it is text. If it is not small, it counts until the caller
 * has read it, or has disconnected; one above the limit of a caller is sent if the caller has no other
 * in flight. Errors when it is sent: `overloaded`.
 */
export function buffered(
  { responses, caller }: ResponseBuffer,
  body: ResponseBody | string,
  headers: Headers = {},
): HttpResponse {
  return {
    headers,
    body: typeof body === 'string' ? new ResponseBody('json', body) : body,
    count(bytes, res) {
      if (bytes <= SMALL_BYTES) return;
      const account = responses.open(res.req, res, caller);
      account.count(Math.min(bytes, responses.maxPerCaller));
    },
  };
}
