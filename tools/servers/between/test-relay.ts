import { connect, createServer, type Server, type Socket } from 'node:net';

/** Counts what it looks for in what a client sends over one connection. */
export type Counter = () => (chunk: Buffer) => number;

/** A fixed address in front of a server that gets another port at each start. */
export class TestRelay implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What each connection sent first, byte by byte as a character. */
  readonly openings: string[] = [];
  /** What the counter has found in all that clients sent. */
  count = 0;
  readonly #counter: Counter;
  #port: number | undefined;

  /** @param target URL of the server; without one, connections are accepted and get no response. */
  static async open(target?: string, counter: Counter = () => () => 0): Promise<TestRelay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestRelay(server, counter, target);
  }

  private constructor(server: Server, counter: Counter, target?: string) {
    this.#counter = counter;
    const url = new URL(target ?? 'postgresql://user:password@127.0.0.1/none');
    url.port = String((server.address() as { port: number }).port);
    this.url = url.href;
    this.#server = server.on('connection', (socket) => this.#relay(socket));
    this.pointTo(target);
  }

  pointTo(target: string | undefined): void {
    this.#port = target === undefined ? undefined : Number(new URL(target).port);
  }

  /** How many connections there are, each counted at both of its ends. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Drops every connection; new ones are taken. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Leaves every connection open, and passes nothing on any more. */
  silence(): void {
    for (const socket of this.#sockets) socket.pause();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #relay(socket: Socket): void {
    this.#watch(socket);
    socket.once('data', (bytes) => this.openings.push(bytes.toString('latin1')));
    if (this.#port === undefined) return;
    const server = connect(this.#port, '127.0.0.1');
    this.#watch(server);
    const counted = this.#counter();
    socket.on('data', (bytes: Buffer) => {
      this.count += counted(bytes);
    });
    socket.pipe(server).pipe(socket);
    socket.on('close', () => server.destroy());
    server.on('close', () => socket.destroy());
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
