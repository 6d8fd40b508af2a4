import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;
}

/** How long a connection that was refused may take to read why. */
const READING_MS = 1_000;

export const NO_HOST = refusal(400, 'Bad Request', 'The request has no Host header.');
export const SEVERAL_HOSTS = refusal(
  400,
  'Bad Request',
  'The request has more than one Host header.',
);
export const UNKNOWN_EXPECTATION = refusal(
  417,
  'Expectation Failed',
  'The expectation in the Expect header cannot be met.',
);

const MALFORMED = refusal(400, 'Bad Request', 'The request is not valid HTTP.');
/** By the code of the error with which the server gives a connection up. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refusal(
    431,
    'Request Header Fields Too Large',
    'Request headers are too large.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, 'Content Too Large', 'Request body is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'Request Timeout', 'The request took too long.'),
};

/** Answers a request that the application is not to see, and ends its connection. */
export function refuse(res: ServerResponse, refused: Refusal): void {
  const body = bodyOf(refused);
  res.writeHead(refused.status, refused.reason, headersOf(body)).end(body);
}

/**
 * Answers what is no HTTP, or too much of it, or too slow, before there is a request; undefined
 * code for what is merely malformed.
 */
export function refuseOnSocket({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refused = BY_CODE[code] ?? MALFORMED;
  const body = bodyOf(refused);
  const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${refused.status} ${refused.reason}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Destroyed at once, the connection would take the answer with it.
  const cut = setTimeout(() => socket.destroy(), READING_MS);
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

function bodyOf({ detail }: Refusal): string {
  return JSON.stringify({ detail });
}

function refusal(status: number, reason: string, detail: string): Refusal {
  return { status, reason, detail };
}
