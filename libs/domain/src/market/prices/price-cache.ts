import { PromiseCache } from '@solano/domain/kernel';
import type { Market } from '../markets/sessions.ts';
import type { PriceReader } from './prices.ts';

/** Caches what is computed from prices for as long as none of their markets has another price. */
export class PriceCache<T> {
  readonly #cache: PromiseCache<T>;

  /** @param maxSize of all entries together. */
  constructor(maxSize: number) {
    this.#cache = new PromiseCache(maxSize);
  }

  /** The value of a key, for readers that see the same prices. Errors: those of `compute`. */
  async get(
    prices: Pick<PriceReader, 'revision'>,
    markets: readonly Market[],
    key: string,
    compute: () => Promise<T>,
    size?: number,
  ): Promise<T> {
    // Read first: the next caller sees a change that comes while the prices are read.
    const revisions = await Promise.all(markets.map((market) => prices.revision(market)));
    return this.#cache.get([...markets, ...revisions, key].join('\n'), compute, size);
  }
}
