import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A customer's endpoint; responds with the statuses one by one, then with 204. */
export async function openEndpoint(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
      res.writeHead(statuses.shift() ?? 204).end();
      wake();
    });
  });
  let wake = () => {};
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Waits until so many messages have come. */
    async until(count: number): Promise<void> {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
