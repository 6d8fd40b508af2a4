import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SourceResponse } from '@solano/domain/market';

/** From the lookup of the host to the end of the body. */
const TIMEOUT_MS = 15_000;
/** Documents have some ten kilobytes, weather of many places some hundred. */
const MAX_BYTES = 4 * 2 ** 20;
/** A longer body of an error is a page, not a reason. */
const MAX_ERROR_BYTES = 4096;
const OK = 200;
const NOT_MODIFIED = 304;
const NOT_FOUND = 404;

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly etag?: string | null;
  readonly timeoutMs?: number | undefined;
  /** What the body of an error says. */
  readonly readError?: (status: number, body: string) => ErrorText | undefined;
}

/** Why a source failed, without what it was asked, and for how long it accepts no requests. */
export interface ErrorText {
  readonly reason: string;
  readonly retryAfterMs?: number;
}

/**
 * Sends one GET request. Redirections are not followed, and bodies are bounded. No reason of a
 * failure names the address: its query may hold a token.
 */
export async function httpGet(
  url: URL,
  { headers = {}, timeoutMs = TIMEOUT_MS, ...options }: GetOptions,
): Promise<SourceResponse> {
  const { etag = null } = options;
  const conditional = etag === null ? {} : { 'if-none-match': etag };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, { ...headers, ...conditional }, signal);
    return await read(response, options);
  } catch (error) {
    const reason = signal.aborted
      ? `did not answer within ${timeoutMs / 1000} s`
      : reasonOf(error as NodeJS.ErrnoException);
    return { kind: 'unavailable', reason };
  }
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = start(url, {
    // Without it a server may choose any encoding.
    headers: { 'user-agent': 'Solano', accept: '*/*', 'accept-encoding': 'identity', ...headers },
    agent: false,
    signal,
  });
  request.on('error', reject);
  request.on('response', resolve);
  request.end();
  return promise;
}

async function read(
  response: IncomingMessage,
  { etag = null, readError }: Pick<GetOptions, 'etag' | 'readError'>,
): Promise<SourceResponse> {
  const { statusCode: status = 0, headers } = response;
  if (status === OK) {
    const content = await readBody(response, MAX_BYTES);
    if (content) return { kind: 'document', content, etag: headers.etag ?? null };
    return { kind: 'unavailable', reason: `answered more than ${MAX_BYTES} bytes` };
  }
  // Of a request without a condition nothing can be unchanged.
  const isUnchanged = status === NOT_MODIFIED && etag !== null;
  if (status === NOT_FOUND || isUnchanged) {
    response.destroy();
    return { kind: isUnchanged ? 'unchanged' : 'absent' };
  }
  const body = readError && (await readBody(response, MAX_ERROR_BYTES));
  response.destroy();
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  return {
    kind: 'unavailable',
    reason: `answered ${status}`,
    ...(body && readError(status, body.toString('utf8'))),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** The body; undefined where it is longer. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      return undefined;
    }
  }
  return Buffer.concat(chunks);
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Errors of connections name at most an address and a port. */
function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined ? `did not answer: ${message}` : `did not answer: ${code}`;
}
