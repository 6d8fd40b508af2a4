import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '@solano/config';

// Not by an `import`, which loads what is behind `WebSocket` too: a tenth of what a start takes to load.
const { createServer } = process.getBuiltinModule('node:http');

/** The metrics that are served: a registry of prom-client. */
interface MetricsRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
}

interface ErrorLog {
  error(fields: object, message: string): void;
}

/** Serves the metrics of a registry at `/metrics`, for Prometheus, on an address of their own. */
export class MetricsServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #registry: MetricsRegistry;
  readonly #log: ErrorLog;

  /**
   * @param address <IP address>:<port>
   * @throws ConfigError where that cannot be listened on.
   */
  static async listen(
    address: string,
    registry: MetricsRegistry,
    log: ErrorLog,
  ): Promise<MetricsServer> {
    const { hostname, port } = new URL(`http://${address}`);
    const server = createServer({ requestTimeout: 10_000 });
    server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    try {
      await once(server, 'listening');
    } catch (error) {
      throw new ConfigError([`METRICS_ADDRESS ${address}: ${(error as Error).message}`]);
    }
    return new MetricsServer(server, registry, log);
  }

  /** Address of the metrics. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  private constructor(server: Server, registry: MetricsRegistry, log: ErrorLog) {
    this.#server = server;
    this.#registry = registry;
    this.#log = log;
    // A connection that cannot be accepted, for want of file descriptors, is retried by its client.
    server.on('error', () => undefined);
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    try {
      const text = await this.#registry.metrics();
      response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text);
    } catch (err) {
      this.#log.error({ err }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  }
}
