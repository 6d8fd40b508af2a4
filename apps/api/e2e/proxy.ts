import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the proxy decides about it: what its head says. */
export interface ProxiedRequest {
  readonly path: string;
  readonly contentLength: number;
  readonly isCompressed: boolean;
}

/**
 * Opens a proxy before a service, on a free port. It responds by itself, before the body has come,
 * if `statusOf` returns a status; it forwards every other request.
 */
export async function openProxy(statusOf: (request: ProxiedRequest) => number | undefined) {
  const seen: ProxiedRequest[] = [];
  const target = Promise.withResolvers<string>();
  const server = createServer((incoming, response) => {
    const { url: path = '', headers } = incoming;
    const contentLength = Number(headers['content-length'] ?? 0);
    const metadata = { path, contentLength, isCompressed: headers['content-encoding'] === 'gzip' };
    seen.push(metadata);
    const status = statusOf(metadata);
    if (status === undefined) {
      void target.promise.then((url) => passOn(url, incoming, response));
      return;
    }
    const location = status < 400 ? { location: `https://127.0.0.1${path}` } : {};
    response.writeHead(status, { connection: 'close', ...location }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Gives the URL of the service; requests that came before wait for it. */
    to: target.resolve,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function passOn(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const onward = request(new URL(incoming.url ?? '', target), { method, headers });
  onward.on('response', (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
