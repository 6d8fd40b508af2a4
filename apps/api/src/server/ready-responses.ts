import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { authenticate, type Caller, keyIdOf } from '@solano/domain/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { bearerToken, type KeyCheckDeps } from '../authentication/authentication.ts';
import { ByteCache } from '../http/byte-cache.ts';
import type { HttpResponse, ResponseState } from '../http/response.ts';
import { SharedResponses } from '../http/shared-responses.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import { requestLog } from './request-log.ts';

const MAX_RESPONSES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Characters of address and headers: names beyond it would take more memory than they save work. */
const MAX_NAME_LENGTH = 2_000;
/** The headers of a request that its response depends on, besides the key. */
const NEGOTIATION = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-modified-since',
] as const;
/** The headers of a response that are each request's own. */
const OWN_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy'];

/** A response as it was sent; its body is kept apart. */
interface ReadyResponse {
  readonly caller: Caller;
  readonly state: ResponseState;
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[]>>;
  readonly hasBody: boolean;
  readonly route: unknown;
}

/**
 * Responses that are sent again while what they depend on is unchanged: head and body, each encoding apart.
 * They are named by key, address and all headers that count.
 */
export class ReadyResponses {
  /** From the least to the most recently sent. */
  readonly #responses = new Map<string, ReadyResponse>();
  readonly #bodies = new ByteCache(MAX_BYTES);

  /** The name of a request's response; undefined where none is kept. To be called before the request is worked on. */
  nameOf({ method, url, headers }: IncomingMessage): string | undefined {
    const { authorization } = headers;
    if (method !== 'GET' || authorization === undefined) return undefined;
    const key = keyIdOf(authorization.slice(authorization.lastIndexOf(' ') + 1));
    if (key === undefined) return undefined;
    const name = [key, url, ...NEGOTIATION.map((header) => headers[header])].join('\n');
    return name.length > MAX_NAME_LENGTH ? undefined : name;
  }

  has(name: string): boolean {
    return this.#responses.has(name);
  }

  get(name: string): (ReadyResponse & { readonly body: Buffer | undefined }) | undefined {
    const found = this.#responses.get(name);
    const body = found?.hasBody ? this.#bodies.get(name) : undefined;
    if (!found || (found.hasBody && !body)) return undefined;
    this.#responses.delete(name);
    this.#responses.set(name, found);
    return { ...found, body };
  }

  /** Keeps what was sent. */
  put(
    name: string,
    res: Response,
    { caller, state, body }: Pick<ReadyResponse, 'caller' | 'state'> & { readonly body?: Buffer },
  ): void {
    if (body) this.#bodies.set(name, body);
    const sent = Object.entries(res.getHeaders()).flatMap(([header, value]) =>
      value === undefined || OWN_HEADERS.includes(header) ? [] : [[header, value] as const],
    );
    const headers = Object.fromEntries(sent);
    const hasBody = body !== undefined;
    const route: unknown = res.req.route;
    this.#responses.delete(name);
    this.#responses.set(name, { caller, state, status: res.statusCode, headers, hasBody, route });
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined)
      this.#responses.delete(oldest);
  }
}

type ReadState = Pick<ResponseState, 'revision'> & Pick<HttpResponse, 'send'>;

export interface ReadyDeps extends KeyCheckDeps {
  readonly ready: ReadyResponses;
  readonly work: WorkLimit;
  readonly logger: Logger;
  readonly observe: RequestHandler | undefined;
}

/**
 * Sends the response that is ready, after the checks that the application makes: the caller's key, its limit of
 * requests, and whether what the response depends on is unchanged. All else is left to the application.
 */
export function readyFirst(deps: ReadyDeps, app: RequestListener): RequestListener {
  const log = requestLog(deps.logger);
  const reads = new SharedResponses<ReadState>();
  return (req, res) => {
    const name = deps.ready.nameOf(req);
    if (name === undefined || !deps.ready.has(name)) return app(req, res);
    const read = ({ state }: ReadyResponse) =>
      reads.get(name, async () => ({ revision: await state.read() }));
    sendReady({ ...deps, read, log }, name, req, res).then(
      (isSent) => {
        if (!isSent) app(req, res);
      },
      (error: unknown) => {
        deps.logger.error({ err: error }, 'request failed');
        res.destroy();
      },
    );
  };
}

interface SendingDeps extends ReadyDeps {
  readonly log: ReturnType<typeof requestLog>;
  readonly read: (ready: ReadyResponse) => Promise<ReadState>;
}

/** Returns whether the response was sent. What fails is left to fail in the application, which has a response for it. */
async function sendReady(
  deps: SendingDeps,
  name: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  deps.log(req, res, () => {});
  deps.observe?.(req as Request, res as Response, () => {});
  const ready = deps.ready.get(name);
  if (!ready) return false;
  try {
    const caller = await authenticate(
      { ...deps, keys: deps.callers },
      bearerToken(req.headers.authorization),
    );
    // A key or customer that has changed was read anew.
    if (caller.key !== ready.caller.key || caller.customer !== ready.caller.customer) return false;
    await deps.rateLimit.countCustomer('key', caller.customer, res);
    const { revision } = await deps.work.run(res, () => deps.read(ready));
    if (revision !== ready.state.revision) return false;
  } catch {
    return false;
  }
  deps.recordKeyUse(ready.caller.key.id, deps.clock());
  // The metrics name it.
  Object.assign(req, { route: ready.route });
  res.writeHead(ready.status, ready.headers as Record<string, string>);
  res.end(ready.body);
  return true;
}
