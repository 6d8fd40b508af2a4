import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Express } from 'express';

/** Serves an application for a test; disposing cuts every connection. */
export async function serve(app: Express) {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A connection on which a test writes HTTP by hand. */
export async function dial(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  let wake = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => wake());
  await once(socket, 'connect');
  const until = async (enough: () => boolean) => {
    while (!enough() && !socket.destroyed) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return text;
  };
  return {
    socket,
    send: (data: string | Uint8Array) => socket.write(data),
    /** Everything that has come once this has, or once the connection has ended. */
    saw: (part: string) => until(() => text.includes(part)),
    /** Everything that came until the connection ended. */
    ended: () => until(() => false),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
