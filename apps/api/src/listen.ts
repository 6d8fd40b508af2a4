import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';

export interface ListeningServer extends AsyncDisposable {
  /** `http://<host>:<port>` with the port that was bound. */
  readonly url: string;
}

/**
 * Serves the application. Closing takes no new request, and finishes those that are there.
 *
 * @param patience how long that may take when it comes to it, in ms.
 */
export async function listen(
  app: Express,
  { host, port }: { readonly host: string; readonly port: number },
  patience: () => number,
): Promise<ListeningServer> {
  const server = createServer(app);
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), patience());
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Answers what is no HTTP, or too much of it, before there is a request. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const detail = isLong ? 'Request headers are too large.' : 'The request is not valid HTTP.';
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
