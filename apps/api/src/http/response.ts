import type { Response } from 'express';
import { acceptsCompression } from './compression.ts';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

export type Headers = Readonly<Record<string, string>>;

/** The response of a handler: status, headers, and the sender of its body. */
export interface HttpResponse {
  readonly status?: number;
  readonly headers?: Headers;
  /** Sends the body, if there is one. */
  readonly send?: (res: Response) => unknown;
}

/** A value as JSON. */
export function json(value: object, more: Omit<HttpResponse, 'send'> = {}): HttpResponse {
  return { ...more, send: (res) => res.json(value) };
}

/** Bytes or text in memory, of the media type or extension that `res.type` takes. */
export function content(
  type: string,
  body: string | Buffer,
  more: Omit<HttpResponse, 'send'> = {},
): HttpResponse {
  return { ...more, send: (res) => res.type(type).send(body) };
}

export const NO_CONTENT: HttpResponse = { status: 204 };

export async function sendResponse(res: Response, response: HttpResponse): Promise<void> {
  const { status = 200, headers = {}, send } = response;
  res.status(status).set(headers);
  if (headers.ETag !== undefined) {
    res.vary('Accept-Encoding');
    // The tag is weak if the body would be compressed, also on a 304, whose tag must be the same.
    if (acceptsCompression(res.req)) res.set('ETag', `W/${headers.ETag}`);
  }
  // Otherwise Express evaluates the conditions again as it sends, with dates in any format.
  for (const name of CONDITIONS) delete res.req.headers[name];
  if (send) await send(res);
  else res.end();
}
