import { createHmac } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { NewDelivery, Receiver, WebhookSender } from '@solano/domain/service';
import { drain } from './drain.ts';
import { http } from './node-http.ts';
import { isPublicAddress } from './webhook-address.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookOptions {
  /** Whether messages may go to this machine and private networks too, and by http. */
  readonly privateAddresses: boolean;
  /** How long a response is waited for, from the lookup on. */
  readonly timeoutMs?: number;
  /** Finds the addresses of a host; default: as the system does. */
  readonly lookup?: LookupFunction;
}

type Message = Pick<NewDelivery, 'id' | 'body'>;

const TIMEOUT_MS = 10_000;
const NOT_PUBLIC = 'The address of the endpoint is not public.';

/**
 * Posts messages, signed as Standard Webhooks has it. Each has a connection of its own, to an
 * address that is checked when it is connected to: what was looked up before may have changed.
 * Redirections are not followed.
 */
export class HttpWebhookSender implements WebhookSender, AsyncDisposable {
  readonly #options: WebhookOptions;
  readonly #lookup: LookupFunction;
  readonly #closing = new AbortController();

  constructor(options: WebhookOptions) {
    this.#options = options;
    const { privateAddresses, lookup = systemLookup } = options;
    this.#lookup = privateAddresses ? lookup : publicOnly(lookup);
  }

  check(url: string): void {
    readWebhookUrl(url, this.#options.privateAddresses);
  }

  async send(receiver: Receiver, message: Message, at: Date): Promise<void> {
    const { status, isAccepted } = await this.post(receiver, message, at);
    if (isAccepted) return;
    const code = status === 410 ? 'webhook_gone' : 'webhook_unavailable';
    throw new SolanoError(code, `The endpoint answered ${status}.`);
  }

  async post(
    receiver: Receiver,
    message: Message,
    at: Date,
  ): Promise<{ status: number; isAccepted: boolean }> {
    const body = Buffer.from(message.body);
    const headers = {
      ...signed(message, secretsOf(receiver, at), at),
      'content-length': body.length,
    };
    try {
      const status = await this.#post(this.#allowed(receiver.url), headers, body);
      return { status, isAccepted: status >= 200 && status < 300 };
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      const unreached = 'The endpoint cannot be reached, or does not answer in time.';
      throw new SolanoError('webhook_unavailable', unreached, { cause });
    }
  }

  /** Ends the connections that are in use. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
  }

  /** An address in a URL is not looked up; and one may have been allowed when it was added. */
  #allowed(url: string): URL {
    try {
      return readWebhookUrl(url, this.#options.privateAddresses);
    } catch (cause) {
      throw new SolanoError('webhook_rejected', (cause as Error).message, { cause });
    }
  }

  /** The status of the response. */
  #post(url: URL, headers: Record<string, string | number>, body: Buffer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    const send = url.protocol === 'https:' ? httpsRequest : http.request;
    const request = send(url, {
      method: 'POST',
      headers,
      agent: false,
      lookup: this.#lookup,
      signal: AbortSignal.any([this.#closing.signal, timeout]),
    });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => {
      drain(response);
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
    return promise;
  }
}

/** The valid signing secrets, newest first. */
function secretsOf({ secret, previousSecret: previous }: Receiver, at: Date): string[] {
  return previous && at < previous.until ? [secret, previous.secret] : [secret];
}

/** The headers of a message: https://github.com/standard-webhooks/standard-webhooks */
function signed({ id, body }: Message, secrets: readonly string[], at: Date) {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
    'user-agent': 'Solano-Webhooks',
  };
}

/** Finds only the public ones among a host's addresses. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const all = typeof found === 'string' ? [{ address: found, family: 0 }] : found;
      const addresses = all.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) return callback(new SolanoError('webhook_rejected', NOT_PUBLIC), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
}
