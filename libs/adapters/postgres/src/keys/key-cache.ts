import type { Caller, KeyStore } from '@solano/domain';
import pg from 'pg';

/** How long a look-up serves, where no notice of a change comes sooner. */
const LASTS_MS = 5_000;
/** So many keys are kept at most. */
const MAX = 10_000;
const CHANNEL = 'solano_keys';
const CONNECT_MS = 4_000;
const BETWEEN_TRIES_MS = 1_000;

type LookUp = Pick<KeyStore, 'find'>;

/**
 * Keeps what `find` found for a few seconds, so that not every request looks its key up. Changes
 * of keys and customers, by whatever process, are heard of from PostgreSQL and count at once; while
 * it cannot be listened to, they count after five seconds at most.
 */
export class KeyCache implements LookUp, AsyncDisposable {
  readonly #store: LookUp;
  readonly #databaseUrl: string;
  readonly #kept = new Map<string, { readonly found: Caller; readonly until: number }>();
  /** Counts changes: what was looked up before one is not kept after it. */
  #changes = 0;
  #listener: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(store: LookUp, databaseUrl: string) {
    this.#store = store;
    this.#databaseUrl = databaseUrl;
  }

  /** Listens to the database from now on; one that does not answer is tried again and again. */
  static async open(store: LookUp, databaseUrl: string): Promise<KeyCache> {
    const cache = new KeyCache(store, databaseUrl);
    await cache.#listen();
    return cache;
  }

  async find(id: string): Promise<Caller | undefined> {
    const kept = this.#kept.get(id);
    if (kept && performance.now() < kept.until) return kept.found;
    const changes = this.#changes;
    const until = performance.now() + LASTS_MS;
    const found = await this.#store.find(id);
    if (found && changes === this.#changes) this.#keep(id, { found, until });
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#listener?.end();
  }

  #keep(id: string, entry: { found: Caller; until: number }): void {
    this.#kept.delete(id);
    this.#kept.set(id, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** @param id left out or empty: all keys. */
  #forget(id?: string): void {
    this.#changes += 1;
    if (id) this.#kept.delete(id);
    else this.#kept.clear();
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'solano-keys',
    });
    this.#listener = client;
    client.on('notification', ({ payload }) => this.#forget(payload));
    // The loss is seen by the end, too.
    client.on('error', () => undefined);
    client.once('end', () => this.#listenAgain());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#forget();
    } catch {
      // Keys are looked up every five seconds meanwhile.
      await client.end();
    }
  }

  /** What has changed since the connection was lost is not known. */
  #listenAgain(): void {
    this.#forget();
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.#listen(), BETWEEN_TRIES_MS);
  }
}
