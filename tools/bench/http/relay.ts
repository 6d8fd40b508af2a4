import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Counts what it looks for in what a client sends over one connection. */
type Counter = () => (chunk: Buffer) => number;

const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
/** A message's type and its length, which counts itself. */
const HEAD_BYTES = 5;

/** Statements that a client of PostgreSQL has executed, by its protocol. */
export const STATEMENTS: Counter = () => {
  let pending: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    let found = 0;
    for (;;) {
      // The first message has no type.
      const head = isStarted ? HEAD_BYTES : HEAD_BYTES - 1;
      if (pending.length < head) return found;
      const bytes = pending.readInt32BE(head - 4) + head - 4;
      if (pending.length < bytes) return found;
      if (isStarted && (pending[0] === QUERY || pending[0] === EXECUTE)) found += 1;
      pending = pending.subarray(bytes);
      isStarted = true;
    }
  };
};

/** Requests to S3 that list objects. */
export const S3_LISTINGS: Counter = () => (chunk) =>
  chunk.toString('latin1').match(/list-type=2/g)?.length ?? 0;

/** An address in front of a server, where what clients send is counted. */
export class CountingRelay implements AsyncDisposable {
  count = 0;
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async open(target: string, counter: Counter): Promise<CountingRelay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CountingRelay(server, new URL(target), counter);
  }

  private constructor(server: Server, target: URL, counter: Counter) {
    const port = Number(target.port);
    const url = new URL(target);
    url.port = String((server.address() as AddressInfo).port);
    this.url = url.href;
    this.#server = server.on('connection', (client) => {
      const upstream = connect(port, '127.0.0.1');
      const counted = counter();
      client.on('data', (chunk: Buffer) => {
        this.count += counted(chunk);
      });
      client.pipe(upstream).pipe(client);
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }
}
