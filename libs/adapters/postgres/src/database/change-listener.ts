import type pg from 'pg';
import { newConnection } from './connection.ts';

/** The channels of PostgreSQL's notifications, which triggers of the migrations send. */
export type Channel = 'solano_keys' | 'solano_prices';

/** @param payload what the notice says has changed; undefined: anything may have. */
export type ChangeHandler = (payload?: string) => void;

const CHANNELS: readonly Channel[] = ['solano_keys', 'solano_prices'];
const RECONNECT_PAUSE_MS = 1_000;
/** Interval and timeout of the check that the server is alive. */
const PING_INTERVAL_MS = 2_000;
const QUERY_TIMEOUT_MS = 3_000;
/** A connection without a sign of life for longer may be cut off without a word. */
const MAX_SILENCE_MS = 5_000;

/**
 * Hears from PostgreSQL of changes by whatever process, on a connection of its own. One that is lost
 * is opened again and again; what changed meanwhile is not known, so that every listener is called.
 */
export class ChangeListener implements AsyncDisposable {
  readonly #databaseUrl: string;
  readonly #handlers = new Map<Channel, Set<ChangeHandler>>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Everything committed before this time (ms, `performance.now`) has been received. */
  #isKnownUntil = -Infinity;
  #isClosed = false;

  /** Hears of nothing until it is started. */
  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Listens from now on; connecting to a database that does not respond is retried. */
  async start(): Promise<this> {
    await this.#listen();
    return this;
  }

  /** Whether changes are received: within milliseconds, or five seconds where the connection is cut off. */
  get isUp(): boolean {
    return performance.now() - this.#isKnownUntil < MAX_SILENCE_MS;
  }

  on(channel: Channel, handler: ChangeHandler): void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
  }

  /** Calls the listeners for a change of this process, which count at once, however late its notice is. */
  tell(channel: Channel, payload: string): void {
    this.#notify(channel, payload);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // An orderly end alone would wait for a server that does not respond.
    const stream = this.#client?.connection.stream;
    stream?.once('finish', () => stream.destroy());
    await this.#client?.end();
  }

  async #listen(): Promise<void> {
    const client = newConnection(this.#databaseUrl, {
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'solano-listener',
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => this.#notify(channel as Channel, payload));
    client.once('end', () => this.#listenAgain());
    try {
      await client.connect();
      for (const channel of CHANNELS) await client.query(`LISTEN ${channel}`);
      this.#notifyAll();
      await this.#ping(client);
    } catch {
      await client.end();
    }
  }

  async #ping(client: pg.Client): Promise<void> {
    const before = performance.now();
    // The server sends its pending notices before its response.
    await client.query('SELECT 1');
    this.#isKnownUntil = before;
    if (!this.#isClosed)
      this.#timer = setTimeout(() => void this.#pingAgain(client), PING_INTERVAL_MS);
  }

  /** A server that does not respond would not respond to an orderly end either. */
  async #pingAgain(client: pg.Client): Promise<void> {
    await this.#ping(client).catch(() => client.connection.stream.destroy());
  }

  #listenAgain(): void {
    clearTimeout(this.#timer);
    this.#isKnownUntil = -Infinity;
    this.#notifyAll();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#listen(), RECONNECT_PAUSE_MS);
  }

  #notifyAll(): void {
    for (const channel of CHANNELS) this.#notify(channel);
  }

  #notify(channel: Channel, payload?: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
  }
}
