import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Access, S3Server } from './s3-server.ts';
import { startS3Server } from './s3-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whom to ask for the S3 server of this run, which starts when somebody does. */
    s3OnDemandUrl: string;
  }
}

/**
 * One S3 server for a whole run of tests, started when the first test asks for it: a run without
 * such tests neither builds nor starts one. Tests are in other processes, so they ask by HTTP.
 */
export class S3OnDemand implements AsyncDisposable {
  readonly #folder: string;
  readonly #http: Server;
  #server: Promise<S3Server> | undefined;

  /** @param folder the server's own, made when it starts. */
  static async open(folder: string): Promise<S3OnDemand> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new S3OnDemand(folder, http);
  }

  private constructor(folder: string, http: Server) {
    this.#folder = folder;
    this.#http = http;
    http.on('request', (_, response) => void this.#answer(response));
  }

  /** What {@link askForS3} is to be given. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    const server = await this.#server?.catch(() => undefined);
    await server?.[Symbol.asyncDispose]();
  }

  async #answer(response: ServerResponse): Promise<void> {
    this.#server ??= mkdir(this.#folder, { recursive: true }).then(() => {
      return startS3Server(this.#folder);
    });
    try {
      response.end(JSON.stringify((await this.#server).access));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  }
}

/** Waits for the server of the run, however long its build takes. */
export async function askForS3(url: string): Promise<S3Access> {
  const { promise, resolve, reject } = Promise.withResolvers<S3Access>();
  // Not fetch, which gives up after five minutes.
  const request = get(url, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text) as S3Access);
      else reject(new Error(text));
    });
  });
  request.once('error', reject);
  return promise;
}
