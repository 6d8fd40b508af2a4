import type { Headers, HttpResponse } from '../http/response.ts';
import { ResponseBody, type ResponseBuffer } from '../http/response-body.ts';

/** Responds with a body in memory, of JSON if it is text. Errors when it is sent: `overloaded`. */
export function buffered(
  memory: ResponseBuffer,
  body: ResponseBody | string,
  headers: Headers = {},
): HttpResponse {
  return {
    headers,
    memory,
    body: typeof body === 'string' ? new ResponseBody('json', body) : body,
  };
}
