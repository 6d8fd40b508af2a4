import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

/** How long requests that are being answered may take when the server closes. */
const CLOSING_MS = 4_000;

export interface ListeningServer extends AsyncDisposable {
  /** `http://<host>:<port>` with the port that was bound. */
  readonly url: string;
}

/** Serves the application. Closing takes no new request, and finishes those that are there. */
export async function listen(
  app: Express,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}
