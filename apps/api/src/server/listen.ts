import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '@solano/config';
import { OpenResponses } from './open-responses.ts';
import {
  NO_HOST,
  reject,
  rejectOnSocket,
  SEVERAL_HOSTS,
  UNKNOWN_EXPECTATION,
} from './protocol-errors.ts';

// Importing it would load the modules of its `WebSocket` too: 50 ms of CPU at the start.
const { createServer } = process.getBuiltinModule('node:http');

export interface ListeningServer extends AsyncDisposable {
  /** `http://<host>:<port>` with the bound port. */
  readonly url: string;
}

/** Timeouts of a client, in ms. */
const TIMEOUT_MS = {
  /** Timeout of a request's head, from its first byte or the connection's beginning. */
  head: 10_000,
  /** Timeout of the whole request. */
  request: 120_000,
  /** Interval of checking these two. */
  check: 2_000,
  /** Timeout without a byte read or sent during a request; the service's own work does not count. */
  inactivity: 60_000,
  /** Timeout from a request to the end of its response. */
  response: 600_000,
  /** Timeout without a request: longer than the usual proxies, and clients, keep a connection. */
  idle: 75_000,
  /** Timeout of the rest of a request that already has its response. */
  rest: 30_000,
};

export type Timeouts = Readonly<typeof TIMEOUT_MS>;

/** Until when open requests may go on as the service stops: other parts close before the server does. */
export class DrainDeadline {
  readonly #timeoutMs: number;
  #deadline: number | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** The service stops now. */
  begin(): void {
    this.#deadline = performance.now() + this.#timeoutMs;
  }

  /** The time that is left, in ms: all of it before the service stops. */
  remaining(): number {
    return this.#deadline === undefined ? this.#timeoutMs : this.#deadline - performance.now();
  }
}

/**
 * Serves the application, and cuts clients that are too slow. Closing accepts no new request, and
 * finishes those in flight.
 *
 * @param timeout maximum time in ms of closing.
 */
export async function listen(
  app: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  timeout: () => number,
  limits: Timeouts = TIMEOUT_MS,
): Promise<ListeningServer> {
  const server = createServer({
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.check,
    keepAliveTimeout: limits.idle,
    // A missing header is rejected below, like every other fault.
    requireHostHeader: false,
  });
  server.timeout = limits.inactivity;
  const responses = new OpenResponses();
  // A caller that waits for the service to work is not inactive.
  server.on('timeout', (socket: Socket) => {
    if (!responses.areAwaited(socket)) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    // An error response cannot follow half of another response.
    if (responses.haveBegun(socket)) socket.destroy();
    else rejectOnSocket(error, socket);
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    responses.add(req, res);
    reject(res, UNKNOWN_EXPECTATION);
  });
  server.on('request', (req, res) => {
    responses.add(req, res);
    limitDuration(req, res, limits);
    res.once('close', () => {
      // While the server closes, a connection ends after its response.
      if (!server.listening) server.closeIdleConnections();
    });
    const rejected = hostRejection(req);
    if (rejected) reject(res, rejected);
    else app(req, res);
  });
  await new Promise<void>((resolve, reject) => {
    // The listener stays for later errors: accepting fails when file descriptors run out, and the
    // process must go on.
    server.on('error', (error) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), timeout());
      await closed;
      clearTimeout(cut);
    },
  };
}

/** RFC 9112, 3.2: one Host header; two could mean one host to a proxy and another to us. */
function hostRejection(req: IncomingMessage) {
  const isHost = (text: string, i: number) => i % 2 === 0 && text.toLowerCase() === 'host';
  const hosts = req.rawHeaders.filter(isHost).length;
  if (hosts > 1) return SEVERAL_HOSTS;
  return req.httpVersion === '1.1' && hosts === 0 ? NO_HOST : undefined;
}

/** Returns the error that names the variable to change. */
function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is in use on ${host}: stop what listens there, or set another PORT`,
    EACCES: `PORT ${port} needs root: set another PORT, 1024 or above`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is not an address of this machine`,
  };
  const problem = problems[error.code ?? ''];
  return problem === undefined ? error : new ConfigError([`${problem} (${error.code})`]);
}

/** Ends a response that takes too long, and the rest of its request. */
function limitDuration(req: IncomingMessage, res: ServerResponse, limits: Timeouts): void {
  const { socket } = req;
  const cut = setTimeout(() => socket.destroy(), limits.response);
  res.once('close', () => clearTimeout(cut));
  res.once('finish', () => {
    if (!req.complete) discardRest(req, limits.rest);
  });
}

/**
 * Discards what a client still sends after the response, so that it gets to read that response,
 * for a limited time.
 */
function discardRest(req: IncomingMessage, ms: number): void {
  const { socket } = req;
  const cut = setTimeout(() => socket.destroy(), ms);
  const stop = () => {
    clearTimeout(cut);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  req.once('end', stop);
  req.resume();
}
