import type {
  ClientRequest,
  Agent as HttpAgent,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EvaluationText } from '@solano/domain/desk';
import type { PurchaseReport, PurchaseUpdates, ReportedPurchase } from '@solano/domain/desk/jobs';
import { type Clock, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import { readStart } from './drain.ts';
import { http } from './node-http.ts';

/** Issues the tokens that authorise callbacks. */
interface TokenIssuer {
  /** How many secrets can sign: the current one, and those before it. */
  readonly secretCount: number;
  /** A token for this purchase that is valid until an instant, signed with one of the secrets. */
  issue(purchaseId: string, expiresAt: Date, secret: number): string;
}

export interface CallbackOptions {
  /** Address of the service; a path in it comes before the paths of the service. */
  readonly url: string;
  readonly tokens: TokenIssuer;
  readonly clock: Clock;
  /** Whether a purchase is stored: an API that does not know it is one on another database. */
  readonly isStored: (purchaseId: string) => Promise<boolean>;
  /** Further headers of each call. */
  readonly headers?: (() => OutgoingHttpHeaders) | undefined;
  /** How long a response is waited for. */
  readonly timeoutMs?: number;
}

const gzipped = promisify(gzip);

const TIMEOUT_MS = 8_000;
/** A body larger than this takes its time to be read and stored: four times as much. */
const LARGE_BYTES = 1_048_576;
const TOKEN_LIFETIME_MS = 10 * MINUTE_MS;

/** The body of an API's 404 for a deleted purchase; another 404 comes from a proxy. */
const NOT_FOUND = 'Purchase not found.';
const OTHER_DATABASE =
  'The update endpoint knows no such purchase: check that CALLBACK_URL is an API on the same database.';

/** A response: its status, and with a 404 the `error` of its JSON body. */
interface CallbackResponse {
  readonly status: number;
  readonly error?: unknown;
}

/**
 * Calls the update endpoint over HTTP. By `node:http`, as `fetch` resolves the segments `.` and
 * `..` even where they are encoded, and rejects some ports.
 */
export class HttpPurchaseUpdates implements PurchaseUpdates, AsyncDisposable {
  readonly #options: CallbackOptions;
  readonly #base: URL;
  readonly #agent: HttpAgent;
  /** The number of the secret that was accepted last: until all APIs have a new one, it may be the old one. */
  #secret = 0;

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#base = new URL(options.url);
    const Agent = this.#isSecure() ? HttpsAgent : http.Agent;
    this.#agent = new Agent({ keepAlive: true });
  }

  async report(purchase: ReportedPurchase, report: PurchaseReport): Promise<void> {
    const response = await this.#send(purchase, bodyOf(report)).catch((cause: unknown) => {
      throw new SolanoError('report_unavailable', 'The update endpoint cannot be reached.', {
        cause,
      });
    });
    if (response.status >= 200 && response.status < 300) return;
    if (!isUnknownPurchase(response)) throw errorOf(response);
    const unknown = new SolanoError('purchase_not_found', NOT_FOUND);
    if (!(await this.#options.isStored(purchase.id))) throw unknown;
    throw new SolanoError('report_misconfigured', OTHER_DATABASE, { cause: unknown });
  }

  /** Ends the connections, those in use too. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
  }

  /** An API that does not have a secret yet, or any more, accepts another. */
  async #send(purchase: ReportedPurchase, body: Buffer): Promise<CallbackResponse> {
    const { secretCount } = this.#options.tokens;
    const first = this.#secret;
    for (let tried = 1; ; tried += 1) {
      const secret = (first + tried - 1) % secretCount;
      const response = await this.#sendSigned(purchase, body, secret);
      if (response.status !== 401) this.#secret = secret;
      if (response.status !== 401 || tried === secretCount) return response;
    }
  }

  /** A body that a proxy finds too large may pass when compressed. */
  async #sendSigned(
    purchase: ReportedPurchase,
    body: Buffer,
    secret: number,
  ): Promise<CallbackResponse> {
    const authorization = `Bearer ${this.#token(purchase.id, secret)}`;
    const response = await this.#put(purchase, body, { authorization });
    if (response.status !== 413) return response;
    const packed = { authorization, 'content-encoding': 'gzip' };
    const second = await this.#put(purchase, await gzipped(body), packed);
    // An API of an earlier release may not accept that: the limit is what has to be corrected.
    return second.status === 415 ? response : second;
  }

  async #put(
    { id, user, requestId }: ReportedPurchase,
    body: Buffer,
    headers: OutgoingHttpHeaders,
  ): Promise<CallbackResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<CallbackResponse>();
    const request = this.#request({
      method: 'PUT',
      path: `${this.#prefix()}/api/v0/user/${segment(user)}/purchase/${segment(id)}/update`,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        ...headers,
        ...this.#options.headers?.(),
        ...(requestId !== null && { 'x-request-id': requestId }),
      },
      agent: this.#agent,
      signal: AbortSignal.timeout(this.#timeout(body)),
    });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => resolve(read(response)));
    request.end(body);
    return promise;
  }

  #request(options: RequestOptions): ClientRequest {
    return this.#isSecure() ? httpsRequest(this.#base, options) : http.request(this.#base, options);
  }

  #isSecure(): boolean {
    return this.#base.protocol === 'https:';
  }

  #prefix(): string {
    return this.#base.pathname.replace(/\/+$/, '');
  }

  #token(purchaseId: string, secret: number): string {
    const { tokens, clock } = this.#options;
    return tokens.issue(purchaseId, new Date(clock().getTime() + TOKEN_LIFETIME_MS), secret);
  }

  #timeout(body: Buffer): number {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    return body.length > LARGE_BYTES ? timeoutMs * 4 : timeoutMs;
  }
}

