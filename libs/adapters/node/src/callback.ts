import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type {
  CallbackTokens,
  Clock,
  PurchaseCallback,
  ToldPurchase,
  ToldUpdate,
} from '@solano/domain';
import { SolanoError } from '@solano/domain';
import { drain } from './drain.ts';

export interface CallbackOptions {
  /** Where the service is reached; a path in it comes before the paths of the service. */
  readonly url: string;
  readonly tokens: CallbackTokens;
  readonly clock: Clock;
  /** How long an answer is waited for. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;
/** A body larger than this takes its time to be read and stored: four times as much. */
const LARGE_BYTES = 1_048_576;
const TOKEN_LIFETIME_MS = 10 * 60_000;

/**
 * Calls the update endpoint over HTTP. By `node:http`, as `fetch` resolves the segments `.` and
 * `..` even where they are encoded, and refuses some ports.
 */
export class HttpPurchaseCallback implements PurchaseCallback, AsyncDisposable {
  readonly #options: CallbackOptions;
  readonly #base: URL;
  readonly #agent: HttpAgent;

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#base = new URL(options.url);
    const Agent = this.#isSecure() ? HttpsAgent : HttpAgent;
    this.#agent = new Agent({ keepAlive: true });
  }

  async tell(purchase: ToldPurchase, update: ToldUpdate): Promise<void> {
    const status = await this.#put(purchase, bodyOf(update)).catch((cause: unknown) => {
      throw new SolanoError('callback_unavailable', 'The update endpoint cannot be reached.', {
        cause,
      });
    });
    if (status >= 200 && status < 300) return;
    const code = isPassing(status) ? 'callback_unavailable' : 'callback_refused';
    throw new SolanoError(code, `The update endpoint answered ${status}.`);
  }

  /** Ends the connections, those in use too. */
  close(): void {
    this.#agent.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** The status of the answer. */
  async #put({ id, user, requestId }: ToldPurchase, body: Buffer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const request = this.#request({
      method: 'PUT',
      path: `${this.#prefix()}/api/v0/user/${segment(user)}/purchase/${segment(id)}/update`,
      headers: {
        authorization: `Bearer ${this.#token(id)}`,
        'content-type': 'application/json',
        'content-length': body.length,
        ...(requestId !== null && { 'x-request-id': requestId }),
      },
      agent: this.#agent,
      signal: AbortSignal.timeout(this.#patience(body)),
    });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => {
      drain(response);
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
    return promise;
  }

  #request(options: RequestOptions): ClientRequest {
    return this.#isSecure() ? httpsRequest(this.#base, options) : httpRequest(this.#base, options);
  }

  #isSecure(): boolean {
    return this.#base.protocol === 'https:';
  }

  #prefix(): string {
    return this.#base.pathname.replace(/\/+$/, '');
  }

  #token(purchaseId: string): string {
    const { tokens, clock } = this.#options;
    return tokens.issue(purchaseId, new Date(clock().getTime() + TOKEN_LIFETIME_MS));
  }

  #patience(body: Buffer): number {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    return body.length > LARGE_BYTES ? timeoutMs * 4 : timeoutMs;
  }
}

/** The outputs stay the text they are: to parse them would change numbers and order. */
function bodyOf({ outputs, status, error }: ToldUpdate): Buffer {
  const rest = error === undefined ? '' : `,"error":${JSON.stringify(error)}`;
  return Buffer.from(`{"outputs":${outputs},"status":${JSON.stringify(status)}${rest}}`);
}

/** One path segment. The two that would be resolved against the path are encoded by hand. */
function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

/** Whether an answer with this status may be another one later. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}
