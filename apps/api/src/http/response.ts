import type { Response } from 'express';
import { acceptsCompression, compress } from './compression.ts';
import { type CountMemory, ResponseBody } from './response-body.ts';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

export type Headers = Readonly<Record<string, string>>;

/** What a response depends on besides the caller and the request. */
export interface ResponseState {
  /** As it was read before the response was made. */
  readonly revision: string;
  /** Returns another revision once anything has changed. */
  readonly read: () => Promise<string>;
}

/** The response of a handler: status, headers, and its body or the sender of it. */
export interface HttpResponse {
  readonly status?: number;
  readonly headers?: Headers;
  readonly body?: ResponseBody;
  readonly count?: CountMemory;
  /** Sends a body that is not in memory, once. */
  readonly send?: (res: Response) => unknown;
  /** While it is unchanged, the response may be sent again. */
  readonly state?: ResponseState;
}

const compressStream = compress();

/** A value as JSON. */
export function json(
  value: object,
  more: Pick<HttpResponse, 'status' | 'headers'> = {},
): HttpResponse {
  return { ...more, body: new ResponseBody('json', JSON.stringify(value)) };
}

/** Bytes or text in memory, of the media type or extension that `res.type` takes. */
export function content(
  type: string,
  body: string | Buffer,
  more: Pick<HttpResponse, 'status' | 'headers'> = {},
): HttpResponse {
  return { ...more, body: new ResponseBody(type, body) };
}

export const NO_CONTENT: HttpResponse = { status: 204 };

/** Returns the body that was sent, where it is in one piece. */
export async function sendResponse(
  res: Response,
  response: HttpResponse,
): Promise<Buffer | undefined> {
  const { status = 200, headers = {}, body, count, send } = response;
  res.status(status).set(headers);
  if (headers.ETag !== undefined) {
    res.vary('Accept-Encoding');
    // The tag is weak if the body would be compressed, also on a 304, whose tag must be the same.
    if (acceptsCompression(res.req)) res.set('ETag', `W/${headers.ETag}`);
  }
  // Otherwise Express evaluates the conditions again as it sends, with dates in any format.
  for (const name of CONDITIONS) delete res.req.headers[name];
  if (body) return body.send(res, count);
  if (send) {
    compressStream(res.req, res, () => {});
    await send(res);
  } else res.end();
  return undefined;
}