/** The outputs stay the text they are: to parse them would change numbers and order. */
function bodyOf({ outputs, status, error, evaluation }: PurchaseReport): Buffer {
  const errorMember = error === undefined ? '' : `,"error":${JSON.stringify(error)}`;
  const evaluationMember = evaluation ? `,"evaluation":${evaluationBody(evaluation)}` : '';
  const members = `"status":${JSON.stringify(status)}${errorMember}${evaluationMember}`;
  return Buffer.from(`{"outputs":[${outputs.map(({ json }) => json).join()}],${members}}`);
}

function evaluationBody({ figures, prices, deliveredAt }: EvaluationText): string {
  return `{"figures":${figures},"prices":${prices},"delivered_at":${JSON.stringify(deliveredAt)}}`;
}

/** One path segment. The two that would be resolved against the path are encoded by hand. */
function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

/** The setting to check when a status suggests a wrong configuration; for 3xx see below. */
const CHECKS: Readonly<Record<number, string>> = {
  401: 'check that CALLBACK_SECRET is the same everywhere and that the clocks agree',
  403: 'check what stands before the API: it must let callbacks through',
  404: 'check that CALLBACK_URL is the base of an API',
  413: 'check the body limit of what stands before the API',
};
const CHECK_REDIRECTION = 'check that CALLBACK_URL is not redirected, such as from http to https';

function isUnknownPurchase({ status, error }: CallbackResponse): boolean {
  return status === 404 && error === NOT_FOUND;
}

function errorOf({ status }: CallbackResponse): SolanoError {
  const response = `The update endpoint answered ${status}`;
  if (status >= 500 || status === 408 || status === 429) {
    return new SolanoError('report_unavailable', `${response}.`);
  }
  const check = status < 400 ? CHECK_REDIRECTION : CHECKS[status];
  return check === undefined
    ? new SolanoError('report_rejected', `${response}.`)
    : new SolanoError('report_misconfigured', `${response}: ${check}.`);
}

/** Only a 404 is read to its end: its body shows whether the API or a proxy sent it. */
async function read(response: IncomingMessage): Promise<CallbackResponse> {
  const start = readStart(response);
  const status = response.statusCode ?? 0;
  return status === 404 ? { status, error: errorIn(await start) } : { status };
}

/** The `error` of a JSON body; undefined if it has none. */
function errorIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}
