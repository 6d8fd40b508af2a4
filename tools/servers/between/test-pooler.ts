import { connect, createServer, type Socket } from 'node:net';

/** The kinds of messages of PostgreSQL's protocol that matter here. */
const AUTHENTICATION = 'R';
const READY = 'Z';
const IDLE = 'I';
/** Kind and length. */
const HEAD = 5;

/**
 * A pooler by transaction, as PgBouncer with `pool_mode = transaction`: all its clients share one connection of
 * the server, each for the length of a transaction. It knows neither encryption nor cancelling.
 */
export class TestPooler implements AsyncDisposable {
  readonly url: string;
  readonly #close: () => Promise<void>;

  static async open(target: string): Promise<TestPooler> {
    const pool = new Pool(Number(new URL(target).port));
    const server = createServer((client) => pool.serve(client));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.port = String((server.address() as { port: number }).port);
    return new TestPooler(url.href, async () => {
      pool.end();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** The one connection of the server, and who has it. */
class Pool {
  readonly #server: Socket;
  readonly #clients = new Set<Socket>();
  readonly #waiting: (() => void)[] = [];
  /** What the server has sent to the first client, from its acceptance on. */
  #greeting: Buffer | undefined;
  #isGreeted = false;
  #owner: Socket | undefined;
  #received = Buffer.alloc(0);

  constructor(port: number) {
    this.#server = connect(port, '127.0.0.1').on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#server.on('error', () => this.end());
  }

  serve(client: Socket): void {
    this.#clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => this.#clients.delete(client));
    client.once('data', (startup: Buffer) => {
      client.pause();
      this.#give(client, () => {
        client.on('data', (bytes: Buffer) => this.#send(client, bytes)).resume();
        if (!this.#greeting) return this.#server.write(startup);
        client.write(this.#greeting);
        return this.#release();
      });
    });
  }

  end(): void {
    for (const socket of [this.#server, ...this.#clients]) socket.destroy();
  }

  #send(client: Socket, bytes: Buffer): void {
    // The end of a client is not the end of the server's connection.
    if (bytes[0] === 'X'.charCodeAt(0)) return void client.end();
    this.#give(client, () => this.#server.write(bytes));
  }

  #give(client: Socket, then: () => void): void {
    if (this.#owner && this.#owner !== client) {
      this.#waiting.push(() => this.#give(client, then));
      return;
    }
    this.#owner = client;
    then();
  }

  #release(): void {
    this.#owner = undefined;
    this.#waiting.shift()?.();
  }

  #receive(bytes: Buffer): void {
    this.#owner?.write(bytes);
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      if (this.#received.length < HEAD) return;
      const end = 1 + this.#received.readInt32BE(1);
      if (this.#received.length < end) return;
      this.#see(this.#received.subarray(0, end));
      this.#received = this.#received.subarray(end);
    }
  }

  #see(message: Buffer): void {
    const kind = String.fromCharCode(message[0] as number);
    const isReady = kind === READY;
    if (!this.#isGreeted) {
      const isAccepted = kind === AUTHENTICATION && message.readInt32BE(HEAD) === 0;
      if (isAccepted || this.#greeting) {
        this.#greeting = Buffer.concat([this.#greeting ?? Buffer.alloc(0), message]);
      }
      this.#isGreeted = isReady;
    }
    if (isReady && String.fromCharCode(message[HEAD] as number) === IDLE) this.#release();
  }
}
