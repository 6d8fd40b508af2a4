import type { Caller, KeyStore } from '@solano/domain/service';
import type { ChangeListener } from '../database/change-listener.ts';

/** How long a lookup serves, where no notice of a change comes sooner. */
const TTL_MS = 5_000;
const MAX_CACHED_KEYS = 10_000;

type LookUp = Pick<KeyStore, 'find'>;

/**
 * Keeps what `find` found for a few seconds, so that not every request looks its key up. Changes
 * of keys and customers, by whatever process, are received from PostgreSQL and count at once; while
 * it cannot be listened to, they count after five seconds at most.
 */
export class KeyCache implements LookUp {
  readonly #store: LookUp;
  readonly #cache = new Map<string, { readonly found: Caller; readonly until: number }>();
  /** Counts changes: what was looked up before one is not kept after it. */
  #changes = 0;

  constructor(store: LookUp, changes: ChangeListener) {
    this.#store = store;
    changes.on('solano_keys', (id) => this.#evict(id));
  }

  async find(id: string): Promise<Caller | undefined> {
    const cached = this.#cache.get(id);
    if (cached && performance.now() < cached.until) return cached.found;
    const changes = this.#changes;
    const until = performance.now() + TTL_MS;
    const found = await this.#store.find(id);
    if (found && changes === this.#changes) this.#keep(id, { found, until });
    return found;
  }

  #keep(id: string, entry: { found: Caller; until: number }): void {
    this.#cache.delete(id);
    this.#cache.set(id, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED_KEYS && oldest !== undefined) this.#cache.delete(oldest);
  }

  /** @param id undefined or empty: all keys. */
  #evict(id?: string): void {
    this.#changes += 1;
    if (id) this.#cache.delete(id);
    else this.#cache.clear();
  }
}
