import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it was sent. */
  readonly bytes: Buffer;
}

/** Responds to a request whose body has been read. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** No program listens on the lowest port; one that was free a moment ago might be taken. */
export const NO_SERVER = 'http://127.0.0.1:1';

/** An HTTP server on a free local port that keeps what it receives. */
export class LocalServer implements AsyncDisposable {
  readonly requests: ReceivedRequest[] = [];
  readonly #server;

  private constructor(respond: Responder) {
    this.#server = createServer((request, response) => {
      const responded = received(request).then((complete) => {
        this.requests.push(complete);
        respond(response, request);
      });
      // The client disconnected in the middle of its request: no response is needed.
      responded.catch(() => response.destroy());
    });
  }

  static async start(respond: Responder): Promise<LocalServer> {
    const server = new LocalServer(respond);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    await promise;
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The only request so far. */
  get request(): ReceivedRequest {
    const [request, ...others] = this.requests;
    if (request && others.length === 0) return request;
    throw new Error(`${this.requests.length} requests were received, not one.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }
}

async function received(request: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url: target = '', headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { method, target, headers, bytes, body: bytes.toString('utf8') };
}
