import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;
}

/** Maximum time in ms that a rejected client may take to read the response. */
const READ_TIMEOUT_MS = 1_000;

export const NO_HOST = rejection(400, 'Bad Request', 'The request has no Host header.');
export const SEVERAL_HOSTS = rejection(
  400,
  'Bad Request',
  'The request has more than one Host header.',
);
export const UNKNOWN_EXPECTATION = rejection(
  417,
  'Expectation Failed',
  'The expectation in the Expect header cannot be met.',
);

const MALFORMED = rejection(400, 'Bad Request', 'The request is not valid HTTP.');
/** Responses by the code of the error with which the server gives up a connection. */
const BY_CODE: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: rejection(
    431,
    'Request Header Fields Too Large',
    'Request headers are too large.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: rejection(413, 'Content Too Large', 'Request body is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: rejection(408, 'Request Timeout', 'The request took too long.'),
};

/** Responds to a request that must not reach the application, and ends its connection. */
export function reject(res: ServerResponse, rejected: Rejection): void {
  const body = bodyOf(rejected);
  res.writeHead(rejected.status, rejected.reason, headersOf(body)).end(body);
}

/**
 * Responds on a connection whose bytes are not a request: not HTTP, too large or too slow; bytes
 * without a known code are malformed.
 */
export function rejectOnSocket({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const rejected = BY_CODE[code] ?? MALFORMED;
  const body = bodyOf(rejected);
  const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${rejected.status} ${rejected.reason}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Destroying the connection at once would lose the response.
  const cut = setTimeout(() => socket.destroy(), READ_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(cut));
}

function headersOf(body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
}

function bodyOf({ detail }: Rejection): string {
  return JSON.stringify({ detail });
}

function rejection(status: number, reason: string, detail: string): Rejection {
  return { status, reason, detail };
}
