import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address for requesting the S3 server of this run, which starts on the first request. */
    s3OnDemandUrl: string;
    /** Address for requesting the Temporal server of this run, which starts on the first request. */
    temporalOnDemandUrl: string;
  }
}

/** A server that is running, and what a client has to know of it. */
export interface Started<Access> extends AsyncDisposable {
  readonly access: Access;
}

/**
 * One server for a whole run of tests, started when the first test asks for it: a run without
 * such tests neither builds nor starts one. Tests are in other processes, so they ask by HTTP.
 */
export class OnDemand<Access> implements AsyncDisposable {
  readonly #start: () => Promise<Started<Access>>;
  readonly #http: Server;
  #server: Promise<Started<Access>> | undefined;

  static async open<Access>(start: () => Promise<Started<Access>>): Promise<OnDemand<Access>> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new OnDemand(start, http);
  }

  private constructor(start: () => Promise<Started<Access>>, http: Server) {
    this.#start = start;
    this.#http = http;
    http.on('request', (_, response) => void this.#respond(response));
  }

  /** The argument of {@link askFor}. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    const server = await this.#server?.catch(() => undefined);
    await server?.[Symbol.asyncDispose]();
  }

  async #respond(response: ServerResponse): Promise<void> {
    this.#server ??= this.#start();
    try {
      response.end(JSON.stringify((await this.#server).access));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  }
}

/** Waits for the server of the run, however long its build takes. */
export async function askFor<Access>(url: string): Promise<Access> {
  const { promise, resolve, reject } = Promise.withResolvers<Access>();
  // Not fetch, which gives up after five minutes.
  const request = get(url, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text) as Access);
      else reject(new Error(text));
    });
  });
  request.once('error', reject);
  return promise;
}
