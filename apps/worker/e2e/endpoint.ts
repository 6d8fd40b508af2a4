import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HmacCallbackTokens } from '@solano/crypto';

interface CallbackBody {
  readonly status: string;
  readonly outputs: readonly { readonly idmodel: number }[];
  readonly error?: string;
}

/** An update that the endpoint has accepted. */
export interface Notification extends CallbackBody {
  readonly id: string;
  /** The request id in `X-Request-Id`. */
  readonly requestId: string | undefined;
}

const PATH = /^\/api\/v0\/user\/[^/]+\/purchase\/([^/]+)\/update$/;

/** Replaces the API's update endpoint: responds with a configured status, and records accepted updates. */
export async function openEndpoint(secret: string) {
  const taken: Notification[] = [];
  let statusOf: (notification: Notification) => number = () => 200;
  let waiting: (() => void)[] = [];
  const tokens = new HmacCallbackTokens(secret);
  const server = createServer((request, response) => {
    void readNotification(request, tokens).then((notification) => {
      const status = notification ? statusOf(notification) : 401;
      if (notification && status === 200) taken.push(notification);
      response.writeHead(status).end('{}');
      for (const wake of waiting) wake();
      waiting = [];
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Responds with this status from now on; only updates that get 200 are recorded. */
    respond(status: (notification: Notification) => number) {
      statusOf = status;
    },
    /** Returns the accepted updates of a purchase, in order. */
    of: (id: string) => taken.filter((notification) => notification.id === id),
    /** Waits until a final status was accepted for the purchase, and returns all its updates. */
    async settled(id: string): Promise<Notification[]> {
      for (;;) {
        const notifications = taken.filter((each) => each.id === id);
        if (notifications.some(({ status }) => status !== 'in_progress')) return notifications;
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

async function readNotification(
  request: IncomingMessage,
  tokens: HmacCallbackTokens,
): Promise<Notification | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, id = ''] = PATH.exec(request.url ?? '') ?? [];
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  if (!tokens.accepts(token, id, new Date())) return undefined;
  const requestId = request.headers['x-request-id']?.toString();
  return { ...(JSON.parse(Buffer.concat(chunks).toString()) as CallbackBody), id, requestId };
}
