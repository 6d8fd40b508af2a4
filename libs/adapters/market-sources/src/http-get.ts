import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SourceResponse } from '@solano/domain/market';

/** From the lookup of the host to the end of the body. */
const TIMEOUT_MS = 15_000;
/** Documents have some ten kilobytes. */
const MAX_BYTES = 4 * 2 ** 20;
const OK = 200;
const NOT_MODIFIED = 304;
const NOT_FOUND = 404;

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly etag?: string | null;
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends one GET request. Redirections are not followed, and bodies are bounded. No reason of a
 * failure names the address: its query may hold a token.
 */
export async function httpGet(
  url: URL,
  { headers = {}, etag = null, timeoutMs = TIMEOUT_MS }: GetOptions,
): Promise<SourceResponse> {
  const conditional = etag === null ? {} : { 'if-none-match': etag };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, { ...headers, ...conditional }, signal);
    return await read(response);
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

async function read(response: IncomingMessage): Promise<SourceResponse> {
  const { statusCode: status = 0, headers } = response;
  if (status !== OK) {
    response.destroy();
    if (status === NOT_FOUND) return { kind: 'absent' };
    if (status === NOT_MODIFIED) return { kind: 'unchanged' };
    const retryAfterMs = readRetryAfter(headers['retry-after']);
    const reason = `answered ${status}`;
    return { kind: 'unavailable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      return { kind: 'unavailable', reason: `answered more than ${MAX_BYTES} bytes` };
    }
  }
  return { kind: 'document', content: Buffer.concat(chunks), etag: headers.etag ?? null };
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
