import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { observeHttp } from './http-metrics.ts';
import { registerServiceMetrics, type ServiceMetricsDeps } from './service-metrics.ts';

/** The metrics of the service, for Prometheus, on an address of their own. */
export class Metrics implements AsyncDisposable {
  /** Is to see every request. */
  readonly observe: RequestHandler;
  readonly #registry = new Registry();
  readonly #server: Server;

  /**
   * Serves `/metrics`.
   *
   * @param address <IP address>:<port>
   * @throws Error where that cannot be listened on.
   */
  static async serve(address: string, deps: ServiceMetricsDeps): Promise<Metrics> {
    const { hostname, port } = new URL(`http://${address}`);
    const server = createServer({ requestTimeout: 10_000 });
    server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
    return new Metrics(server, deps);
  }

  /** Where the metrics are. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  private constructor(server: Server, deps: ServiceMetricsDeps) {
    this.#server = server;
    this.observe = observeHttp(this.#registry);
    collectDefaultMetrics({ register: this.#registry });
    registerServiceMetrics(this.#registry, deps);
    // Where a connection cannot be accepted, for want of file descriptors, its client tries again.
    server.on('error', () => undefined);
    server.on('request', (req, res) => void this.#respond(req, res));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> {
    if (url !== '/metrics') return void res.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') {
      return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    try {
      const text = await this.#registry.metrics();
      res.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text);
    } catch {
      res.writeHead(500).end();
    }
  }
}
