import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Outcome = 'taken' | 'refused';

/** Upper bounds of the histogram's buckets, in seconds; a start of a workflow ends within two. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

const NAME = 'solano_purchase_hand_over_seconds';

/**
 * How long Temporal took to accept purchases, or to reject them, for Prometheus: the SDK's own
 * metrics are those of workers.
 */
export class DispatchMetrics implements AsyncDisposable {
  readonly #server: Server;
  readonly #seen: Readonly<Record<Outcome, number[]>> = {
    taken: BOUNDS.map(() => 0),
    refused: BOUNDS.map(() => 0),
  };
  readonly #counts = { taken: 0, refused: 0 };
  readonly #sums = { taken: 0, refused: 0 };

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
    server.on('request', (request, response) => this.#respond(request, response));
  }

  observe(outcome: Outcome, seconds: number): void {
    this.#counts[outcome] += 1;
    this.#sums[outcome] += seconds;
    const buckets = this.#seen[outcome];
    for (const [i, bound] of BOUNDS.entries()) {
      if (seconds <= bound) buckets[i] = (buckets[i] ?? 0) + 1;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #respond({ url }: IncomingMessage, response: ServerResponse): void {
    if (url !== '/metrics') return void response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(this.#text());
  }

  #text(): string {
    const lines = (['taken', 'refused'] as const).flatMap((outcome) => this.#lines(outcome));
    const help = 'How long Temporal took to accept or reject a purchase.';
    return [`# HELP ${NAME} ${help}`, `# TYPE ${NAME} histogram`, ...lines, ''].join('\n');
  }

  #lines(outcome: Outcome): string[] {
    const label = `outcome="${outcome}"`;
    const count = this.#counts[outcome];
    const bucket = (bound: number | string, n: number) =>
      `${NAME}_bucket{${label},le="${bound}"} ${n}`;
    return [
      ...this.#seen[outcome].map((n, i) => bucket(BOUNDS[i] ?? 0, n)),
      bucket('+Inf', count),
      `${NAME}_sum{${label}} ${this.#sums[outcome]}`,
      `${NAME}_count{${label}} ${count}`,
    ];
  }
}
