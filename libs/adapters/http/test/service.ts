import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free local port that counts what reaches it. */
export async function serve(listener: RequestListener) {
  let [requests, connections] = [0, 0];
  const gone = Promise.withResolvers<void>();
  let sent = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    requests += 1;
    const { resolve } = sent;
    response.once('finish', () => resolve());
    listener(request, response);
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => gone.resolve());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    connections: () => connections,
    disconnected: () => gone.promise,
    /** Waits until the response has been sent, and is ready for the next. */
    async responded() {
      await sent.promise;
      sent = Promise.withResolvers<void>();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
