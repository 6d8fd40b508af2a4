import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram, Registry } from 'prom-client';

export type Outcome = 'taken' | 'refused';

/** Seconds; a start of a workflow ends within two. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/**
 * How long Temporal took to accept purchases, or to reject them, for Prometheus: the SDK's own
 * metrics are those of workers.
 */
export class DispatchMetrics implements AsyncDisposable {
  readonly #server: Server;
  readonly #registry = new Registry();
  readonly #durations = new Histogram({
    name: 'solano_purchase_hand_over_seconds',
    help: 'How long Temporal took to accept or reject a purchase.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  /**
   * Serves `/metrics`.
   *
   * @param address host:port
   * @throws Error where that cannot be listened on.
   */
  static async serve(address: string): Promise<DispatchMetrics> {
    const { hostname, port } = new URL(`http://${address}`);
    const server = createServer().listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
    return new DispatchMetrics(server);
  }

  /** Where the metrics are. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  private constructor(server: Server) {
    this.#server = server;
    for (const outcome of ['taken', 'refused'] satisfies Outcome[])
      this.#durations.zero({ outcome });
    // Where a connection cannot be accepted, for want of file descriptors, its client tries again.
    server.on('error', () => undefined);
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  observe(outcome: Outcome, seconds: number): void {
    this.#durations.observe({ outcome }, seconds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await this.#registry.metrics();
      response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  }
}
