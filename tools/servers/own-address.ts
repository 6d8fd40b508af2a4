import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const { pid } = process;
/** An address of this process alone: every address of 127.0.0.0/8 is this machine. */
const HOST = `127.${pid >> 16}.${(pid >> 8) & 255}.${pid & 255}`;
/** Below the ports that the system gives to connections. */
const FIRST_PORT = 20_000;
let ports = 0;

/**
 * An address and port for a server of a test: unlike a port that is free just now, nobody else
 * takes it.
 */
export function ownAddress() {
  const port = FIRST_PORT + ports;
  ports += 1;
  return { host: HOST, port, address: `${HOST}:${port}` };
}

/**
 * A port of 127.0.0.1 for a program that listens nowhere else, and that is to find it free again after
 * a restart: the system gives it to nobody.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(10_000, FIRST_PORT), '127.0.0.1');
    const port = await once(server, 'listening').then(
      () => (server.address() as AddressInfo).port,
      () => undefined,
    );
    server.close();
    if (port !== undefined) return port;
  }
}
