import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HmacCallbackTokens } from '@solano/crypto';

interface CallbackBody {
  readonly status: string;
  readonly outputs: readonly { readonly idmodel: number }[];
  readonly error?: string;
}

/** An update that the endpoint has taken. */
export interface Told extends CallbackBody {
  readonly id: string;
  /** As the call had it in `X-Request-Id`. */
  readonly requestId: string | undefined;
}

const PATH = /^\/api\/v0\/user\/[^/]+\/purchase\/([^/]+)\/update$/;

/** Stands in for the API's update endpoint: answers as it is told, and keeps what it took. */
export async function openEndpoint(secret: string) {
  const taken: Told[] = [];
  let statusOf: (told: Told) => number = () => 200;
  let waiting: (() => void)[] = [];
  const tokens = new HmacCallbackTokens(secret);
  const server = createServer((request, response) => {
    void readTold(request, tokens).then((told) => {
      const status = told ? statusOf(told) : 401;
      if (told && status === 200) taken.push(told);
      response.writeHead(status).end('{}');
      for (const wake of waiting) wake();
      waiting = [];
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on answers with this status; only what gets 200 is taken. */
    answer(status: (told: Told) => number) {
      statusOf = status;
    },
    /** What was taken for a purchase, in order. */
    of: (id: string) => taken.filter((told) => told.id === id),
    /** Waits until a final status was taken for the purchase, and gives all that was. */
    async settled(id: string): Promise<Told[]> {
      for (;;) {
        const told = taken.filter((each) => each.id === id);
        if (told.some(({ status }) => status !== 'in_progress')) return told;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readTold(
  request: IncomingMessage,
  tokens: HmacCallbackTokens,
): Promise<Told | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, id = ''] = PATH.exec(request.url ?? '') ?? [];
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  if (!tokens.accepts(token, id, new Date())) return undefined;
  const requestId = request.headers['x-request-id']?.toString();
  return { ...(JSON.parse(Buffer.concat(chunks).toString()) as CallbackBody), id, requestId };
}
